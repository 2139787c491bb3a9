import { type Slip as Spelled, Spelling, wordsIn } from '../../../events/search/spelling.js';
import type { Correction } from '../interpreter.js';
import { COMMON_WORDS } from './common-words-lexicon.js';
import { isEnglishWord } from './english-words.js';
import { STOP_WORDS } from './question-lexicon.js';
import { isCommonWord, isOfLexicon, lexiconWords, singular } from './read-topics.js';
import { FILLERS, SMALL_TALK_WORDS } from './small-talk-lexicon.js';

/** A misspelled word with its correction, and whether that holds even where an event has the word as it is written. */
export type Slip = Correction & { isSure: boolean };

/** Words of a question that are looked at: comparing one with all others takes a millisecond or so. */
const MAX_SLIPS = 6;

const DAYS_AND_MONTHS =
  `monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december`.split(/\s+/);
const WORDS_OF_TIME = [
  ...DAYS_AND_MONTHS,
  ...`today tonight tomorrow yesterday weekend weekends weekday morning afternoon evening night midnight week month thanksgiving
  christmas halloween easter valentines holiday holidays happening events event paid`.split(/\s+/),
];
/** How people write what `findWhen` and others know, and short forms that are no slips. */
const SHORT_FORMS = new Set(
  'tonite nite wknd wkend tmrw tmrrw tomoz thurs tues weds sept xmas thnx thankyou plss anythin smth lmao heyy heyyy tysm tysvm jan feb'.split(
    ' ',
  ),
);
/** What the help is asked about. */
const WORDS_OF_HELP =
  `account application applications apply applying bookmark bookmarks calendar calendars collection collections google
  notification notifications password profile subscribe unsubscribe withdraw`.split(/\s+/);
/** Of two that are as near, a day or a month is meant. */
const OWN = spellingOf({ 1: [...lexiconWords, ...WORDS_OF_TIME, ...WORDS_OF_HELP], 2: DAYS_AND_MONTHS });
/** Words that mean nothing here: one that does is preferred. */
const COMMON = spellingOf({ 1: [...COMMON_WORDS, ...STOP_WORDS] });
const RIGHT = new Set([
  ...WORDS_OF_TIME,
  ...WORDS_OF_HELP,
  ...FILLERS.split(/\s+/),
  ...Object.values(SMALL_TALK_WORDS).flatMap((words) => words.split(/\s+/)),
]);

/** From so many letters on, a word one letter off a word of the lexicon is surely that one. */
const SURE_LENGTH = 7;

/** "aren't", "they'll": their parts are no words. */
const CONTRACTIONS = /(?<!\p{L})\p{L}{1,12}'(?:t|re|ve|ll|d|m)\b/giu;

/** Words that no lexicon, no dictionary and no event to come has, each with the nearest one that they have. Of two equally near, that of a lexicon counts. */
export function findSlips(text: string, events: Spelling): Slip[] {
  const unknown = new Set(
    wordsIn(text.replace(CONTRACTIONS, ' ')).filter((word) => !isKnown(word) && events.count(word) === 0),
  );
  return [...unknown].slice(0, MAX_SLIPS).flatMap((written) => {
    const [own, of] = [nearestOwn(written), events.nearest(written)];
    const meant = own && (!of || own.distance <= of.distance) ? own : of;
    const common = COMMON.nearest(written);
    const nearest = common && (!meant || common.distance < meant.distance) ? common : meant;
    const isSure = nearest === own && nearest?.distance === 1 && written.length >= SURE_LENGTH;
    return nearest ? [{ written, read: nearest.word, isSure }] : [];
  });
}

/** Knows the longer words among these, each as often as it is listed under. */
function spellingOf(counted: Record<number, Iterable<string>>): Spelling {
  const words = Object.entries(counted).flatMap(([count, of]) =>
    [...of].filter((word) => word.length > 3).map((word): [string, number] => [word, Number(count)]),
  );
  return new Spelling(new Map(words));
}

/** The nearest word of the lexicon, which has its words in the singular. */
function nearestOwn(written: string): Spelled | undefined {
  const [own, one] = [OWN.nearest(written), OWN.nearest(singular(written))];
  return own && (!one || own.distance <= one.distance) ? own : one;
}

function isKnown(word: string): boolean {
  return (
    isOfLexicon(word) || isCommonWord(word) || RIGHT.has(word) || SHORT_FORMS.has(word) || isEnglishWord(word)
  );
}
