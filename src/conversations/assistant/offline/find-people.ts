const COUNTS = ['two', 'three', 'four', 'five', 'six'];
const COUNT = String.raw`${COUNTS.join('|')}|\d{1,2}`;
const PERSONS = '(?:people|persons?|workers?|helpers?|hands|students|friends|spots?|openings|positions)';

/** How many a message says that work together. */
const COUNTED = new RegExp(
  String.raw`\b(?:(?:at least|for|needs?|takes?|with) (?:all )?(?<count>${COUNT})|(?<least>${COUNT}) or more) ${PERSONS}\b`,
  'i',
);
/** "A gig where they need more than one person", "that my friend and I can do together". */
const SEVERAL = new RegExp(
  String.raw`\b(?:more than one|several|multiple|a couple of) ${PERSONS}\b|\b(?:my \p{L}+ and (?:i|me)|(?:me|i) and my \p{L}+|(?:the )?two of us|both of us)\b`,
  'iu',
);

/** How many people a gig should need at least; null where nothing is said of it. */
export function peopleNeeded(text: string): number | null {
  const { least, count = least } = COUNTED.exec(text)?.groups ?? {};
  if (count === undefined) return SEVERAL.test(text) ? 2 : null;
  const named = COUNTS.indexOf(count.toLowerCase());
  return named < 0 ? Number(count) : named + 2;
}

const ON_CAMPUS = /\bon[- ]campus\b(?! (?:visit|tour))/i;

/** Whether something on campus is asked for. */
export function isOnCampus(text: string): boolean {
  return ON_CAMPUS.test(text);
}
