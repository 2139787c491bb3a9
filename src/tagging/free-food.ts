import type { Sentence } from './sentences.js';

/** Food that is given away: "free pizza", "lunch is provided". Context decides, so a word alone will not do. */
const FOOD =
  '(?:food|meals?|pizza|lunch(?:es)?|dinner|breakfast|brunch|snacks?|refreshments|donuts?|doughnuts?|bagels?|cookies|ice cream|popsicles|hot dogs|burgers|tacos|barbecue|bbq|cake|coffee|hot chocolate|boba|popcorn|treats|appetizers|hors d.oeuvres)';
const KINDS = String.raw`(?:(?!or\b|and\b|no\b|for\b|with\b)[\p{L}-]{2,14}[ ,&]+){0,2}`;
const GIVEN = new RegExp(
  [
    // Neither "gluten-free food" nor "no free food".
    String.raw`(?<![\p{L}]-|[\p{L}] ?- ?)\bfree (?:and \p{L}+ )?${KINDS}${FOOD}\b`,
    String.raw`\b${FOOD}(?: and \p{L}+)? (?:(?:will|is|are|to) (?:also )?(?:be )?)?(?:free|provided|served|on us|on the house)\b`,
  ].join('|'),
  'iu',
);
/** Quick to look for, and missing in most sentences. */
const MAY_BE_GIVEN = /free|provided|served|on us|on the house/i;
const SOLD =
  /\b(?:for sale|for purchase|to purchase|available to buy|sold|cash bar|food trucks?|vendors?|own expense|no host|not (?:be )?(?:provided|free|included|served)|bring your own)\b|\$ ?\d/i;
const WITHOUT =
  /\b(?:no|not|isn['’]t|never|without|nut|gluten|dairy|sugar|fat|meat|alcohol|caffeine|lactose|soy|egg|grain|allergen|smoke|drug)[ -]+(?:any )?free\b/i;
const NONE = /\b(?:no|without|neither) (?:\p{L}+ ){0,2}(?:food|meals?|lunch|dinner|refreshments|snacks)\b/iu;

/** Whether one of the sentences gives food away. */
export function givesFood(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ text }) => {
    const head = text.slice(0, 600);
    return (
      MAY_BE_GIVEN.test(head) &&
      GIVEN.test(head) &&
      !SOLD.test(head) &&
      !WITHOUT.test(head) &&
      !NONE.test(head)
    );
  });
}
