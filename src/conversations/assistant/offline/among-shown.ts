import {
  ANYTHING,
  type Filters,
  type Intent,
  OF_ALL_SHOWN,
  type Order,
  PLAIN_SEARCH,
  type Recall,
  type Search,
  type When,
} from '../interpreter.js';
import { askedOf, contentOf, detailsOf } from './asked.js';
import { DAY, MONTH, weekdayNamed } from './day-names.js';
import { isKnown } from './read-topics.js';
import { ofWorkingDays, type Reading, settled } from './reading.js';

/** "The one on December 3." */
export const ONE_ON =
  /\bwhere(?:'s| is) (?:that|it|this)(?: one)? (?:on|this|next|tomorrow|tonight)\b|\bthe one in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\bthe (?:one|show|game|match|concert|date|performance)s? (?:on|this|next|at|tonight|today|tomorrow)\b|(?<!\blike )\bthe (?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s)? (?:one|show|game|performance)\b/i;

const ONE_OF_WEEKDAY = new RegExp(
  String.raw`\bthe (?:one )?(?:on )?(${DAY})\b(?!,? (?:the )?(?:\d|${MONTH}))`,
  'i',
);

/** When the one of those that were shown starts that a message means: "the Thursday one", "the one on December 3". */
export function startMeant(text: string, when: When | null): Recall['starts'] {
  if (when === null || !ONE_ON.test(text)) return null;
  const weekday = weekdayNamed(ONE_OF_WEEKDAY.exec(text)?.[1] ?? '');
  return weekday === null ? when : { ...when, weekday };
}

/** "Which one has snacks", "which of the two can sign off my hours". */
const WHICH_HAS =
  /^(?:(?:and|so|ok(?:ay)?|but)[\s,]+)*(?:which|what) (?:ones?|of (?:them|those|these|the (?:two|three|four|five)))(?: ones?)? (?:has|have|can|could|will|would|does|gives?|serves?|offers?|lets?|allows?|takes?|includes?|comes? with|(?:is|are)(?! (?:on|in|at|the|free|cheap(?:er|est)?|next|first|last|least)\b))\b(?<asked>.{3,60})/i;

/** "What companies?", "which bands will be there". */
const BARE_WHAT =
  /^(?:(?:and|so|ok(?:ay)?|but)[\s,]+)*(?:what|which) (?:(?:kinds?|types?|sorts?) of )?(?!(?:else|other|about|if|time|day|date|one|ones|now|next|is|are|was|do|does|can|should|free|more)\b)(?<asked>\p{L}{3,20}(?: \p{L}{3,20})?)(?: (?:is it|is on|are (?:there|they|coming|going|playing|invited)|will (?:be there|come|they have|it be)|do they (?:have|play|serve|sell|show)|is (?:playing|showing)))?\W*$/iu;

/** "What movie?" asks it of what was shown; "what movies?" asks for others. */
const WHAT_IT_IS =
  /\b(?:what|which)(?: (?:kind|type|sort) of)? (?:movie|film|band|music|play|book|food|game|sport)(?: is it| is on| is playing)?\W*$/i;

/** "Will my service hours be confirmed?", "do we get a certificate?" */
const DETAIL_FOR_US =
  /^(?:(?:and|so|ok(?:ay)?|but|also)[\s,]+)*(?:(?:will|do|does|is|are) (?:my|our|i|we|they)|(?:can|could) (?:i|we) do (?:it|that|this))\b(?!.*\b(?:any(?:thing)?|some(?:thing|where)?|events?|gigs?|jobs?|things|find|go|see|hear|watch|play|dance|learn|work|have(?! to)|volunteer|become|else|other|more)\b)(?<asked>.{3,60})/i;
const HAS =
  /\b(?:has|have|gives?|serves?|offers?|allows?|includes?|comes? with|(?:better|best|good|ok(?:ay)?|fine|suitable) for)\b/i;
const OURS = /\b(?:my|our)\b/i;
const NEGATES = /\b(?:not|no|none|never|without|except)\b|n't\b/i;

/** What is asked of those that were shown, by words that only their texts may have; undefined where it is asked so of none. */
export function recallByContent(
  text: string,
  reading: Reading,
  otherwise: Intent | null = null,
): Recall | undefined {
  const { topics, unwanted, namedTypes, when, hours, money, free, order, place } = reading;
  const starts = startMeant(text, when);
  if (starts) {
    const { thing, about } = detailsOf(text);
    const isOne = thing !== null || about.length > 0 || /\bthe ones? /i.test(text) || topics.length === 0;
    if (isOne) return { ...OF_ALL_SHOWN, about, thing, starts, otherwise };
  }
  const isCondition =
    (when ?? hours ?? money ?? order) !== null ||
    free ||
    place.length + unwanted.length + namedTypes.length > 0;
  const asksWhatItIs = WHAT_IT_IS.test(text);
  const hasKnown = topics.some(isKnown) && !asksWhatItIs;
  const bare = hasKnown ? null : BARE_WHAT.exec(text);
  const whichHas = WHICH_HAS.exec(text);
  const { asked } = (whichHas ?? DETAIL_FOR_US.exec(text) ?? bare)?.groups ?? {};
  const negates =
    asked && !/\bdo (?:it|that|this)\b/i.test(text) && NEGATES.test(asked.replace(/\bwho\b.*/i, ''));
  if (asked === undefined || isCondition || negates) return undefined;
  const about = askedOf(text);
  if (hasKnown && (about.length > 0 || !(HAS.test(text) || OURS.test(text)))) return undefined;
  if (about.some((what) => what !== 'AUDIENCE')) return whichHas ? { ...OF_ALL_SHOWN, about } : undefined;
  const thing = contentOf(asked);
  if (thing === null) return undefined;
  return {
    ...OF_ALL_SHOWN,
    thing,
    onlyWithThing: !ENDS_WITH_IT.test(text) && !asksWhatItIs,
    otherwise,
  };
}

/** "Do I need to speak good English for this?" surely means what was shown. */
const ENDS_WITH_IT = /\b(?:for|at|in|of|about) (?:this|it|that|them|those|these)\W*$/i;

/** Characters of a question that asks a detail and tells nothing beside it. */
const MAX_DETAIL = 60;

/** How a question begins that is not one for other events. */
const ASKS_DETAIL =
  /^(?:(?:and|so|ok(?:ay)?|but)[\s,]+)*(?:(?:from|until|till|by|since) when|can|could|may|do|does|is|are|will|when)\b(?!.*\b(?:any|anything|something|some|other|else|more|events?|gigs?|jobs?)\b)/i;

/** What somebody does with the thing that is asked for. */
const DOES_IT = /\b(?:buy|borrow|rent|get|come|go|take|use|have|bring|find)\b/gi;

/** "Can I borrow a blazer there?" */
const IS_THERE = /\bthere\W*$/i;

/**
 * What a short question asks of what was shown, in words that its text may have: "from when can you buy rush tickets", "can I come late?";
 * undefined where what it means is known.
 */
export function recallByDetail(text: string, otherwise: Intent): Recall | undefined {
  if (text.length > MAX_DETAIL || !ASKS_DETAIL.test(text)) return undefined;
  if (!isUnknownHere(otherwise) && !(otherwise.kind === 'SEARCH' && IS_THERE.test(text))) return undefined;
  const thing = contentOf(text.replace(DOES_IT, ' '));
  return thing === null ? undefined : { ...OF_ALL_SHOWN, thing, onlyWithThing: true, otherwise };
}

/** Whether a message means nothing that is known: neither a topic nor a time, nor how the service works. */
function isUnknownHere(meant: Intent): boolean {
  if (meant.kind === 'SMALL_TALK') return meant.about === 'OTHER';
  if (meant.kind === 'HELP') return meant.topics.join() === 'TICKETS';
  if (meant.kind === 'RECALL' || meant.carriesOn) return false;
  const { type, topics, when, hours, place, order } = meant.filters;
  return !topics.some(isKnown) && place.length === 0 && (type ?? when ?? hours ?? order) === null;
}

/** "Which of these take place in the daytime?" */
const WHICH_OF_SHOWN =
  /^(?:(?:and|so|ok(?:ay)?|but|then)[\s,]+)*(?:(?:which|what)(?: ones?)? of (?:these|those|them)|any of (?:these|those|them)(?= (?:next|this|on|tonight|tomorrow|today|after|before)\b)|(?:which|what) ones?(?= (?:is|are|starts?|begins?|costs?)(?: the)? (?:latest|last|earliest|first|soonest|cheap(?:er|est)|least)\b))(?<asked>[^.?!]*)/i;

/** "Which of those starts latest?" */
const ORDERED_BY: readonly (readonly [RegExp, Order])[] = [
  [/\b(?:starts?|begins?|is|are)(?: the)? (?:latest|last)\b/i, 'LATEST'],
  [/\b(?:starts?|begins?|is|are)(?: the)? (?:earliest|first|soonest|next)\b/i, 'SOONEST'],
];

/** "Which of them is cheapest?" */
const CHEAPEST = /\b(?:cheap(?:er|est)|least expensive|most affordable|costs? (?:the )?least)\b/i;

function orderIn(text: string): Order | undefined {
  return ORDERED_BY.find(([pattern]) => pattern.test(text))?.[1];
}

/**
 * What is asked of which of those that were shown: the ones that meet its conditions, or what their texts say; undefined where it asks so of
 * none.
 * @param read reads a sentence by itself
 */
export function amongShown(
  text: string,
  read: (sentence: string) => Reading,
  otherwise: Intent,
): Intent | undefined {
  const { asked } = WHICH_OF_SHOWN.exec(text)?.groups ?? {};
  if (asked === undefined) return undefined;
  const order = orderIn(asked);
  if (order && otherwise.kind !== 'HELP') return ofShown({ ...ANYTHING, order }, otherwise);
  if (CHEAPEST.test(asked)) return ofShown({ ...ANYTHING, priced: true }, otherwise);
  const reading = read(asked);
  const { people } = reading;
  if (people !== null) return { ...ofShown({ ...ANYTHING, people }, otherwise), about: ['POSITIONS'] };
  const own = {
    ...reading,
    topics: reading.topics.filter(isKnown),
    unwanted: /\bwithout\b/i.test(asked) ? reading.unwanted.filter(isKnown) : reading.unwanted,
    impliedTypes: [],
    priced: false,
  };
  const found = settled(own);
  const areGigs = otherwise.kind === 'SEARCH' && otherwise.filters.type === 'GIG';
  const filters = found?.hours && areGigs ? { ...found, hours: ofWorkingDays(found.hours) } : found;
  const thing = contentOf(asked);
  // Where it is asked what they are about, others are no answer.
  const isOfTopic = filters !== null && filters.topics.length > 0 && (filters.when ?? filters.hours) === null;
  const told = isOfTopic && thing !== null ? { ...OF_ALL_SHOWN, thing } : otherwise;
  if (filters) return ofShown(filters, told);
  return thing === null ? undefined : { ...OF_ALL_SHOWN, thing, otherwise };
}

/** A search among those that were shown. */
function ofShown(filters: Filters, otherwise: Intent): Search {
  return { ...PLAIN_SEARCH, filters, ofShown: true, otherwise };
}

/** Whether a message asks which of those that were shown meet a condition, and not what they are. */
export function asksWhich(text: string, { free, campus, people }: Reading): boolean {
  if (!WHICH_OF_SHOWN.test(text)) return false;
  return free || campus !== null || people !== null || CHEAPEST.test(text) || orderIn(text) !== undefined;
}
