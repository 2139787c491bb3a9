import { stemmer } from 'stemmer';
import { LINK_MARK, toPlainText } from '../../tagging/plain-text.js';
import { type Sentence, sentencesOf } from '../../tagging/sentences.js';
import { cutAtWord } from '../../tagging/summary.js';
import type { Asked } from './interpreter.js';
import { COMMON_WEIGHT, isCommonWord } from './offline/read-topics.js';

/** Sentences of a text that are looked through. */
const MAX_SENTENCES = 60;
/** Characters of a sentence that are quoted. */
const MAX_QUOTED = 200;
/** Characters of a text that are quoted where it is asked for at length. */
export const MAX_AT_LENGTH = 700;

/** What one uncommon word counts for (`findWords`). */
export const UNCOMMON = 1;
/** What it counts for that a word has the same form. */
const AS_SAID = 0.05;

/** What a sentence has that answers. What only the event's times or nothing can answer is not looked for. */
const ANSWERS: Partial<Record<Asked, RegExp>> = {
  PRICE:
    /(?<![-\p{L}]|\bfor |\b(?:popcorn|coffee|tea|snacks?|drinks?|food|pizza|lunch|refreshments|parking|wi-?fi) (?:is|are) )free\b(?!-(?!of\b))(?! (?:parking|wi-?fi|time|agents?|choice|(?:[\p{L}-]+ ){0,2}(?:food|snacks?|drinks?|coffee|pizza|popcorn|breakfast|lunch|dinner|refreshments|samples?|swag|t-?shirts?)\b))|[$€£]\s?\d|\b(?:one|two|three|\d)[- ](?:item|drink)s? minimum(?! for)\b|\b(?:(?:paid|no) admission|admission (?:is|costs?|fee)|costs?|fees?|tickets? (?:are|cost|at|from|required|on sale|for)|(?:buy|need a|with a) tickets?|donations?|pay what you|no charge|no cover|(?:cash|(?:credit )?cards?|meal swipes?) (?:only\b|.{0,30}\b(?:are|is) (?:taken|accepted)))\b/iu,
  SIGN_UP:
    /\b(?:sign[- ]?ups?|register|registration|rsvp|reserve|reservations?|walk[- ]?ins?|drop[- ]?ins?|drop by|just (?:come|show up)|no need to book|book|appointments?|first[- ]come|no tickets? (?:are |is )?(?:required|needed|necessary))\b/i,
  APPLY_BY:
    /\bdeadlines?\b|\b(?:registration|sign[- ]?ups?|entries|applications|ticket sales?) (?:closes?|ends?|(?:is|are) (?:due|open until)|by|until)\b|\b(?:register|sign up|rsvp|enter|apply) (?:by|before|until)\b/i,
  ORGANIZER:
    /\b(?:teaches|leads|hosts|presents|performs|speaks|will (?:speak|talk|read|perform|teach|lead))\b|\b(?:hosted|presented|organi[sz]ed|sponsored|led|run|taught|given|curated|facilitated|brought to you)\b.{0,20}\bby\b|\b(?:hosts?|organi[sz]ers?|instructors?|speakers?|curator|coordinator|contact|soloists?|conductors?|solo set|headlin\p{L}+|featuring|with guest)\b/iu,
  BRING: /\b(?:bring|wear|dress|provided|supplied|equipment|materials|borrow(?:ed)?)\b/i,
  HOURS:
    /\bopen\b.{0,40}(?:\bdaily\b|\d|days?\b)|\bhours\b.{0,20}\d|\b(?:any ?time|stop by|drop in|come by)\b.{0,20}\bbetween \d/i,
  COUNT:
    /\b(?:teams?|groups?) of (?:up to |at most |no more than |[\p{L}\d]+ to )?[\p{L}\d]+\b|\b(?:limited (?:to|seating|space|places|spots)|(?:space|seating|seats|places|spots) (?:is|are) limited|(?:up to|at most|only|room for|maximum of) \d+ (?:people|guests|participants|places|seats|spots)|\d+ (?:places|seats|spots|participants)|capacity|sold out|first[- ]come)\b/iu,
  AUDIENCE:
    /\b(?:guests?|friends?|plus[- ]ones?|ids?\b|ages?|aged|all ages|\d\d?\+|children|kids|famil(?:y|ies)|adults?|open to|public|everyone (?:is|can|may|of|who|welcome)|(?:is|are|fun|great|good|something) for everyone|welcomes? everyone|(?:all|everybody|anyone|anybody) (?:(?:is|are) )?welcome|all levels|beginners?|(?:no|any|prior|previous|some) experience|experience (?:is |not )*(?:needed|required|necessary)|(?:i|we)(?:'ll| will)? (?:show|teach|train) you|students (?:only|with))\b/i,
};

/** The sentence of a text that tells how one gets there. */
export function findRide(text: string): string | undefined {
  return firstWith(sentencesIn(text), RIDE);
}

const RIDE =
  /\b(?:transportation|transport|shuttles?|bus(?:es)?|vans?|carpools?)\b.{0,20}\b(?:leaves?|runs?|departs?|provided|from|meets?)\b/i;

/** The sentence of a text that tells how long something lasts, as its times may not. */
export function findLength(text: string): string | undefined {
  return firstWith(sentencesIn(text), LENGTH);
}

const LENGTH =
  /\b(?:lasts?|runs?|takes?|about|around|approximately|roughly)\b.{0,20}\b[\p{L}\d-]+[ -](?:minutes?|hours?)\b(?! (?:before|ahead|prior|early|later|after))/iu;

/** The first sentence of an event's text, or two, that answers what is asked of it; undefined where none does. */
export function findAnswer(text: string, asked: Asked): string | undefined {
  const answers = ANSWERS[asked];
  if (!answers) return undefined;
  const sentences = sentencesIn(text);
  if (asked === 'SIGN_UP') return firstTwoWith(sentences, answers);
  return firstWith(sentences, answers) ?? (asked === 'ORGANIZER' ? firstWith(sentences, SPEAKS) : undefined);
}

/** The first sentence that matches, with the next one if it does too: "Register by Friday. Walk-ins are admitted as space allows." */
function firstTwoWith(sentences: Sentence[], answers: RegExp): string | undefined {
  const at = sentences.findIndex(({ text }) => answers.test(text));
  const [first, next] = sentences.slice(at, at + 2);
  if (at < 0) return undefined;
  const both = next && answers.test(next.text) ? `${quotable(first!)} ${quotable(next)}` : '';
  return both !== '' && both.length <= MAX_QUOTED ? both : quotable(first!);
}

/** What somebody does who speaks, and other things too: where nothing else says who it is. */
const SPEAKS = /\b(?:describes|explains|discusses|shares)\b/i;

const EATEN = 'food|snack|lunch|dinner|breakfast|brunch|meal|pizza|refreshment|soup|sandwich(?:es)?|eat';
const CHILDREN = 'kid|child(?:ren)?|famil(?:y|ies)|all ages|ages? \\d+|toddler';
const MENDING = 'fix|repair|mend';
const COMPANY =
  'guests?|friends?|partners?|spouses?|plus[- ]ones?|everyone|everybody|anyone|open to|the public|alone';
const LEVEL = 'beginners?|all levels|any level|experienced?|easy|gentle|intermediate|advanced|taught';
const TRANSPORT = 'transport(?:ation)?|shuttle|bus|carpool';

/** What else a text calls a thing. */
const ALSO = new Map(
  Object.entries({
    kid: CHILDREN,
    child: CHILDREN,
    husband: COMPANY,
    wife: COMPANY,
    partner: 'alone|on your own|by yourself|singles',
    spouse: COMPANY,
    boyfriend: COMPANY,
    girlfriend: COMPANY,
    roommate: COMPANY,
    friend: COMPANY,
    perform: 'performers?|perform(?:ing|ances?)|sign[- ]?up|stage',
    alone: 'free agents?|on your own|by yourself|solo|new players|newcomers|partners?|everyone|anyone',
    bicycle: 'bike|cycle',
    bike: 'bicycle|cycle',
    fix: MENDING,
    repair: MENDING,
    mend: MENDING,
    outside: 'outdoors?|indoors?|inside|patio|plaza|roof|lawn|tent|open[- ]air|rain',
    arrive: 'arrival|doors?|check[- ]?in|sign in|early|be there',
    children: CHILDREN,
    late: 'arrive|latecomers|on time|doors? (?:close|open)|start(?:s|ing)? (?:promptly|sharp)',
    win: 'prizes?|compete|awards?|trophy|winners?|reward',
    prize: 'compete|awards?|trophy|winners?|reward|win',
    'prize money': 'prizes?|awards?|check for|cash',
    hard: LEVEL,
    difficult: LEVEL,
    rain: 'weather|shine|storm|wet|snow|indoors?|moves? inside',
    dog: 'pets?|animals?|leash(?:ed)?',
    pet: 'dogs?|animals?|leash(?:ed)?',
    training: 'orientation|trained|briefing|show you|teach you',
    car: 'vans?|vehicle|truck|drive|driver|licen[cs]e',
    truck: 'vans?|vehicle',
    van: 'trucks?|vehicle',
    backpack: 'bag',
    purse: 'bag',
    handbag: 'bag',
    heavy: 'strong|lift(?:ing)?|carry(?:ing)?|muscles?',
    online: 'remote(?:ly)?|zoom|virtual(?:ly)?|from home|live ?stream(?:ed)?|hybrid',
    food: EATEN,
    lunch: EATEN,
    dinner: EATEN,
    snack: EATEN,
    drink: 'coffee|tea|beer|wine|mocktail|refreshment',
    money: 'budget(?:ing)?|dollars?|income|savings|finances?',
    ride: TRANSPORT,
    transport: TRANSPORT,
    transportation: TRANSPORT,
    experience: 'beginners?|all levels|experienced|show you|teach you|train(?:ing|ed)?|skills?',
    major: 'majors|background|undergraduates',
    'drink minimum': 'item minimum|minimum',
    mile: 'kilomet(?:er|re)|route',
  }),
);

/**
 * The first sentence of an event's text that has a word or a phrase, or else the one with most of its words, at least two; undefined where
 * there is none.
 * @param thing of letters, digits, hyphens and blanks
 */
export function findPhrase(text: string, thing: string): string | undefined {
  return phraseIn(sentencesIn(text), thing);
}

/** The same, of the first of several that it has. */
export function findAnyPhrase(text: string, things: string[]): string | undefined {
  const sentences = sentencesIn(text);
  return firstOf(things, (thing) => phraseIn(sentences, thing));
}

/** The same, or else the first sentence that has an uncommon one of its words, as it is written, or the last. */
export function findThing(text: string, thing: string): string | undefined {
  const sentences = sentencesIn(text);
  const words = thing.split(' ');
  const telling = words.filter((word) => words.length > 1 && !isCommonWord(word));
  return (
    firstOf(telling, (word) => firstWith(sentences, new RegExp(`\\b${word}\\b`, 'iu'))) ??
    phraseIn(sentences, thing) ??
    firstWith(sentences, patternOf(words.at(-1)!))
  );
}

/** What is found for the first of some words for which something is. */
function firstOf(words: string[], find: (word: string) => string | undefined): string | undefined {
  for (const word of words) {
    const found = find(word);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The sentence of an event's text that has the most of some words in any of their forms, the first of such; undefined where none has enough.
 * @param least how much it has to have: an uncommon word counts for 1, a common one for a quarter
 */
export function findWords(text: string, words: string[], least: number): string | undefined {
  const weights = new Map(words.map((word) => [stemmer(word), isCommonWord(word) ? COMMON_WEIGHT : 1]));
  const sentences = sentencesIn(text);
  const covers = sentences.map((sentence) => {
    const written = writtenWords(sentence.text);
    const stems = new Set(written.map(stemmer));
    const asSaid = words.filter((word) => written.includes(word)).length;
    return [...weights].reduce(
      (sum, [stem, weight]) => sum + (stems.has(stem) ? weight : 0),
      asSaid * AS_SAID,
    );
  });
  const most = Math.max(0, ...covers);
  return most >= least ? quotable(sentences[covers.indexOf(most)]!) : undefined;
}

/** The words of a text, in lower case. */
export function writtenWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function phraseIn(sentences: Sentence[], thing: string): string | undefined {
  const asWritten = firstWith(sentences, new RegExp(`\\b${thing}\\b`, 'iu'));
  return (
    asWritten ??
    firstWith(sentences, patternOf(thing)) ??
    bestWith(sentences, thing.split(' ').map(patternOf))
  );
}

function patternOf(thing: string): RegExp {
  const one = thing.replace(/s$/, '');
  const also = ALSO.get(one);
  const words = also ? `${one}|${also}` : one;
  return new RegExp(`\\b(?:${words})(?:s|es)?\\b`, 'iu');
}

/** The first of the sentences that most of the patterns match, at least two. */
function bestWith(sentences: Sentence[], patterns: RegExp[]): string | undefined {
  const matches = sentences.map(({ text }) => patterns.filter((pattern) => pattern.test(text)).length);
  const most = Math.max(...matches);
  return most > 1 ? quotable(sentences[matches.indexOf(most)]!) : undefined;
}

function firstWith(sentences: Sentence[], answers: RegExp): string | undefined {
  const found = sentences.find(({ text }) => answers.test(text));
  return found && quotable(found);
}

/** The beginning of an event's text, in whole sentences where one fits; undefined where it has none. */
export function beginningOf(text: string): string | undefined {
  const sentences = sentencesIn(text).map(({ text }) => withoutLinks(text));
  let said = '';
  for (const sentence of sentences) {
    if (said.length + sentence.length >= MAX_AT_LENGTH) break;
    said = said === '' ? sentence : `${said} ${sentence}`;
  }
  return said || (sentences[0] && cutAtWord(sentences[0], MAX_AT_LENGTH)) || undefined;
}

function sentencesIn(text: string): Sentence[] {
  return sentencesOf(toPlainText(text), MAX_SENTENCES);
}

/** A sentence as it is quoted. */
function quotable({ text }: Sentence): string {
  return cutAtWord(withoutLinks(text), MAX_QUOTED);
}

/** A link is not named: it might lead anywhere. */
function withoutLinks(text: string): string {
  return text.replaceAll(LINK_MARK, '(link)');
}
