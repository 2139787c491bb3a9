import { NUMBERS } from './day-names.js';

const COUNT = String.raw`${NUMBERS.join('|')}|\d{1,2}`;
const PERSONS = '(?:people|persons?|workers?|helpers?|hands|spots?|openings|positions)';
const FRIEND =
  '(?:friends?|roommates?|brothers?|sisters?|cousins?|buddy|buddies|girlfriend|boyfriend|partner|wife|husband|mom|dad|son|daughter|classmates?|teammates?)';

/** How many a message says that work together. */
const COUNTED = new RegExp(
  String.raw`\b(?:(?:at least|for|needs?|takes?|with) (?:all )?(?<count>${COUNT})|(?<least>${COUNT})(?: or more|\+)) ${PERSONS}\b|\bfor (?:us )?(?<friends>${COUNT}) friends\b|\bwith (?:my )?(?<others>${COUNT}) ${FRIEND}\b`,
  'i',
);
/** "A gig where they need more than one person", "that my friend and I can do together". */
const SEVERAL = new RegExp(
  String.raw`\b(?:more than one|several|multiple|a couple of) ${PERSONS}\b|\b(?:my ${FRIEND} and (?:i|me)|(?:me|i) and my ${FRIEND}|(?:the )?two of us|both of us)\b`,
  'i',
);
/** Nobody looks for a job that takes more. */
const MOST = 20;

/** How many people a gig should need at least, from 2 on; null where nothing is said of it. */
export function peopleNeeded(text: string): number | null {
  const { count, least, friends, others } = COUNTED.exec(text)?.groups ?? {};
  const said = count ?? least ?? friends ?? others;
  if (said === undefined) return SEVERAL.test(text) ? 2 : null;
  const number = (Number(said) || NUMBERS.indexOf(said.toLowerCase()) + 1) + (others ? 1 : 0);
  return number > 1 && number <= MOST ? number : null;
}
