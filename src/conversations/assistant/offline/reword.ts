import { besideBusyDays } from './own-times.js';
import { REWORDINGS } from './rewordings-lexicon.js';
import { replaced, withStudySession } from './seeks-help.js';
import { wantsOf } from './wants.js';

/** A message in words that say what is looked for. */
export function reworded(text: string): string {
  return withStudySession(replaced(wantsOf(besideBusyDays(text)), REWORDINGS));
}
