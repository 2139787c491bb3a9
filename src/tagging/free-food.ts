import lists from './lexicon/free-food.json' with { type: 'json' };
import type { Sentence } from './sentences.js';

const anyOf = (entries: readonly string[]) => `(?:${entries.join('|')})`;
const patternOf = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'iu');

/** Food that guests are invited to. Food, lunch and dinner in general are sold as often. */
const TREAT = anyOf(lists.treats);
const FOOD = anyOf([...lists.meals, ...lists.treats]);
/** Excludes a food drive, a pizza-making class or food for thought. */
const ALONE = String.raw`\b(?![ -]${anyOf(lists.otherThings)}\b)`;
/** Up to two words before the food: "free veggie pizza". */
const KINDS = String.raw`(?:(?!(?:or|and|no|for|to|with)\b)[\p{L}-]{2,14}[ ,&]+){0,2}`;
/** Up to five other items before the food: "enjoy games, music and popcorn". */
const NO_LIST = '(?:about|at|for|from|in|no|of|on|or|own|to|who|with|without|your)';
const BESIDE = String.raw`(?:(?!${NO_LIST}\b)[\p{L}'’-]{1,14},? (?:& )?){0,5}`;
const IS = '(?:(?:will|is|are|to) (?:also )?(?:be )?)?';
const PROMISE = `(?:enjoy(?:ing)?|grab|sip|there will be|(?:plenty|lots) of|have(?= (?:some )?snacks))`;

/** Phrases that say that food is given away. `DENIED` in the same sentence overrides them. */
const GIVEN = patternOf(
  // Matches neither "gluten-free food" nor "no free food".
  String.raw`(?<![\p{L}]-|[\p{L}] ?- ?)\bfree (?:\p{L}+ (?:and|or) \p{L}+ |and \p{L}+ )?${KINDS}${FOOD}${ALONE}`,
  // Matches "Free, hot soup", but not "entry is free, tasty snacks are not".
  String.raw`(?:^\W*|\b(?:enjoy|for|get|have|of|offers?|provides?|serves?|some|with) )free, ` +
    String.raw`(?:(?:and )?[\p{L}-]{2,14},? ){1,2}${FOOD}${ALONE}`,
  String.raw`\b(?:complimentary|giv(?:es?|ing) away|hand(?:s|ing)? out) ${BESIDE}${FOOD}${ALONE}`,
  String.raw`\b${FOOD}(?: and \p{L}+)? ${IS}(?:free|provided|served|on us|on the house)\b`,
);
/** Phrases that invite guests to food, which may cost money. */
const OFFERED = patternOf(
  String.raw`\b${PROMISE} ${BESIDE}${TREAT}${ALONE}`,
  String.raw`\bwe(?:['’]ll| will) (?:also )?(?:have|provide|serve) ${BESIDE}${TREAT}${ALONE}`,
  String.raw`\b(?:join|come|stop by|drop (?:by|in)) (?:[\p{L}'’]+ ){0,6}for ${BESIDE}${TREAT}${ALONE}`,
  String.raw`\b${TREAT}(?: and(?: \p{L}+){1,2})? ${IS}(?:available|included|offered|for you to enjoy)\b`,
);
/** Phrases that say that food is sold or that there is none. */
const DENIED = patternOf(
  String.raw`\b${anyOf(lists.sold)}\b|[$£€] ?\d`,
  String.raw`\b${anyOf(lists.freeOf)}[ -]+(?:any )?free\b`,
  String.raw`\b(?:no|without|neither) (?:\p{L}+ ){0,2}(?:food|meals?|lunch|dinner|refreshments|snacks)\b`,
);
/** Phrases about prices, food that guests buy or bring, or food for others. */
const PRICED = patternOf(
  String.raw`[$£€] ?\d|(?<!\bno |\bfree )\b(?:tickets?|fees?|costs?|price[sd]?|admission)\b`,
  String.raw`\b${anyOf(lists.priced)}\b`,
);

/**
 * Whether a text promises free food: one of its sentences says so, or one invites to food and none mentions a
 * price.
 */
export function givesFood(sentences: readonly Sentence[]): boolean {
  const heads = sentences.map(({ text }) => text.slice(0, 600));
  const positive = heads.filter((head) => !DENIED.test(head));
  const isOffered = positive.some((head) => OFFERED.test(head)) && !heads.some((head) => PRICED.test(head));
  return isOffered || positive.some((head) => GIVEN.test(head));
}
