import type { Correction, Filters, Intent, Question } from '../interpreter.js';
import { isForeign } from './is-foreign.js';
import { readHelp } from './read-help.js';
import { readSmallTalk } from './read-small-talk.js';
import { readable } from './readable.js';
import { carriedOn, isOpen, type Reading, readMessage, settled } from './reading.js';

/**
 * Reads a question by rules: the same question is always understood the same way.
 * @param corrections words of the conversation that are taken for others
 */
export function understand({ text: typed, at, earlier }: Question, corrections: Correction[] = []): Intent {
  const text = corrected(readable(typed), corrections);
  const made = corrections.filter(({ written }) => wholeWord(written).test(readable(typed)));
  const last = earlier.at(-1);
  const foreign = isForeign(text);
  const smallTalk = foreign ? undefined : readSmallTalk(text);
  if (smallTalk) return { kind: 'SMALL_TALK', about: smallTalk };
  const topic = foreign ? undefined : readHelp(text);
  if (topic) return { kind: 'HELP', topic };

  const reading = readMessage(joined(text), at);
  if (last && last.eventIds.length > 0 && isRecall(text, reading))
    return {
      kind: 'RECALL',
      which: ordinalOf(text, last.eventIds.length),
      priced: /\b(?:cost|price|free|much|ticket)/i.test(text),
    };

  const before = foreign ? null : context(earlier, at, corrections);
  const carriesOn = before !== null && continues(text, reading);
  const whole = carriesOn ? carriedOn(before, reading, text) : reading;
  const filters = settled(whole) ?? (EVERYTHING.test(text) ? ANYTHING : null);
  if (!filters) return { kind: 'SMALL_TALK', about: foreign ? 'FOREIGN' : 'OTHER' };
  return {
    kind: 'SEARCH',
    filters,
    carriesOn,
    more: carriesOn && MORE.test(text),
    corrections: made,
    foreign,
  };
}

/** Only the filters of a question that stands by itself; null where events cannot answer it. */
export function filtersOf(text: string, at: number): Filters | null {
  const intent = understand({ text, at, earlier: [] });
  return intent.kind === 'SEARCH' ? intent.filters : null;
}

/** Whatever there is. */
const EVERYTHING =
  /^(?:(?:just )?(?:show|give|list|tell) (?:me |us )?)?(?:everything|anything|whatever|all of (?:it|them))(?: (?:good|you have|you've got|there is|at all|please))?\W*$|\b(?:surprise me|what (?:do|have) you (?:have|got)|what is there|what's there|what's new)\W*$/i;
const ANYTHING: Filters = {
  ...{
    type: null,
    topics: [],
    match: 'ALL',
    unwanted: [],
    place: [],
    free: false,
    pay: null,
    bestPaid: false,
  },
  ...{ priced: false, when: null, themes: [] },
};

function corrected(text: string, corrections: Correction[]): string {
  return corrections.reduce((so, { written, read }) => so.replace(wholeWord(written), () => read), text);
}

function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'giu');
}

/** "between 1 and 5 May" is a span. */
function joined(text: string): string {
  return text.replace(/\bbetween (.{1,30}?) and (?=\S)/gi, '$1 - ');
}

/** What the conversation is about so far, by reading again what was asked. What is past by now is forgotten. */
function context(earlier: Question['earlier'], now: number, corrections: Correction[]): Reading | null {
  let whole: Reading | null = null;
  for (const { text: typed, at } of earlier) {
    const text = corrected(readable(typed), corrections);
    if (isForeign(text) || readSmallTalk(text) || readHelp(text)) continue;
    const reading = readMessage(joined(text), at);
    if (whole && continues(text, reading)) whole = carriedOn(whole, reading, text);
    else if (settled(reading)) whole = reading;
  }
  const isPast = whole?.when?.to != null && whole.when.to <= now;
  return whole && isPast ? { ...whole, when: null, themes: [] } : whole;
}

/** Asks for further events. */
const MORE =
  /\b(?:more(?! than)|what else|(?:any|some)(?:thing|where) else|elsewhere|another (?:day|time|place)|others|other (?:ones?|options?|events?|gigs?|jobs?|places?|days?|times?|dates?)|next (?:ones?|page|five)|keep going|continue|go on|different ones?|another one|any others?)\b/i;
