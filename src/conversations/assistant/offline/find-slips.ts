import { Spelling, wordsIn } from '../../../events/spelling.js';
import type { Correction } from '../interpreter.js';
import { COMMON_WORDS } from './common-words-lexicon.js';
import { isOfLexicon, lexiconWords } from './read-topics.js';
import { FILLERS, SMALL_TALK_WORDS } from './small-talk-lexicon.js';

/** A misspelled word with its correction, and whether that holds even where an event has the word as it is written. */
export type Slip = Correction & { isSure: boolean };

/** Words of a question that are looked at: comparing one with all others takes a millisecond or so. */
const MAX_SLIPS = 6;

const WORDS_OF_TIME =
  `today tonight tomorrow yesterday weekend weekends weekday morning afternoon evening night midnight week month
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december thanksgiving christmas halloween easter valentines holiday holidays happening events event paid`.split(
    /\s+/,
  );
/** How people write what `findWhen` and others know, and short forms that are no slips. */
const SHORT_FORMS = new Set(
  'tonite nite wknd wkend tmrw tmrrw tomoz thurs tues weds sept xmas thnx thankyou plss anythin smth lmao heyy heyyy tysm tysvm jan feb'.split(
    ' ',
  ),
);
const OWN = new Spelling(
  new Map([...lexiconWords, ...WORDS_OF_TIME].filter((word) => word.length > 3).map((word) => [word, 1])),
);
const RIGHT = new Set([
  ...WORDS_OF_TIME,
  ...FILLERS.split(/\s+/),
  ...Object.values(SMALL_TALK_WORDS).flatMap((words) => words.split(/\s+/)),
]);

/** From so many letters on, a word one letter off a word of the lexicon is surely that one. */
const SURE_LENGTH = 7;

/** "aren't", "they'll": their parts are no words. */
const CONTRACTIONS = /\p{L}+'(?:t|re|ve|ll|d|m)\b/giu;

/** Words that neither a lexicon nor an event to come has, each with the nearest one that they have. Of two equally near, that of a lexicon counts. */
export function findSlips(text: string, events: Spelling): Slip[] {
  const unknown = new Set(
    wordsIn(text.replace(CONTRACTIONS, ' ')).filter((word) => !isKnown(word) && events.count(word) === 0),
  );
  return [...unknown].slice(0, MAX_SLIPS).flatMap((written) => {
    const [own, of] = [OWN.nearest(written), events.nearest(written)];
    const nearest = own && (!of || own.distance <= of.distance) ? own : of;
    const isSure = nearest === own && nearest?.distance === 1 && written.length >= SURE_LENGTH;
    return nearest ? [{ written, read: nearest.word, isSure }] : [];
  });
}

function isKnown(word: string): boolean {
  return isOfLexicon(word) || COMMON_WORDS.has(word) || RIGHT.has(word) || SHORT_FORMS.has(word);
}
