import type { Asked } from '../interpreter.js';
import { isOpen, type Reading } from './reading.js';

const MORE =
  /^(?:(?:is|are) there )?(?:any(?:thing)? |something )?later(?: ones?| (?:that|in the|on in the) (?:day|night)| than that)?\W*$|\b(?:more(?! than)|what else|(?:any|some)(?:thing|where) else|elsewhere|another (?:day|time|place)|others|other (?:ones?|options?|events?|gigs?|jobs?|places?|days?|times?|dates?)|next (?:ones?|page|five)|keep going|continue|go on|different ones?|another one|any others?)\b/i;
/** How a message begins that goes on from the last one. */
const BEGINS_ON =
  /^(?:(?:ok(?:ay)?|so|hmm+|alright|cool|great|thanks|no|yes|yeah|nah|oh|ah|well|please|pls)[\s,.!]+)*(?:and|but|or|only|also|plus|except|minus|(?:any|every|all)\p{L}*(?: \p{L}+)? (?:but|except)|what about|how about|wbt|hbu|how bout|what if|which ones?|which of|instead|same|with|make (?:it|that)|make them|filter|narrow|exclude|not|no|without|none|just (?!look|want|need|show|tell|find|curious|wonder))\b/iu;
/** What points back within it. */
const POINTS_BACK =
  /\b(?:instead|too|as well|ones|any (?:of (?:them|those|these)|other)|(?:of|from|among|between) (?:those|these|them)|those|them|cheaper|cheapest|closer|nearer|earlier|later|sooner|better paid|the same|then|there)\b(?! (?:is|are|any))/i;
/** What a question of its own has. */
const BY_ITSELF =
  /\b(?:what|whats|which|who|anything|something|everything|things?|stuff|show|find|list|happening|happens|looking|want|need|where|events?|activit(?:y|ies)|going on)\b/i;
/** The most words of a message that says only when, where or for how much. */
const MOST_WORDS_OF_CONDITIONS = 7;

/** Whether a message asks for further events of what was asked for. */
export function asksForMore(text: string): boolean {
  return MORE.test(text);
}

/** Whether a message keeps what it does not change of the question before it. */
export function continues(text: string, reading: Reading): boolean {
  if (MORE.test(text) && (isOnlyConditions(reading) || reading.topics.length === 0)) return true;
  if (BEGINS_ON.test(text) || (isOpen(text) && reading.topics.length === 0)) return true;
  if (onlyExcludes(reading)) return true;
  const words = text.split(' ').length;
  if (POINTS_BACK.test(text) && words <= MOST_WORDS_OF_CONDITIONS + 3) return true;
  return isOnlyConditions(reading) && words <= MOST_WORDS_OF_CONDITIONS && !BY_ITSELF.test(text);
}

/** "Anything that isn't a bar." */
function onlyExcludes({ topics, unwanted, when, place }: Reading): boolean {
  return unwanted.length > 0 && topics.length === 0 && when === null && place.length === 0;
}

/** It says when, where or for how much, and not what. */
function isOnlyConditions(reading: Reading): boolean {
  const {
    topics,
    namedTypes,
    impliedTypes,
    when,
    excluded,
    hours,
    place,
    money,
    free,
    paid,
    unwanted,
    order,
    priced,
  } = reading;
  if (topics.length + namedTypes.length + impliedTypes.length > 0)
    return unwanted.length > 0 && topics.length === 0;
  const isSomewhere = place.length + unwanted.length > 0;
  return (
    isSomewhere || (when ?? excluded ?? hours ?? money) !== null || free || paid || order !== null || priced
  );
}

/** More of what was named. */
const ASKS_MORE =
  /^(?:more (?:info|details?)|details?|tell me more|where|when|what time|how much|address|directions)\W*$/i;
