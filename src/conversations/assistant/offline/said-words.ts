import type { LocalTime } from '../zone.js';
import { requestIn } from './clauses.js';
import { findPay } from './find-pay.js';
import { findWhen } from './find-when.js';
import { sayingWords } from './read-topics.js';
import { readable } from './readable.js';

/** What people call what is found, and what they do to have it. */
const OF_ASKING =
  /^(?:tickets?|events?|gigs?|jobs?|things?|buy|sell|purchase|order|pay|paying|apply|applying)$/;

/** The words of a message that an event may have: none that only ask or tell of oneself, and none of time or money. */
export function saidWords(text: string, local: LocalTime): string[] {
  const request = requestIn(readable(text));
  return sayingWords(findWhen(findPay(request).rest, local).rest).filter((word) => !OF_ASKING.test(word));
}
