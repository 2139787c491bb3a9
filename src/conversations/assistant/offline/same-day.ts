import type { Question } from '../interpreter.js';
import { readable } from './readable.js';
import { namesDay, sayDate } from './rewrite-times.js';

/** The day of what was shown: "that same evening", "later that night". */
const SAME_DAY =
  /\b(?:on |in )?(?:(?:that|the) same|that) (day|morning|afternoon|evening|night)\b(?! (?:after|before|is|was|looks|sounds|works)\b)/i;

/** Whether a message speaks of the day of what was shown. */
export function namesSameDay(text: string): boolean {
  return SAME_DAY.test(readable(text)) && !namesDay(readable(text));
}

/** A message with the date of the only event that was shown, for "that same evening". */
export function withShownDay({ text, local: { zone }, shownAt }: Question): string {
  if (shownAt === undefined) return text;
  return readable(text).replace(SAME_DAY, (_, part: string) => {
    const day = `on ${sayDate(zone.wallOf(shownAt))}`;
    return /day/i.test(part) ? day : `${day} ${part}`;
  });
}