/** Which of the events that were named. */
const ORDINALS: readonly RegExp[] = [
  /\b(?:first|1st|number one|number 1|no\.? ?1|#1)\b/i,
  /\b(?:second|2nd|number two|number 2|no\.? ?2|#2)\b/i,
  /\b(?:third|3rd|number three|number 3|no\.? ?3|#3)\b/i,
  /\b(?:fourth|4th|number four|number 4|no\.? ?4|#4)\b/i,
  /\b(?:fifth|5th|number five|number 5|no\.? ?5|#5)\b/i,
];

/** Which of so many events is meant, from 1. */
export function ordinalOf(text: string, count: number): number | null {
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

/** What only somebody asks who means what was named. */
const ASKS_OF_IT =
  /\b(?:what|how much) (?:do|does|will|would) (?:it|that|they|those|this one|the (?:first|second|third|fourth|fifth|last)(?: one)?) pay\b|\bwho(?:'s| is| are|s)? (?:running|hosting|hosts|runs|organi[sz](?:es|ing)|behind|doing|playing|performing|speaking) (?:it|that|this|them|at it|there)\b|\bwhat (?:should|do|can) i (?:need to )?(?:bring|wear)(?: (?:to it|there|for (?:it|that)))?\W*$|\bdo i (?:need|have) to (?:bring|book|register|sign up)(?: anything)?(?: for (?:it|that))?\W*$/i;

/** The same, of what they are like. */
const ASKS_OF_THEM =
  /\bwho(?:'s| is| are)? (?:the )?(?:organi[sz]ers?|hosts?|speakers?|performers?|instructors?)\b|^(?:and |so |ok )*(?:(?:is|are) )?(?:any|all|some|one|none) of (?:that|those|them|these)\b.{0,30}\b(?:free|cost|expensive|cheap)\b|\bhow (?:do|can|would|should) (?:i|we) (?:sign up|register|rsvp|join|reserve|get in|book)(?: (?:for|to) (?:it|that|this|one))?\W*$|\bhow many (?:people|persons|others?|seats?|spots?|places?)\b.{0,30}\b(?:going|go|come|coming|attending|left|there|it)\W*$|^(?:and |so )*which (?:one|of (?:them|those|these))?(?:'s| is| are)? (?:the )?(?:closest|nearest)\b|\bhow long (?:is|does) (?:it|that|this)\b|\bwhat ages?\b|\bcan (?:i|we) bring (?:a|an|my|our|some)\b|\bcan (?:my|our|an?) [\p{L} ]{2,25}? (?:come|join|go)\b(?! to \p{L}{4})|\b(?:are|is) (?:guests?|kids?|children|dogs?|pets?|friends?) (?:allowed|welcome)\b|^(?:and |so )*which (?:one|of (?:them|those|these))?(?:'s| is| are)? (?:the )?(?:cheapest|free|least expensive)\b|\bwho (?:is|'s) (?:it|that|this) for\b|\bwho can (?:come|go|attend)\W*$/iu;

/** What is asked of an event, by its words. */
const ABOUT: readonly (readonly [RegExp, Asked])[] = [
  [
    /^(?:is|are) (?:the )?[\p{L}' ]{2,30}? (?:open|closed)\b(?! (?:to|for|mic|house))|\b(?:opening|closing) (?:hours|times?)\b|\b(?:when|what time|how late) (?:does|do|is|are) (?:the )?[\p{L}' ]{2,30}? (?:open|close|closed)\b(?! (?:to|for|mic|house))/iu,
    'OPENING_HOURS',
  ],
  [/\bhow many\b|\b(?:seats?|spots?|places?|tickets?) (?:are )?(?:still )?left\b|\bsold out\b/i, 'COUNT'],
  [
    /\b(?:cost|price|pric(?:e|ey)|free|how much|fees?|tickets?|expensive|cheap(?:er|est)?|admission)\b/i,
    'PRICE',
  ],
  [/\b(?:closest|nearest|how far|distance)\b/i, 'DISTANCE'],
  [
    /\b(?:sign(?:ing)? up|show(?:ing)? up|register|registration|rsvp|reserve|book|join|get in|walk in|drop in)\b/i,
    'SIGN_UP',
  ],
  [
    /\b(?:bring(?! (?:a|my|our) (?:friend|guest|roommate|kid|partner|dog))|wear|dress code|equipment|gear)\b/i,
    'BRING',
  ],
  [
    /\b(?:age|ages|kids?|child|children|guests?|friends?|bring (?:a|an|my|our|some)|can (?:my|our|an?) [\p{L} ]{2,25}? (?:come|join|go)|students?|beginners?|everyone|who can|for whom|who is (?:it|that|this) for|open to|experience)\b/iu,
    'AUDIENCE',
  ],
  [/\bwho\b(?! can| may| is (?:it|that|this) for)|\borgani[sz]ers?\b/i, 'ORGANIZER'],
  [/\bhow long\b|\blast(?:s|ing)?(?= (?:long|for)\b|\W*$)/i, 'DURATION'],
  [/\b(?:ends?|over|finish(?:es)?|done)\b/i, 'END'],
];

/** What a message asks of events, at most three things; none: what they are. */
export function askedOf(text: string): Asked[] {
  return ABOUT.flatMap(([words, asked]) => (words.test(text) ? asked : [])).slice(0, 3);
}

/** What an event may have: "is there parking", "do any of them serve vegetarian food". */
const THING =
  /(?:^|\band )(?:ok |so |also )*(?:is|are) there (?:any |a |an |free )*(?<is>parking|wi-?fi|food|snacks?|drinks?|alcohol|seating|seats|chairs|wheelchair access|elevator|childcare|restrooms?|bathrooms?|showers?|lockers?)\b|\b(?:any|all|some|one|none) of (?:that|those|them|these)(?: (?:is|are|have|has|serve|offer|include))* (?<has>(?!free|cheap|online|near|close|still|paid|in\b|on\b|at\b|the\b|for\b)\p{L}{3,20})\b/iu;

/** Something that a message asks after in the events that were named. */
export function thingOf(text: string): string | null {
  const { is, has } = THING.exec(text)?.groups ?? {};
  return (is ?? has)?.toLowerCase() ?? null;
}

/** Whether a message means one of the events that were named, and not all. */
export function meansOne(text: string): boolean {
  return (
    /\b(?:it|it's|its|this|this one)\b/i.test(text) &&
    !/\b(?:they|them|those|these|ones|each|any|all)\b/i.test(text)
  );
}

/** Whether a message asks something of the events that were named: "where is it?", "tell me more about the second one". */
export function isRecall(
  text: string,
  { topics, namedTypes, impliedTypes, when, place, unwanted, money, paid }: Reading,
): boolean {
  if (ASKS_MORE.test(text)) return true;
  // "What does it pay?" names no type, and "who is running it?" no topic.
  if (ASKS_OF_IT.test(text) || ASKS_OF_THEM.test(text) || thingOf(text)) return true;
  const types = paid ? 0 : namedTypes.length + impliedTypes.length;
  const isBare = topics.length + types + place.length + unwanted.length === 0;
  if (!isBare || when !== null || money !== null) return false;
  if (/\b(?:ones|any|more like|cheaper|instead|only|else)\b/i.test(text)) return false;
  return (ASKS.test(text) && STANDS_FOR.test(text)) || ORDINALS.some((ordinal) => ordinal.test(text));
}
