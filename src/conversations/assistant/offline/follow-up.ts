import { isDate, isOpen } from './carried-on.js';
import { isCommon } from './read-topics.js';
import { isOfLength, type Reading } from './reading.js';
import { COUNTS, PLAYS_NEXT, RELATIVE } from './recall.js';
import { wantsOf } from './wants.js';

const MORE =
  /^(?:and |what(?:'s| is)? |ok )*(?:comes )?after (?:that|this|those)(?: one)?\W*$|^(?:(?:is|are) there )?(?:any(?:thing)? |something )?later(?: ones?| (?:that|in the|on in the) (?:day|night)| than that)?\W*$|\b(?:(?<!\bpays? |\bpaying |\bearns? )more(?! (?:than|into|of an?|in total|money|chill|relax\p{L}*|quiet|fun|casual|lively|romantic|low[- ]?key|laid[- ]back|active|exciting|interesting|affordable)\b)|what else|(?:any|some)(?:thing|where) else|elsewhere|another (?:day|time|date|place)|others|other (?:ones?|options?|events?|gigs?|jobs?|places?|days?|times?|dates?)|next (?:ones?|page|five)|keep going|continue|go on|different ones?|another one|any others?)\b/iu;
/** How a message begins that goes on from the last one. */
const BEGINS_ON =
  /^(?:(?:ok(?:ay)?|so|hmm+|alright|cool|great|thanks|thank you|no|yes|yeah|nah|oh|ah|well|please|pls)[\s,.!]+)*(?:and|but|or|only|also|plus|except|minus|(?:any|every|all)\p{L}*(?: \p{L}+)? (?:but|except)|what about|how about|wbt|hbu|how bout|what if|which ones?|which of|which (?=(?:pays?|lasts?|starts?|ends?) (?:the )?(?:best|most|better|more|longest|first|earliest|latest|soonest)\b|(?:is|are) (?:closing|ending|starting|running|still|on|open)\b|(?:is|are) (?:the )?(?:best|better|shortest|longest|cheapest|soonest|earliest|latest)\b)|(?:is|are) there (?:one|some|any (?=(?:by|with|for|in|on|at|near|that|which|before|after)\b))\b|instead|same|with|make (?:it|that)|make them|filter|narrow|exclude|not|no|without|none|(?:is|are) there also\b|(?:i|we)'?d (?:prefer (?:something|anything)|(?:like|love) (?:something|anything) (?:\p{L}+)\W*$)|just (?!look|want|need|show|tell|find|curious|wonder)|nah|nope|(?:(?:they|he|she|we|i|my \p{L}+)(?:'re|'m|'s| are| am| is)?(?: both| all| really| also| more| mostly| mainly)* (?:likes?|loves?|enjoys?|prefers?|into|a fan of|fans of)))\b/iu;
/** What points back within it. */
const POINTS_BACK =
  /\b(?:instead|too|as well|ones|any (?:of (?:them|those|these)|other)|(?:of|from|among|between) (?:those|these|them)|those|them|cheaper|cheapest|closer|nearer|earlier|later|sooner|better paid|the same|same (?:day|time|place)|that (?:day|night|evening|weekend|week)|they|then|there)\b(?! (?:is|are|any))/i;
/** "Any shows in December?" */
const ANY_DATE = /^(?:(?:and|ok(?:ay)?|so)[\s,]+)?(?:(?:is|are) there )?(?:any|more|other) /i;
/** "Anything this Friday?" */
const ANYTHING_THEN =
  /^(?:(?:and|ok(?:ay)?|so)[\s,]+)?(?:is there )?anything (?!else\b|going\b|happening\b|good\b|fun\b)/i;
const MOST_WORDS_OF_ANYTHING = 5;
/** "Any of it online?" */
const OF_IT = /^(?:(?:and|but|so)[\s,]+)?(?:is |are )?any of (?:it|them|those|these)\b/i;
/** "Any outdoors?", "beginner friendly?", "something chill". */
const ANY_SUCH =
  /^(?:(?:(?:any|ones?|only|just|something|anything|but|and)(?: (?:that are|of them))? )*(?:online|virtual|outdoors?|outside|indoors?|remote)|(?:(?:is|are) (?:it|they|any(?: of them)?) )?(?:beginner|kid|family|student|wheelchair|dog)[- ]?friendly|(?:something|anything)(?: (?:a (?:bit|little)|more|kinda|pretty))? (?:chill|low[- ]?key|laid[- ]back|casual|lively|different))\W*$/i;
