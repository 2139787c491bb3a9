import {
  type Exchange,
  type Intent,
  lastShown,
  OF_ALL_SHOWN,
  type Recall,
  type When,
} from '../interpreter.js';
import { asksWhich, startMeant } from './among-shown.js';
import { ARE_OPEN, askedOf, contentOf, detailsOf, isOfIt, ROOM_FOR_US } from './asked.js';
import { asksYesOrNo, namedFirst, nameIn, questionsOf } from './asked-of-one.js';
import { isKnown, topicsOfKind } from './read-topics.js';
import { isOfLength, isOfPay, type Reading } from './reading.js';

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
  /^(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:when (?:do|does|will|are|is) (?:they|he|she)\b(?: (?:play|perform|on|playing|performing|back|home|at home|here|be)){0,4}(?: (?:after (?:that|this)|next))+|(?:(?:when|what)(?:'s| is|'re| are) )?the next (?:(?:home |away )?(?:one|game|match|show|concert|date|time)s?) after (?:that|this|it)(?: one)?|(?:is|are) there (?:another|any other|a later)(?: (?:one|game|match|show|concert|date)s?)? after (?:that|this|it)(?: one)?)\W*$/i;

/** "Ok and ice skating? Do I need my own skates?" */
const OTHER_FIRST = /^(?:ok(?:ay)? )?(?:and|what about|how about) [^.?!]{3,40}\? /i;

/** "What's the second best one?", "the next best after that?" */
const NEXT_BEST =
  /(?:^|[.?!] )(?:(?:and|so|ok(?:ay)?)[\s,]+)*(?:(?:what(?:'?s| is) )?the )?next best(?: (?:one|gig|job|paid|paying))*(?: after (?:that|this|it))?\W*$|\bwhat(?:'?s| is) the (?:second|2nd|third|3rd) (?:(?:best|cheapest|closest|soonest|longest)(?: paid| paying)? )?(?:one|gig|job)\W*$/i;

/** Whether a message asks something of the events that were named: "where is it?", "tell me more about the second one". */
export function isRecall(text: string, reading: Reading): boolean {
  if (asksWhich(text, reading)) return false;
  const { topics, namedTypes, impliedTypes, when, hours, place, unwanted, money, paid, order } = reading;
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
  const isForKids = named.join() === 'AUDIENCE' && FOR_KIDS.test(text);
  const thing = asked ?? detailsOf(questionsOf(text)[0]).thing ?? (isForKids ? 'kids' : null);
  // Who asks whether experience is needed, or for children, asks for no other audience.
  const about = named
    .filter((one) => one !== 'AUDIENCE' || (thing !== 'experience' && !isForKids))
    // What was shown is open as long as it is on.
    .map((one) => (one === 'OPENING_HOURS' ? 'HOURS' : one))
    .filter((one, _, all) => one !== 'END' || !all.includes('HOURS'));
  const endsFirst = ENDS_FIRST.test(text);
  const which = endsFirst ? null : (ordinalOf(text, eventIds.length) ?? (isTheBest(text, before) ? 1 : null));
  const again = AGAIN.test(text);
  const isGuess = which === null && (about.length > 0 || thing !== null || again) && meansOne(text);
  const ends = OF_SOME.test(text) && about.includes('END') ? when : null;
  const starts = startMeant(text, when);
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

const FOR_KIDS = /\b(?:kids?|child(?:ren)?|toddlers?|my (?:little )?(?:son|daughter|nephew|niece))\b/i;

/** "How much are tickets for the concert?" */
const OF_KIND =
  /\b(?:the|that) (concert|game|match|talk|lecture|workshop|exhibition|film|movie|play|tour|tasting|hike|race|fair|market|festival|party|mixer|lesson)\b(?! (?:one|on|at|this|next|after|before)\b)/i;

/** "Which of them closes first?" */
const ENDS_FIRST =
  /\b(?:which|what)(?: (?:ones?|of (?:them|those|these))\b.{0,20}?)?(?:'s| is| will| are)? (?:clos|end|finish)(?:es?|s|ing)? (?:the )?(?:first|soonest|earliest|next(?! (?:week|month|year|\p{L}*day)))\b|\bfirst (?:one )?to (?:close|end|finish)\b/iu;

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
