import type { Sentence } from './sentences.js';

/** One of the entries of a list, each of which may hold a pattern. */
const anyOf = (list: string) => `(?:${list.split(/,\s+/).join('|')})`;

const TREATS = `pizzas?, snacks?, snack bags?, refreshments,
  do(?:ugh)?nuts?, bagels?, cookies, brownies, cupcakes, ice cream, popsicles?, hot dogs, burgers, tacos, sandwiches, barbecue, bbq,
  cake, pie, coffee, cold brew, teas?, hot chocolate, cocoa, hot cider, lemonade, boba, popcorn, treats, candy, sweets, s.mores,
  appetizers, desserts?, pastries, mocktails, hors d.oeuvres`;
const FOOD = anyOf(`food, meals?, lunch(?:es)?, dinners?, breakfast, brunch, ${TREATS}`);
/** What may follow a word of food, so that it is another thing: a food drive, a pizza-making class, food for thought. */
const NOT_ANOTHER = String.raw`(?![ -]${anyOf(`banks?, breaks?, ceremon\\w+, chains?, class(?:es)?, collections?, competitions?,
  contests?, courses?, cruises?, dances?, demos?, drives?, for thought, hours?, houses?, industry, insecurity, justice, networks?,
  pantr\\w+, parlors?, part(?:y|ies), places?, policy, production, programs?, programmes?, safety, sales?, science, scraps, security, shops?, stands?,
  studies, systems?, tastings?, theat\\w+, trucks?, waste, baking, brewing, cooking, decorating, eating, making`)}\b)`;
const FOOD_ALONE = String.raw`${FOOD}\b${NOT_ANOTHER}`;
/** Guests are asked to these; food, lunch and dinner at large are sold as often. */
const TREATS_ALONE = String.raw`${anyOf(TREATS)}\b${NOT_ANOTHER}`;
/** "free veggie pizza". */
const KINDS = String.raw`(?:(?!or\b|and\b|no\b|for\b|to\b|with\b)[\p{L}-]{2,14}[ ,&]+){0,2}`;
/** "enjoy games, music and popcorn". */
const BESIDE = String.raw`(?:(?!(?:about|at|for|from|in|no|of|on|or|own|to|who|with|without|your)\b)[\p{L}'’-]{1,14},? (?:& )?){0,5}`;

/** Signs that food is given away. Their own sentence may take them back. */
const GIVEN = patternOf(
  // Neither "gluten-free food" nor "no free food".
  String.raw`(?<![\p{L}]-|[\p{L}] ?- ?)\bfree (?:\p{L}+ (?:and|or) \p{L}+ |and \p{L}+ )?${KINDS}${FOOD_ALONE}`,
  // "Free, hot soup", but not "entry is free, tasty snacks are not".
  String.raw`(?:^\W*|\b(?:enjoy|for|get|have|of|offers?|provides?|serves?|some|with) )free, (?:(?:and )?[\p{L}-]{2,14},? ){1,2}${FOOD_ALONE}`,
  String.raw`\b(?:complimentary|giv(?:es?|ing) away|hand(?:s|ing)? out) ${BESIDE}${FOOD_ALONE}`,
  String.raw`\b${FOOD}(?: and \p{L}+)? (?:(?:will|is|are|to) (?:also )?(?:be )?)?(?:free|provided|served|on us|on the house)\b`,
);
/** Signs that guests are asked to food, which may have a price. */
const OFFERED = patternOf(
  String.raw`\b(?:enjoy(?:ing)?|grab|sip|there will be|(?:plenty|lots) of|we(?:['’]ll| will) (?:also )?(?:have|provide|serve)|have(?= (?:some )?snacks)) ${BESIDE}${TREATS_ALONE}`,
  String.raw`\b(?:join|come|stop by|drop (?:by|in)) (?:[\p{L}'’]+ ){0,6}for ${BESIDE}${TREATS_ALONE}`,
  String.raw`\b${anyOf(TREATS)}(?: and(?: \p{L}+){1,2})? (?:(?:will|is|are) (?:also )?(?:be )?)?(?:available|included|offered|for you to enjoy)\b`,
);
/** Quick to look for, and missing in most sentences. */
const HAS_FOOD = new RegExp(String.raw`\b${FOOD}\b`, 'i');
const SOLD =
  /\b(?:for sale|for purchase|to purchase|available to buy|sold|cash bar|food trucks?|vendors?|own expense|on your own|no host|not (?:be )?(?:provided|free|included|served)|bring your (?:own(?! (?:blanket|chair|mat|mug|towel)s?)|food|snacks?|lunch|dinner|dish))\b|[$£€] ?\d/i;
const WITHOUT =
  /\b(?:no|not|isn['’]t|never|without|nut|gluten|dairy|sugar|fat|meat|alcohol|caffeine|lactose|soy|egg|grain|allergen|smoke|drug)[ -]+(?:any )?free\b/i;
const NONE = /\b(?:no|without|neither) (?:\p{L}+ ){0,2}(?:food|meals?|lunch|dinner|refreshments|snacks)\b/iu;
/** What speaks of a price, of food that guests buy or bring, or of whom else is fed. */
const HAS_PRICE = patternOf(
  String.raw`[$£€] ?\d|(?<!\bno |\bfree )\b(?:tickets?|fees?|costs?|price[sd]?|admission)\b`,
  String.raw`\b${anyOf(`pay, paid, buy, purchas\\w+, for sale, bake sale, sold, vendors?, food trucks?, concessions?, cash bar, no host,
    own expense, on your own, markets?, restaurants?, brewer(?:y|ies), winer(?:y|ies), dine, menus?, chefs?, course dinner,
    reservations?, fund-?rais\\w+, benefit, gala, proceeds, donat\\w+, pot-?lucks?, bring (?:your own(?! (?:blanket|chair|mat|mug|towel)s?)|your lunch|an?|some|food|snacks),
    brown bag, play food, animals?, festivals?, carnivals?, parades?, fairs?`)}\b`,
);

function patternOf(...alternatives: string[]): RegExp {
  return new RegExp(alternatives.join('|'), 'iu');
}

/** Whether a text gives food away: one of its sentences says so, or asks to food where none speaks of a price. */
export function givesFood(sentences: readonly Sentence[]): boolean {
  const heads = sentences.map(({ text }) => text.slice(0, 600));
  const ofFood = heads.filter(
    (head) => HAS_FOOD.test(head) && !SOLD.test(head) && !WITHOUT.test(head) && !NONE.test(head),
  );
  return (
    ofFood.some((head) => GIVEN.test(head)) ||
    (ofFood.some((head) => OFFERED.test(head)) && !heads.some((head) => HAS_PRICE.test(head)))
  );
}
