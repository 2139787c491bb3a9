import {
  ANYTHING,
  type Exchange,
  type Intent,
  lastShown,
  OF_ALL_SHOWN,
  type Order,
  PLAIN_SEARCH,
  type Recall,
  type When,
} from '../interpreter.js';
import { ARE_OPEN, askedOf, contentOf, detailsOf, isOfIt, ROOM_FOR_US } from './asked.js';
import { asksYesOrNo, namedFirst, nameIn, questionsOf } from './asked-of-one.js';
import { isKnown, topicsOfKind } from './read-topics.js';
import { isOfLength, isOfPay, type Reading, settled } from './reading.js';

/** More of what was named. */
const ASKS_MORE =
  /^(?:(?:and|so|ok(?:ay)?) )?(?:what(?:'?s| is| are) the (?=(?:entry|entrance|ticket|registration|cover|admission|fee|cost|price)))?(?:more (?:info|details?)|details?|tell me more|where|when|what time|(?:until|till) when|how long|how much|address|directions|(?:(?:entry|entrance|ticket|registration) )?(?:fees?|costs?|prices?|admission|cover(?: charge)?))\W*$/i;
/** Which of the events that were named. */
const ORDINALS: readonly RegExp[] = [
  /\b(?:(?:the|that|this|of) (?:very )?first|first (?:one|event|gig|job|show|game|concert|date)|1st|number one|number 1|no\.? ?1|#1)\b|^(?:(?:and|ok(?:ay)?|so)[\s,]+)*(?:the )?first\W*$/i,
  /\b(?:second|2nd|the (?:one|game|show|date) after(?: (?:that|this|it))?(?=\W*$)|number two|number 2|no\.? ?2|#2|next best)\b/i,
  /\b(?:third|3rd|number three|number 3|no\.? ?3|#3)\b/i,
  /\b(?:fourth|4th|number four|number 4|no\.? ?4|#4)\b/i,
  /\b(?:fifth|5th|number five|number 5|no\.? ?5|#5)\b/i,
];

/** The answer that a message speaks of: the last that named events, or of "the second one" the last that named so many. */
export function meantExchange(text: string, earlier: Exchange[]): Exchange | undefined {
  const last = lastShown(earlier);
  const at = ORDINALS.findIndex((ordinal) => ordinal.test(text));
  const count = last?.eventIds.length ?? 0;
  // Where one of several was told of, its number is that among them.
  if (at < 0 || count > Math.max(at, 1)) return last;
  return earlier.findLast(({ eventIds }) => eventIds.length > Math.max(at, 1)) ?? last;
}

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

/** What only somebody asks who means what was named. */
const ASKS_OF_IT: readonly RegExp[] = [
  /\bwhat (?:kind|sort|type|genre)s? of (?:[\p{L}-]+ ){0,2}(?:is|are|does|do|will) (?:it|that|this|they|he|she)\b/iu,
  /\b(?:what|how much) (?:do|does|will|would) (?:it|that|they|those|this one|the (?:first|second|third|fourth|fifth|last)(?: one)?) pay\b/iu,
  /\bwho(?:'s| is| are|s)? (?:offering|offers|offered|posting|posted|made|created|running|hosting|hosts|runs|putting|organi[sz](?:es|ing)|behind|doing|playing|plays|performing|speaking|speaks|teaching|teaches|leading|leads|presenting|presents|giving|gives) (?:it|that|this|them|at it|there|the (?:first|second|third|fourth|fifth|last)(?: one)?)\b/iu,
  /\bwho(?:'s| is| are) (?:playing|performing|speaking|teaching)\W*$/iu,
  /\b(?:address|directions|deadline)\b(?: (?:of|for|to) (?:it|that|this|there|them|the (?:first|second|third|fourth|fifth|last)(?: one)?))?\W*$/iu,
  /\bhow (?:do|can|would) (?:i|we) get there\W*$/iu,
  /\b(?:until|till|by) when can (?:i|we) apply\b/iu,
  /\bwhat (?:should|do|can) (?:i|we) (?:need to )?(?:bring|wear)(?: (?:or|and) (?:bring|wear))?(?: (?:to it|there|for (?:it|that)))?\W*$/iu,
  /\bdo (?:i|we|you) (?:need|have|got) to (?:bring|book|register|rsvp|reserve|sign up)(?: anything)?(?: for (?:it|that|this|them|those|these|any of (?:them|those|these)))?(?: (?:beforehand|in advance|ahead(?: of time)?|first|before|early|online))?(?:\W*$|\?)/iu,
  /\bwhat (?:would|do|will|should) (?:i|we|you) (?:have|need|get) to do(?: (?:there|for it|in it|at it))?\W*$/iu,
];

/** The same, of what they are like. */
const ASKS_OF_THEM: readonly RegExp[] = [
  /\b(?:is|are) there (?:an? |any )?(?:student |senior |group |military )?(?:discounts?|rates?)\b/iu,
  /^(?:any )?(?:student |senior |group )?discounts?\W*$/iu,
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:do|does|will|would) (?:it|they|those|these|any of (?:it|them|those|these)) cost (?:anything|money|something|a lot)\W*$/iu,
  /\bhow much (?:money )?(?:do|would|will|can|could) (?:i|we|you) (?:get|earn|make)(?: for (?:it|that|this))?(?: (?:in total|in all|altogether|all together|overall|there|if i work.*))?\W*$/iu,
  /\b(?:can|could|may) (?:i|we) still (?:go|come|join)\W*$/iu,
  /\b(?:is|are) there (?:still |enough )*(?:space|room|seats|spots|places) (?:for|left)\b/iu,
  /\bwho(?:'s| is| are)? (?:the )?(?:organi[sz]ers?|hosts?|speakers?|performers?|soloists?|conductors?|headliners?|openers?|coach(?:es)?|instructors?|teachers?|leaders?)\b/iu,
  /\bis (?:it|that|this) (?:(?:only|just|open|ok(?:ay)?|good|suitable|appropriate|fine) )+(?:for|to)\b/iu,
  /\b(?:are|is) (?:the )?(?:tickets?|admission|entry) (?:free|expensive|cheap)\b/iu,
  /\bhow many (?:people|persons|workers|helpers|positions) (?:do|are) (?:they|it|needed)\b/iu,
  /^(?:and |so |ok )*(?:(?:is|are) )?(?:any|all|some|one|none) of (?:that|those|them|these)\b.{0,30}\b(?:free|cost|expensive|cheap)\b/iu,
  /\bhow (?:do|can|would|should) (?:i|we) (?:sign up|register|rsvp|join|reserve|get in|book)(?: (?:for|to) (?:it|that|this|one))?\W*$/iu,
  /\bhow many (?:people|persons|others?|seats?|spots?|places?)\b.{0,30}\b(?:going|go|come|coming|attending|left|there|it)\W*$/iu,
  /^(?:and |so )*which (?:one|of (?:them|those|these))?(?:'s| is| are)? (?:the )?(?:closest|nearest)\b/iu,
  /\bhow (?:much|expensive|pricey) (?:is|are) (?:the |a )?(?:tickets?|entry|admission|entrance|it|they|that)\b/iu,
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:what|how much) (?:do|does|is|are|would|will) (?:an? |the )?(?:(?:student|general|adult|child|regular|single)s? )?(?:tickets?|admission|entry)(?: cost)?\W*$/iu,
  /\bhow long (?:is|does) (?:it|that|this)\b/iu,
  /\bwhat ages?\b/iu,
  /\bcan (?:i|we) bring (?:a|an|my|our|some)\b/iu,
  /\bcan (?:my|our|an?) [\p{L}\d -]{2,25}? (?:come|join|go)\b(?! to \p{L}{4})/iu,
  /\bis it ok for an? [\p{L}\d -]{2,25}/iu,
  /^(?:(?:and|so|but)[\s,]+)*(?:do|would|will|must) (?:i|we|you) (?:still )?(?:have|need|got) to pay(?: (?:for|to get in|anything|something)\b[^.?!]{0,20})?\W*$/iu,
  /\b(?:are|is) (?:guests?|kids?|children|dogs?|pets?|friends?) (?:allowed|welcome)\b/iu,
  /^(?:and |so )*which (?:one|of (?:them|those|these))?(?:'s| is| are)? (?:the )?(?:cheapest|free|least expensive)\b/iu,
  /\bwho (?:is|'s) (?:it|that|this) for\b/iu,
  /\bwho can (?:come|go|attend)\W*$/iu,
  /\b(?:do|does|will|would) (?:my|our|an?|the) [\p{L}\d -]{2,25}? need (?:an?|her|his|their|any)(?: own)? tickets?\b/iu,
  /^(?:(?:and|so|but)[\s,]+)*(?:do|can) (?:i|we) get in(?: (?:with|without|for) [^,.?!]{2,30})?\W*$/iu,
];

/** "Can I get my resume looked at before the first one?" */
const BESIDE_ONE = /\b(?:before|after) (?:the )?(?:first|second|third|fourth|fifth|last)(?: one)?\W*$/i;

/** "Where exactly do I go for the first one". */
const NUMBERED =
  /\b(?:the )?(?:first|second|third|fourth|fifth|last) one\b|\bnumber (?:[1-5]|one|two|three|four|five)\b/i;

/** "Any of them closing this week?" */
const OF_SOME =
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:is |are )?(?:any|all|some|one|none) of (?:them|those|these)\b/i;

/** Whether a message means one of the events that were named, and not all. */
function meansOne(text: string): boolean {
  return (
    /\b(?:it|it's|its|this|this one)\b/i.test(text) &&
    !/\b(?:they|them|those|these|ones|each|any|all|cost anything|is it free)\b/i.test(text)
  );
}

/** "When is it offered again?", "is it every week?" */
const AGAIN =
  /\b(?:is|are|does|do|will|when's) (?:it|that|this|they|those|the same (?:one|show|event|class|thing))\b(?! \p{L}*day)(?! (?:any|some|there))[^.?!]{0,20}\b(?:again|every (?:week|month|day|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|weekly|monthly|regularly|also (?:on |held )?(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|more than once|(?:on )?(?:some |any )?(?:another|other) (?:day|time|date)s?|repeat(?:ed|s)?)(?: after (?:that|this))?(?:\W*$|, (?:i|we)\b)|\b(?:can't|cannot|can not|won't be able to|couldn't)(?: (?:make|do|go|come|attend))?\b.{0,25}\b(?:is there|are there|any|when(?:'s| is))\b.{0,12}\b(?:another|other|later|next) (?:one|date|day|time|session|showing|performance|class)s?\W*$|\bhow often (?:is|are|does|do) (?:it|that|they)\b|^(?:(?:and|ok(?:ay)?|so|but)[\s,]+)*when else (?:is|are|does|do|can|could) (?:it|that|they|i|we)\b/iu;

/** "Is there one on campus that is free?" */
const LOOKS_FOR_ONE =
  /\b(?:is|are) there (?:one|ones|any|some) (?=(?:on campus|near|this|next|on|that|which|in|at|for|sooner|earlier|later|cheaper|closer)\b)/i;

/** "How many are there?": what was looked for, which is counted. */
export const COUNTS =
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*how many (?:more |others? |of (?:them|those|these) )?(?:(?:are|is) (?:there|left|on)|(?:do|have) you (?:have|got|know))(?: (?:of (?:them|those)|in (?:total|all)|more|altogether|left))*\W*$/i;

/** "That pay more than 20", of gigs: a clause of what was asked before. */
export const RELATIVE =
  /^(?:that|who) (?:pays?|are|ha(?:s|ve)|starts?|ends?|lasts?|needs?|do(?:es)?n'?t|costs?|serves?|includes?|offers?|involves?)\b(?!.*\?)/i;

/** "When do they play after that?": what comes after the days that were spoken of. */
export const PLAYS_NEXT =
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*when (?:do|does|will|are|is) (?:they|he|she)\b(?: (?:play|perform|on|playing|performing|back|home|at home|here|be)){0,4} (?:after (?:that|this)|next)\W*$/i;

/** "Ok and ice skating? Do I need my own skates?" */
const OTHER_FIRST = /^(?:ok(?:ay)? )?(?:and|what about|how about) [^.?!]{3,40}\? /i;

/** "What's the second best one?", "the next best after that?" */
const NEXT_BEST =
  /(?:^|[.?!] )(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:(?:what(?:'?s| is) )?the )?next best(?: (?:one|gig|job|paid|paying))*(?: after (?:that|this|it))?\W*$|\bwhat(?:'?s| is) the (?:second|2nd|third|3rd) (?:(?:best|cheapest|closest|soonest|longest)(?: paid| paying)? )?(?:one|gig|job)\W*$/i;

/** Whether a message asks something of the events that were named: "where is it?", "tell me more about the second one". */
export function isRecall(
  text: string,
  {
    topics,
    namedTypes,
    impliedTypes,
    when,
    hours,
    place,
    unwanted,
    money,
    free,
    paid,
    order,
    onCampus,
  }: Reading,
): boolean {
  if (WHICH_OF_SHOWN.test(text) && (free || onCampus || CHEAPEST.test(text) || orderIn(text))) return false;
  if (
    LOOKS_FOR_ONE.test(text) ||
    COUNTS.test(text) ||
    PLAYS_NEXT.test(text) ||
    BESIDE_ONE.test(text) ||
    RELATIVE.test(text)
  )
    return false;
  if (ASKS_MORE.test(text) || ENDS_FIRST.test(text) || AGAIN.test(text)) return true;
  // "What does it pay?" names no type, and "who is running it?" no topic.
  if ([...ASKS_OF_IT, ...ASKS_OF_THEM].some((asks) => asks.test(text))) return true;
  const isOfTime = (when ?? hours) !== null;
  const hasKnown = topics.some(isKnown);
  if (ROOM_FOR_US.test(text) && !isOfTime && !hasKnown) return true;
  if (isOfIt(text) && !isOfTime) return true;
  const { thing, of } = detailsOf(text);
  if (thing !== null && !of && !(hasKnown && OTHER_FIRST.test(text))) return true;
  if (NEXT_BEST.test(text)) return true;
  const asked = askedOf(text);
  if (NUMBERED.test(text) && asked.length > 0) return true;
  if (OF_SOME.test(text) && asked.length > 0 && (!isOfTime || asked.includes('END'))) return true;
  if (
    asked.includes('APPLY_BY') &&
    namedTypes.length + topics.filter(({ words }) => words[0] !== 'apply').length === 0 &&
    (when === null || /\blast day\b/i.test(text)) &&
    nameIn(text).length === 0
  )
    return true;
  if (ARE_OPEN.test(text)) return true;
  const types = paid ? 0 : namedTypes.length + impliedTypes.length;
  const isBare = topics.length + types + place.length + unwanted.length === 0;
  const isSorted = isOfLength(order) || isOfPay(order);
  if (!isBare || isSorted || (when ?? hours ?? money) !== null) return false;
  if (/\b(?:ones|any(?:thing)?|something|things|stuff|more like|cheaper|instead|only|else)\b/i.test(text))
    return false;
  return (ASKS.test(text) && STANDS_FOR.test(text)) || ORDINALS.some((ordinal) => ordinal.test(text));
}

/**
 * What is asked of the events that the last answer named.
 * @param when the time that a message speaks of
 */
export function recallOf(
  text: string,
  { text: before, eventIds }: Exchange,
  when: When | null = null,
): Recall {
  const { thing: asked, about: named } = detailsOf(text);
  const thing = asked ?? detailsOf(questionsOf(text)[0]).thing;
  // Who asks whether experience is needed asks for no other audience.
  const about = named.filter((one) => one !== 'AUDIENCE' || thing !== 'experience');
  const endsFirst = ENDS_FIRST.test(text);
  const which = endsFirst ? null : (ordinalOf(text, eventIds.length) ?? (isTheBest(text, before) ? 1 : null));
  const again = AGAIN.test(text);
  const isGuess = which === null && (about.length > 0 || thing !== null || again) && meansOne(text);
  const ends = OF_SOME.test(text) && about.includes('END') ? when : null;
  const starts = ONE_ON.test(text) ? when : null;
  const [, kind] = OF_KIND.exec(text) ?? [];
  return {
    ...OF_ALL_SHOWN,
    among: eventIds,
    kinds: topicsOfKind(kind),
    which: isGuess ? 1 : which,
    isGuess,
    about: endsFirst ? ['END'] : about,
    thing: endsFirst ? null : thing,
    ends,
    starts,
    endsFirst,
    again,
  };
}

/** "How much are tickets for the concert?" */
const OF_KIND =
  /\b(?:the|that) (concert|game|match|talk|lecture|workshop|exhibition|film|movie|play)\b(?! (?:one|on|at|this|next|after|before)\b)/i;

/** "Which of them closes first?" */
const ENDS_FIRST =
  /\b(?:which|what)(?: (?:ones?|of (?:them|those|these))\b.{0,20}?)?(?:'s| is| will| are)? (?:clos|end|finish)(?:es?|s|ing)? (?:the )?(?:first|soonest|earliest|next(?! (?:week|month|year|\p{L}*day)))\b|\bfirst (?:one )?to (?:close|end|finish)\b/iu;

/** "The one on December 3." */
export const ONE_ON =
  /\bwhere(?:'s| is) (?:that|it|this)(?: one)? (?:on|this|next|tomorrow|tonight)\b|\bthe one in (?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b|\bthe (?:one|show|game|match|concert|date|performance)s? (?:on|this|next|at|tonight|today|tomorrow)\b|(?<!\blike )\bthe (?:mon|tues|wednes|thurs|fri|satur|sun)day(?:'s)? (?:one|show|game|performance)\b/i;

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
  if (when && ONE_ON.test(text)) {
    const { thing, about } = detailsOf(text);
    const isOne = thing !== null || about.length > 0 || /\bthe ones? /i.test(text) || topics.length === 0;
    if (isOne) return { ...OF_ALL_SHOWN, about, thing, starts: when, otherwise };
  }
  const isCondition =
    (when ?? hours ?? money ?? order) !== null ||
    free ||
    place.length + unwanted.length + namedTypes.length > 0;
  const hasKnown = topics.some(isKnown) && !WHAT_IT_IS.test(text);
  const bare = hasKnown ? null : BARE_WHAT.exec(text);
  const { asked } = (WHICH_HAS.exec(text) ?? DETAIL_FOR_US.exec(text) ?? bare)?.groups ?? {};
  const negates =
    asked && !/\bdo (?:it|that|this)\b/i.test(text) && NEGATES.test(asked.replace(/\bwho\b.*/i, ''));
  if (asked === undefined || isCondition || negates) return undefined;
  const about = askedOf(text);
  if (hasKnown && (about.length > 0 || !(HAS.test(text) || OURS.test(text)))) return undefined;
  if (about.some((what) => what !== 'AUDIENCE'))
    return WHICH_HAS.test(text) ? { ...OF_ALL_SHOWN, about } : undefined;
  const thing = contentOf(asked);
  if (thing === null) return undefined;
  return {
    ...OF_ALL_SHOWN,
    thing,
    onlyWithThing: !ENDS_WITH_IT.test(text) && !WHAT_IT_IS.test(text),
    otherwise,
  };
}

/** "Do I need to speak good English for this?" surely means what was shown. */
const ENDS_WITH_IT = /\b(?:for|at|in|of|about) (?:this|it|that|them|those|these)\W*$/i;

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
  if (order && otherwise.kind !== 'HELP')
    return { ...PLAIN_SEARCH, filters: { ...ANYTHING, order }, ofShown: true, otherwise };
  if (CHEAPEST.test(asked))
    return { ...PLAIN_SEARCH, filters: { ...ANYTHING, priced: true }, ofShown: true, otherwise };
  const reading = read(asked);
  const own = {
    ...reading,
    topics: reading.topics.filter(isKnown),
    unwanted: /\bwithout\b/i.test(asked) ? reading.unwanted.filter(isKnown) : reading.unwanted,
    impliedTypes: [],
    priced: false,
  };
  const filters = settled(own);
  const thing = contentOf(asked);
  // Where it is asked what they are about, others are no answer.
  const isOfTopic = filters !== null && filters.topics.length > 0 && (filters.when ?? filters.hours) === null;
  const told = isOfTopic && thing !== null ? { ...OF_ALL_SHOWN, thing } : otherwise;
  if (filters) return { ...PLAIN_SEARCH, filters, ofShown: true, otherwise: told };
  return thing === null ? undefined : { ...OF_ALL_SHOWN, thing, otherwise };
}

const APPLIES_TO_IT =
  /\bapply (?:for|to) (?:it|this(?: one)?|that(?: one)?|(?:the )?(?:first|second|third|fourth|fifth|last)(?: one| gig| job)?|(?:number|no\.?|#) ?[1-5])\W*$/i;

/** "Where is it and how do I get tickets?" */
const WHERE_IS_IT =
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:where|when|what time)(?:'?s| is| are) (?:it|that|this|they)\b/i;

/** "Until when can I apply for the first one?", "how do we get tickets for that?" */
export function asksOfShown(text: string): boolean {
  const isOfGig = askedOf(text).some((asked) => asked === 'APPLY_BY' || asked === 'POSITIONS');
  const [first, second] = questionsOf(text);
  // "Do I need experience and how do I apply?"
  const isOfBoth = second !== undefined && (detailsOf(first).thing !== null || WHERE_IS_IT.test(first));
  const isOfTickets =
    /\btickets?\b.{0,12}\b(?:it|that|this|them|those|there)\b|\bdo (?:i|we|they|you) need (?:an? |any )?tickets?\W*$/i.test(
      text,
    );
  return isOfGig || isOfBoth || isOfTickets || APPLIES_TO_IT.test(text);
}

/** What is asked of one that it names by words: "how late does the dj one go"; undefined where it asks nothing so. */
export function recallByName(text: string, { eventIds }: Exchange, otherwise: Intent): Recall | undefined {
  const named = nameIn(text);
  const { thing: asked, about } = detailsOf(text);
  // "Do I get service hours for the pantry?"
  const isOther = asked === null && about.length === 0 && asksYesOrNo(text);
  const thing = isOther ? contentOf(text.replace(new RegExp(named.join('[ -]'), 'i'), ' ')) : asked;
  const isAsked =
    about.length > 0 || thing !== null || namedFirst(text) !== undefined || ASKS_WHEN_OR_WHERE.test(text);
  if (named.length === 0 || eventIds.length === 0 || !isAsked) return undefined;
  return { ...OF_ALL_SHOWN, about, thing, named, otherwise };
}

const ASKS_WHEN_OR_WHERE =
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:when|what time|where)(?:'s)? (?:is|does|do|will|are|was)?\b/i;

/** What is asked of one of a kind: "when does the game end?"; undefined where more than the kind is said. */
export function recallByKind(text: string, last: Exchange, otherwise: Intent): Recall | undefined {
  if (otherwise.kind !== 'SEARCH' || !OF_KIND.test(text)) return undefined;
  const { topics, when, place } = otherwise.filters;
  const recall = recallOf(text, last);
  const isMore = topics.length > 1 || place.length > 0 || when !== null;
  return isMore || recall.about.length === 0 || last.eventIds.length === 0
    ? undefined
    : { ...recall, otherwise };
}

/** Whether "it" stands for the one that was asked for: "which pays the most?", "and where is that?" */
function isTheBest(text: string, asked: string): boolean {
  const isOne =
    /\b(?:it|it's|that|that's|this|there)\b/i.test(text) && !/\b(?:they|them|those|these|ones)\b/i.test(text);
  return isOne && ASKS_FOR_BEST.test(asked);
}

const ASKS_FOR_BEST =
  /\b(?:which|what|who)(?: one|'s| is)?\b.{0,30}\b(?:best|most|cheapest|soonest|next|first|earliest|closest|nearest|highest)\b/i;
