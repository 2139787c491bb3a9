import type { Intent } from '../interpreter.js';
import { FILLERS, OTHER_REQUESTS, SMALL_TALK_WORDS } from './small-talk-lexicon.js';

type Kind = Extract<Intent, { kind: 'SMALL_TALK' }>['about'];

const KINDS = Object.entries(SMALL_TALK_WORDS).map(
  ([kind, words]) => [kind as Kind, new Set(words.split(/\s+/))] as const,
);
const KNOWN = new Set([...KINDS.flatMap(([, words]) => [...words]), ...FILLERS.split(/\s+/)]);
/** More words are hardly small talk. */
const MOST_WORDS = 12;
const COMPLAINTS =
  /\b(?:this|that|it|you)(?:'?s| is| are|'?re) (?:so |totally |completely |just )*(?:useless|terrible|awful|garbage|trash|the worst)\b|\bnot what i (?:want|ask|mean|said|need)|\bthat'?s (?:wrong|not right)\b|\bwrong answer\b/;
const TIME_OF_DAY = /^good (morning|afternoon|evening|day|night)(?: \p{L}+)?$/u;
/** "How are you doing today?", of the whole message. */
const HOW_ARE_YOU =
  /^(?:(?:hi|hey+|hello|yo|so) )?(?:how(?:s| is| are| r)?|whats) (?:(?:u|you|ya|it|life|things|everything|your (?:day|week|weekend)|the day)(?: (?:doing|going|been|today|tonight|lately|so far|this (?:morning|afternoon|evening)|man|bro|dude|there|my friend|all))*|up(?: with you)?(?: today)?)$/;
/** "Do you speak Spanish?", of the whole message. */
const SPEAKS =
  /^(?:(?:hi|hey|hello|so|and) )?(?:do|can) (?:you|u) (?:speak|understand|read|talk|answer in|reply in) (?:arabic|chinese|mandarin|french|german|hindi|italian|japanese|korean|portuguese|russian|spanish|turkish|vietnamese|other languages|any other languages?)$|^habla(?:s|n| usted)? (?:español|espanol)$|^parle[sz] (?:vous|tu) (?:français|francais)$|^sprech(?:en|st) (?:sie|du) deutsch$/;
/** "Later?" and "is there one later" ask for what is on later. */
const ASKS_FOR_LATER = /^later\?+$|^(?:is|are|what|how|and|or|any)\b.*\blater\b/;
/** Who asks these wants to know what can be asked. */
const HELP_WANTED = /^(?:help|help me|how does this work|options|menu|start)$/;

/** What kind of small talk a message is; undefined where it asks for something that events can answer. */
export function readSmallTalk(text: string): Kind | undefined {
  const said = text.toLowerCase();
  if (OTHER_REQUESTS.some((request) => request.test(said))) return 'UNKNOWN';
  if (COMPLAINTS.test(said)) return 'COMPLAINT';
  // Letters that somebody has put signs for are none of the others.
  const words =
    said
      .replace(/f\*+k?/g, 'fuck')
      .replaceAll("'", '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const message = words.join(' ');
  if (words.length === 0 || HELP_WANTED.test(message)) return 'OTHER';
  if (SPEAKS.test(message)) return 'FOREIGN';
  const wished = TIME_OF_DAY.exec(message);
  if (wished) return wished[1] === 'night' ? 'GOODBYE' : 'GREETING';
  if (ASKS_FOR_LATER.test(said)) return undefined;
  if (HOW_ARE_YOU.test(message)) return 'GREETING';
  if (words.length > MOST_WORDS || !words.every((word) => KNOWN.has(word))) return undefined;
  return KINDS.find(([, own]) => words.some((word) => own.has(word)))?.[0];
}