/** "I meant something about space." */
const MEANS = /^(?:(?:no|sorry|oh|well)[\s,]+)*(?:i|we) meant? (?!it\b|that\b)/i;
/** "For the whole family?" */
const FOR_SUCH = /^(?:(?:only|just|any|anything|something|ones) )*for (?:[\p{L}'-]+ ?){1,4}\W*$/iu;
/** "Anything musical?" */
const ASKS_FOR_SUCH =
  /^(?:(?:and|ok(?:ay)?|but|hmm)[\s,]+)?(?:anything|something)(?: (?:more|a bit|a little))? \S+(?: \S+)?\W*$/i;
/** "Something quieter, and free." */
const ASKS_FOR_MORE_SO =
  /^(?:(?:and|ok(?:ay)?|but|hmm)[\s,]+)?(?:anything|something)(?: (?:a bit|a little))? (?:(?:more|less) \p{L}+|(?!other\b|under\b|over\b|after\b|near|later\b|ever\b)\p{L}{3,}er)\b/iu;
/** What a question of its own has. */
const BY_ITSELF =
  /\b(?:what|whats|which|who|anything|something|everything|things?|stuff|show|find|list|happening|happens|looking|want|need|where|events?|activit(?:y|ies)|going on)\b/i;
/** The most words of a message that says only when, where or for how much. */
const MOST_WORDS_OF_CONDITIONS = 7;

/** Whether a message asks for further events of what was asked for. */
export function asksForMore(text: string): boolean {
  return MORE.test(text);
}

/** "More", "show me more please". */
export function onlyAsksForMore(text: string): boolean {
  return /^(?:(?:show|give|tell)(?: me| us)? |any |and |ok(?:ay)?,? |yes,? )*more(?: please| pls)?\W*$/i.test(
    text.trim(),
  );
}

/** Whether a message keeps what it does not change of the question before it. */
export function continues(message: string, reading: Reading): boolean {
  const text = wantsOf(message);
  if (MORE.test(text) && (isOnlyConditions(reading) || reading.topics.length === 0)) return true;
  if (
    COUNTS.test(text) ||
    PLAYS_NEXT.test(text) ||
    FOR_SUCH.test(text) ||
    ANY_SUCH.test(text) ||
    OF_IT.test(text) ||
    RELATIVE.test(text) ||
    MEANS.test(text) ||
    BEGINS_ON.test(text) ||
    (isOpen(text) && reading.topics.length === 0)
  )
    return true;
  if (onlyExcludes(reading) || excludesDays(reading) || onlyOrders(text, reading)) return true;
  const words = text.split(' ').length;
  const isOfDates = reading.topics.length > 0 && reading.topics.every(isDate);
  if (isOfDates && reading.when !== null && ANY_DATE.test(text) && words <= MOST_WORDS_OF_CONDITIONS)
    return true;
  if (
    ANYTHING_THEN.test(text) &&
    isOnlyConditions(reading) &&
    reading.when !== null &&
    words <= MOST_WORDS_OF_ANYTHING
  )
    return true;
  if (ASKS_FOR_SUCH.test(text) && reading.topics.length > 0 && reading.when === null) return true;
  if (ASKS_FOR_MORE_SO.test(text) && reading.topics.every(isCommon) && reading.when === null) return true;
  if (isOnlyOfMoney(reading) && words <= MOST_WORDS_OF_CONDITIONS) return true;
  if (POINTS_BACK.test(text) && words <= MOST_WORDS_OF_CONDITIONS + 3) return true;
  return isOnlyConditions(reading) && words <= MOST_WORDS_OF_CONDITIONS && !BY_ITSELF.test(text);
}

/** "Anything that isn't a bar", "something quieter, no concerts". */
function onlyExcludes({ topics, unwanted, when, place }: Reading): boolean {
  return unwanted.length > 0 && topics.every(isCommon) && when === null && place.length === 0;
}

/** "Who is playing the soonest, and where?", "anything in the mornings?" */
function onlyOrders(
  text: string,
  { topics, unwanted, namedTypes, when, hours, lasts, order, place }: Reading,
): boolean {
  const isBare = [topics, unwanted, namedTypes, place].every(({ length }) => length === 0);
  return isBare && when === null && ((hours ?? lasts) !== null || isOfLength(order) || ORDERS.test(text));
}

const ORDERS = /\b(?:soonest|earliest|latest)\b/i;

/** "Saturday doesn't work. Sunday?" */
function excludesDays({ topics, hours }: Reading): boolean {
  return topics.every(isCommon) && hours?.isWanted === false && hours.days !== undefined;
}

/** "Anything free?", "anything that doesn't cost money?" */
function isOnlyOfMoney({ free, priced, paid, money, when, place, ...rest }: Reading): boolean {
  const isOfMoney = free || priced || paid || money !== null;
  const { topics, unwanted, namedTypes, impliedTypes } = rest;
  return (
    isOfMoney &&
    when === null &&
    [topics, unwanted, namedTypes, impliedTypes, place].every(({ length }) => length === 0)
  );
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
    lasts,
    place,
    money,
    free,
    paid,
    unwanted,
    order,
    priced,
    campus,
  } = reading;
  if (topics.length + namedTypes.length + impliedTypes.length > 0)
    return unwanted.length > 0 && topics.length === 0;
  const isSomewhere = campus !== null || place.length + unwanted.length > 0;
  return (
    isSomewhere ||
    (when ?? excluded ?? hours ?? lasts ?? money) !== null ||
    free ||
    paid ||
    order !== null ||
    priced
  );
}
