import type { HelpTopic } from '../help.js';
import type { Exchange, Intent } from '../interpreter.js';
import { isForeign } from './is-foreign.js';
import { isCrisis, readHelp } from './read-help.js';
import { readSmallTalk } from './read-small-talk.js';
import { readable } from './readable.js';

/** What the message before asked of how the service does something; undefined where it asked for something else. */
export function helpBefore(earlier: Exchange[]): HelpTopic[] | undefined {
  const last = earlier.at(-1);
  const aside = last && readAside(readable(last.text));
  return aside?.kind === 'HELP' ? aside.topics : undefined;
}

/** How a message goes on from such a question: "and if I change my mind?" */
const ASKS_ON = /^(?:(?:ok(?:ay)?|so)[\s,]+)?(?:and|but|what if|what about|then|after that|if|when)\b/i;

/** What a message wants that no event answers; undefined where it asks for events. */
export function readAside(text: string, before?: HelpTopic[]): Intent | undefined {
  if (isCrisis(text)) return { kind: 'HELP', topics: ['CRISIS'] };
  if (isForeign(text)) return undefined;
  const about = readSmallTalk(text);
  if (about) return { kind: 'SMALL_TALK', about };
  const topics = readHelp(text, before !== undefined && ASKS_ON.test(text), before);
  return topics.length > 0 ? { kind: 'HELP', topics } : undefined;
}
