import type { LocalTime } from '../zone.js';
import { findPay } from './find-pay.js';
import { findWhen } from './find-when.js';
import { sayingWords } from './read-topics.js';
import { readable } from './readable.js';

/** What people call what is found, and what they do to have it. */
const OF_ASKING =
  /^(?:tickets?|events?|gigs?|jobs?|things?|buy|sell|purchase|order|pay|paying|apply|applying)$/;

/** The words of a message that an event may have: none that only ask, and none of time or money. */
export function saidWords(text: string, local: LocalTime): string[] {
  return sayingWords(findWhen(findPay(readable(text)).rest, local).rest).filter(
    (word) => !OF_ASKING.test(word),
  );
}
