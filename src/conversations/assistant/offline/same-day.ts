import type { Question } from '../interpreter.js';
import { namesDay } from './day-names.js';
import { readable } from './readable.js';
import { sayDate } from './rewrite-times.js';

/** The day of what was shown: "that same evening", "later that night". */
const DAY_SHOWN =
  /\b(?:on |in )?(?:(?:that|the) same|that) (day|morning|afternoon|evening|night)\b(?! (?:after|before|is|was|looks|sounds|works)\b)/i;

/** Whether a message speaks of the day of what was shown. */
export function namesSameDay(text: string): boolean {
  const read = readable(text);
  return DAY_SHOWN.test(read) && !namesDay(read);
}

/** A message with the date of the only event that was shown, for "that same evening" or "that day". */
export function withShownDay({ text, local: { zone }, shownAt }: Question): string {
  if (shownAt === undefined) return text;
  return readable(text).replace(DAY_SHOWN, (_, part: string) => {
    const day = `on ${sayDate(zone.wallOf(shownAt))}`;
    return /day/i.test(part) ? day : `${day} ${part}`;
  });
}