/** How a message begins that goes on from the last one. */
const BEGINS_ON =
  /^(?:(?:ok(?:ay)?|so|hmm+|alright|cool|great|thanks|no|yes|yeah|nah|oh|ah|well|please|pls)[\s,.!]+)*(?:and|but|or|only|also|plus|except|minus|what about|how about|wbt|hbu|how bout|what if|which ones?|which of|instead|same|with|make (?:it|that)|make them|filter|narrow|exclude|not|no|without|none|just (?!look|want|need|show|tell|find|curious|wonder))\b/i;
/** What points back within it. */
const POINTS_BACK =
  /\b(?:instead|too|as well|ones|any (?:of (?:them|those|these)|other)|(?:of|from|among|between) (?:those|these|them)|those|them|cheaper|cheapest|closer|nearer|earlier|later|sooner|better paid|the same|then|there)\b(?! (?:is|are|any))/i;
/** What a question of its own has. */
const BY_ITSELF =
  /\b(?:what|whats|which|who|anything|something|everything|things?|stuff|show|find|list|happening|happens|looking|want|need|where|events?|activit(?:y|ies)|going on)\b/i;
const MOST_WORDS_OF_PART = 7;

/** Whether a message keeps what it does not change of the question before it. */
function continues(text: string, reading: Reading): boolean {
  if (MORE.test(text) && (isPart(reading) || reading.topics.length === 0)) return true;
  if (BEGINS_ON.test(text) || (isOpen(text) && reading.topics.length === 0)) return true;
  const words = text.split(' ').length;
  if (POINTS_BACK.test(text) && words <= MOST_WORDS_OF_PART + 3) return true;
  return isPart(reading) && words <= MOST_WORDS_OF_PART && !BY_ITSELF.test(text);
}

/** It says when, where or for how much, and not what. */
function isPart(reading: Reading): boolean {
  const { topics, named, implied, when, excluded, place, money, free, paid, unwanted, bestPaid, priced } =
    reading;
  if (topics.length + named.length + implied.length > 0) return unwanted.length > 0 && topics.length === 0;
  const isSomewhere = place.length + unwanted.length > 0;
  return isSomewhere || (when ?? excluded ?? money) !== null || free || paid || bestPaid || priced;
}

/** More of what was named. */
const ASKS_MORE =
  /^(?:more (?:info|details?)|details?|tell me more|where|when|what time|how much|address|directions)\W*$/i;
const ORDINALS: readonly RegExp[] = [
  /\b(?:first|1st|number one|number 1|no\.? ?1|#1)\b/i,
  /\b(?:second|2nd|number two|number 2|no\.? ?2|#2)\b/i,
  /\b(?:third|3rd|number three|number 3|no\.? ?3|#3)\b/i,
  /\b(?:fourth|4th|number four|number 4|no\.? ?4|#4)\b/i,
  /\b(?:fifth|5th|number five|number 5|no\.? ?5|#5)\b/i,
];

/** Which of so many events is meant, from 1. */
function ordinalOf(text: string, count: number): number | null {
  if (/\blast (?:one|event|gig)\b/i.test(text)) return count;
  const at = ORDINALS.findIndex((ordinal) => ordinal.test(text));
  return at < 0 || at >= count ? (count === 1 ? 1 : null) : at + 1;
}

/** It asks something of what was named. */
const ASKS =
  /\b(?:where|when|what time|how (?:much|long|do i get|far|late|many)|who|is|are|does|do|will|tell me|more (?:about|on|info|details?)|details?|describe|explain|what(?:'s| is| are)|which|info|information|address|directions?|start|starts?|ends?|cost)\b/i;
/** What was named, by a word that stands for it. */
const STANDS_FOR =
  /\b(?:it|its|it's|that|that's|thats|this one|they|them|those|these|there|(?:the )?(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)(?: one)?|number [1-5]|#[1-5]|one)\b/i;

/** "Where is it?", "tell me more about the second one". */
function isRecall(
  text: string,
  { topics, named, implied, when, place, unwanted, money, paid }: Reading,
): boolean {
  if (ASKS_MORE.test(text)) return true;
  const types = paid ? 0 : named.length + implied.length;
  const isBare = topics.length + types + place.length + unwanted.length === 0;
  if (!isBare || when !== null || money !== null) return false;
  if (/\b(?:ones|any|more like|cheaper|instead|only|else)\b/i.test(text)) return false;
  return (ASKS.test(text) && STANDS_FOR.test(text)) || ORDINALS.some((ordinal) => ordinal.test(text));
}
