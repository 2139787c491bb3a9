import { DAY_MS } from '../../../common/instant.js';
import type { EventType } from '../../../events/event.entity.js';
import { listed } from '../../../tagging/words.js';
import { NOW_LASTS, type PartOfDay } from '../day-parts.js';
import { isOfDays } from '../hours.js';
import type { Filters, Hours, Order, Pay, PriceLimit, Topic, When } from '../interpreter.js';
import type { LocalTime, Zone } from '../zone.js';
import { hoursOf } from './find-hours.js';
import { findPay } from './find-pay.js';
import { isOnCampus, peopleNeeded } from './find-people.js';
import { findWhen, partOf, withoutTime } from './find-when.js';
import type { Meaning } from './question-lexicon.js';
import {
  isCommon,
  isKnown,
  MAX_PLACE,
  MAX_TOPICS,
  readPlace,
  readTopics,
  type Subject,
  topicOfCategory,
  topicOfWords,
} from './read-topics.js';
import { reworded, timeTold } from './reword.js';

/** What the words of one message say, before it is settled what they mean together. */
export interface Reading {
  topics: Topic[];
  match: Filters['match'];
  unwanted: Topic[];
  /** What would be nice. */
  wished: Topic[];
  place: string[];
  money: Pay | null;
  when: When | null;
  part: PartOfDay | null;
  /** A time that is not wanted. */
  excluded: When | null;
  hours: Hours | null;
  themes: string[];
  onCampus: boolean;
  people: number | null;
  /** The types that are named, and those that go without saying. */
  namedTypes: EventType[];
  impliedTypes: EventType[];
  free: boolean;
  /** Work for nothing is a topic, and of gigs a condition. */
  volunteers: boolean;
  paid: boolean;
  order: Order | null;
  priced: boolean;
}

/** "no sports", "anything but jazz": up to the next part of the sentence. */
const UNWANTED =
  /\b(?:(?:any|every)thing but|nothing to do with|nothing(?: with| about| like)?|but not|not|no|non|without|except(?: for)?|other than|besides|avoid|hate|never (?:really )?(?:liked|enjoyed|loved)|(?:suck|bad|terrible|awful|horrible|no good|not good) (?:at|with)|can'?t (?:stand|do)|don'?t (?:like|want|(?:need|have) to be)|isn'?t|aren'?t|(?:do|does)(?:n'?t| not) (?:involve|include|require)|not (?:into|interested in|a fan of)) (?!i\b|i'?m\b|we\b|wait\b|sorry\b|actually\b|like\b|what\b|pa(?:y|ying|id)\b|charge|cost|cover|money|fee|sure|more\b|later|earlier|too\b|very|that|this|so\b|only|just|really|matter|problem|idea|clue|thanks?|worries|exp|experience|at all|far|to\b|else|on\b|is\b|happen|going|be\b|have|know|\d)(?:any |a |an |the |into |interested in |really into |about |of |to |with |more )*(.{2,60}?)(?=\s+(?:on|at|in|for|this|next|please|but|near|today|tonight|tomorrow|around|that|who|which|tho|though|thanks|pls|lol|any|anything|something|what|is there|are there)\b|\s*[;,:?!.()]|\s*$)/giu;
/** Unwanted things that say nothing of an event, and what one need not do there. */
const WITHOUT =
  /\b(?:don'?t|do not|doesn'?t|without|not) (?:have|having|need|needing|require)(?! to be an? )(?: to)?\b(?:(?! (?:and|but|any (?=\p{L}+ (?:i|where|that|for|on|this)\b))\b)[^,.;!?]){0,40}(?!\p{L})|\b(?:not|no|without|except(?: for)?|other than) (?:an? |any |prior |making |having )*(?:experience|exp|problem|idea|clue|worries|car|appointments?|reservations?|registration|sign-?up|rsvp|tickets?|team|partner)\b/giu;

/** "at the Ohio Union", "near Thompson Library": up to the next such word or sign. */
const PLACE =
  /(?<!\b(?:look|looking|looks|(?:i'm|am|are|be) (?:good|great|bad)|better) )\b(?:at|near|inside|around|close to|closer to|closest to|nearer to|next to|in the|by the|over at)\s+(?:the\s+)?(?!(?:\p{L}+ )?(?:sciences|humanities|arts)\W*(?:$|[,;.?!])|least|most|all|home|night|once|here|me\b|work\b|now\b|noon|midnight|moment|morning|afternoon|evening)(.{2,60}?)(?=\s+(?:on|for|with|that|which|who|in|at|this|next|from|to|and|or|about|near|during|sold|open|still|going|happening|please|pls|then|today|tonight|tomorrow|instead|too|something|anything)\b|\s*[;,:?!.()]|\s*$)/iu;
/** "in" surely names a place only before a capital: one can also tutor in calculus. */
const IN_PLACE = /\bin\s+((?:\p{Lu}[\p{L}\p{N}']*\s*){1,5})/u;

/** "Ideally outdoors", "bonus points for free food": up to the end of that part of the sentence. */
const WISH =
  /,?\s*\b(?:(?:and|but) )?(?:preferably|ideally|hopefully|(?:bonus|extra)(?: points?)? (?:if|for)|even better if|(?:i|we)(?:'d| would) prefer)\b([^,.;!?]*)/i;

/** Reads a message by rules. Takes time in the square of its length, which the caller limits. */
export function readMessage(text: string, local: LocalTime): Reading {
  const wanted = readWishes(reworded(text), local);
  const reading = { ...wanted, onCampus: isOnCampus(text), people: peopleNeeded(text) };
  const when = hasTime(reading) ? null : findWhen(timeTold(text), local).when;
  return when === null || (when.to !== null && when.to <= local.now) ? reading : { ...reading, when };
}

function hasTime({ when, part, excluded, hours }: Reading): boolean {
  return (when ?? part ?? excluded ?? hours) !== null;
}

function readWishes(said: string, local: LocalTime): Reading {
  const [whole, wish] = WISH.exec(said) ?? [];
  if (whole === undefined) return readWanted(said, local);
  const wanted = readWishes(said.replace(whole, ' ; '), local);
  const wished = readWanted(wish!, local);
  return settled(wanted) === null ? wished : withWish(wanted, wished);
}

/** A wished topic or place is no condition. A time or a price is one, which is given up where nothing meets it. */
function withWish(wanted: Reading, wish: Reading): Reading {
  const place = wish.place.length > 0 ? [{ ...topicOfWords(wish.place.join(' ')), headOnly: true }] : [];
  return {
    ...wanted,
    unwanted: [...wanted.unwanted, ...wish.unwanted],
    wished: [...wish.topics, ...place],
    money: wanted.money ?? wish.money,
    when: wanted.when ?? wish.when,
    hours: wanted.hours ?? wish.hours,
    part: wanted.part ?? wish.part,
    excluded: wanted.excluded ?? wish.excluded,
    free: wanted.free || wish.free,
    paid: wanted.paid || wish.paid,
    priced: wanted.priced || wish.priced,
    order: wanted.order ?? wish.order,
  };
}

function readWanted(text: string, local: LocalTime): Reading {
  const { pay: money, rest: unpaid } = findPay(text);
  const { when, part, excluded, hours, themes, rest: undated } = findWhen(unpaid, local);
  const unwanted: string[] = [];
  const wanted = undated.replace(WITHOUT, ' ').replace(UNWANTED, (_, what: string) => {
    unwanted.push(what);
    return ' ; ';
  });
  const [, name = ''] = PLACE.exec(wanted) ?? IN_PLACE.exec(wanted) ?? [];
  const place = readPlace(name).slice(0, MAX_PLACE);
  const { topics, match, meanings } = readTopics(place.length > 0 ? wanted.replace(name, ' ; ') : wanted);
  const without = readUnwanted(unwanted);
  return {
    ...{ topics, match, place, money, when, part, excluded, hours, themes },
    onCampus: false,
    people: null,
    wished: [],
    unwanted: [
      ...without.topics,
      ...meanings.flatMap(({ without }) => (without ? topicOfWords(...listed(without)) : [])),
      ...meanings.flatMap(({ withoutCategories = [] }) => withoutCategories.map(topicOfCategory)),
    ],
    namedTypes: namedTypesOf(meanings, without.meanings),
    impliedTypes: typesIn(meanings.map(({ implies }) => implies)),
    free: meanings.some(({ free, words }) => free && !words),
    volunteers: meanings.some(({ free, words }) => free && words),
    paid: meanings.some(({ paid }) => paid),
    order: meanings.find(({ order }) => order)?.order ?? null,
    priced: [...meanings, ...without.meanings].some(({ priced }) => priced),
  };
}

/** What is not wanted. "No country music" leaves other music. */
function readUnwanted(unwanted: string[]): Pick<Subject, 'topics' | 'meanings'> {
  const each = unwanted.map((what) => {
    const { topics, meanings } = readTopics(what, { each: true });
    const narrow = topics.filter((topic) => topic.category === null && !isCommon(topic));
    const isOne = narrow.length > 0 && !/\b(?:and|or)\b|[,&]/i.test(what);
    // "Not a sports event" wants other events.
    const whole = topics.length > 0 ? meanings.map((meaning) => ({ ...meaning, type: undefined })) : meanings;
    return { topics: isOne ? narrow : topics, meanings: whole };
  });
  return {
    topics: each.flatMap(({ topics }) => topics).slice(0, MAX_TOPICS),
    meanings: each.flatMap(({ meanings }) => meanings),
  };
}

/** "No gigs" means events. */
function namedTypesOf(meanings: Meaning[], unwanted: Meaning[]): EventType[] {
  const other = typesIn(unwanted.map(({ type }) => type)).map((type) => (type === 'GIG' ? 'EVENT' : 'GIG'));
  return other.length > 0 ? other : typesIn(meanings.map(({ type }) => type));
}

function typesIn(each: (EventType | undefined)[]): EventType[] {
  return [...new Set(each.filter((type) => type !== undefined))];
}

/**
 * The filters that a reading means as a whole: the type first, then what "free", "paid" and an amount mean for it. Null where
 * it asks for nothing.
 */
export function settled(reading: Reading): Filters | null {
  const { namedTypes: named, money, when, place, unwanted, themes } = reading;
  // Who has no money and asks what is free, or for jazz, does not want to work.
  const wantsOther = reading.free || (reading.priced && reading.topics.some(isKnown));
  const isBroke = wantsOther && named.length === 0 && isOnly(reading.impliedTypes, 'GIG');
  const implied = isBroke ? [] : reading.impliedTypes;
  const isGig = named.includes('GIG') || (named.length === 0 && isOnly(implied, 'GIG'));

  const isPrice = money !== null && !isGig && (named.length + implied.length > 0 || isLimit(money));
  const pay = isPrice ? null : (money ?? (reading.paid ? ANY_PAY : null));
  // Who asks for free food asks for no other price.
  const isOfFreeFood = reading.topics.some(
    ({ category, words }) => category === null && words.includes('free food'),
  );
  const priced = isPrice || (!isGig && reading.priced && !isOfFreeFood && !(isBroke && reading.free));

  const type = typeOf(named, pay ? ['GIG'] : implied, reading.free);
  // Volunteers' gigs are those that pay nothing; volunteering at large is a topic.
  const isUnpaid = type === 'GIG' && reading.volunteers;
  // What a gig is like stands in its text.
  const said =
    type === 'GIG' ? reading.topics.map((topic) => ({ ...topic, headOnly: false })) : reading.topics;
  const topics = isUnpaid ? said.filter(({ category }) => category !== 'COMMUNITY_SERVICE') : said;

  const free = reading.free || isUnpaid;
  const asksNothing = !type && topics.length + unwanted.length + place.length === 0;
  if (asksNothing && !free && !pay && !priced && !when && !reading.hours?.isWanted) return null;
  const { match } = reading;
  return {
    type,
    topics,
    match,
    unwanted,
    wished: reading.wished,
    place,
    free,
    pay,
    order: orderOf(reading.order, type, when),
    priced,
    price: isPrice ? priceLimitOf(money) : null,
    when: type === 'GIG' && when && isNow(when) ? null : when,
    hours: reading.hours,
    themes,
    onCampus: reading.onCampus,
    people: type === 'GIG' ? reading.people : null,
  };
}

function isOnly(types: EventType[], type: EventType): boolean {
  return types.length === 1 && types[0] === type;
}

/** A gig that there is right now is one to apply for. */
function isNow({ from, to }: When): boolean {
  return to !== null && to - from === NOW_LASTS;
}

/** Whether an order is one of gigs. */
export function isOfPay(order: Order | null): boolean {
  return order === 'BEST_PAID' || order === 'MOST_PAID';
}

/** Only gigs pay, and the latest is the last of a time that ends; of all times it is what is new. */
function orderOf(order: Order | null, type: EventType | null, when: When | null): Order | null {
  const isMeant = isOfPay(order) ? type === 'GIG' : order !== 'LATEST' || when?.to != null;
  return isMeant ? order : null;
}

/** More than nothing. */
const ANY_PAY: Pay = { least: 0, most: null, strictly: true, currency: null, per: null };

/** "Under $20": no pay an hour, and no pay of at least something. */
function priceLimitOf({ most, least, per, strictly }: Pay): PriceLimit | null {
  return most !== null && least === null && per === null ? { most, strictly } : null;
}

/** "Under $20" is a price, unless the question is about gigs. */
function isLimit(money: Pay): boolean {
  return priceLimitOf(money) !== null;
}

/** The type that is named, else implied; "free" implies events. */
function typeOf(named: EventType[], implied: EventType[], isFree: boolean): EventType | null {
  const types = named.length > 0 ? named : implied;
  if (types.length > 1) return null;
  return types[0] ?? (isFree ? 'EVENT' : null);
}

/** A message with what the ones before it said and it does not change. Another type of event begins a new subject. */
export function carriedOn(before: Reading, next: Reading, text: string, zone: Zone): Reading {
  const switches = next.namedTypes.length > 0 && next.topics.length === 0 && isOther(before, next);
  const kept: Reading = switches ? { ...before, ...NO_SUBJECT } : before;
  const adds = ADDS.test(text) && next.topics.length > 0 && kept.topics.length > 0;
  const narrows =
    (NARROWS.test(text) || corrects(text, next)) &&
    next.topics.length === 1 &&
    kept.topics.length > 0 &&
    kept.match !== 'ANY';
  return {
    topics:
      adds || narrows
        ? [...kept.topics, ...next.topics].slice(0, MAX_TOPICS)
        : some(next.topics, kept.topics),
    match: narrows ? 'ALL' : adds ? 'ANY' : next.topics.length > 0 ? next.match : kept.match,
    unwanted: [...kept.unwanted, ...next.unwanted].slice(-MAX_TOPICS),
    wished: some(next.wished, kept.wished),
    place: ANYWHERE.test(text) ? [] : some(next.place, kept.place),
    money:
      next.money ??
      (next.free || ANY_PRICE.test(text) || (isOfPay(next.order) && !OF_THOSE.test(text))
        ? null
        : kept.money),
    ...timeOf(kept, next, text, zone),
    part: next.part,
    excluded: null,
    themes: next.when ? next.themes : kept.themes,
    onCampus: next.onCampus || kept.onCampus,
    people: next.people ?? kept.people,
    namedTypes:
      next.namedTypes.length > 0 ? next.namedTypes : next.impliedTypes.length > 0 ? [] : kept.namedTypes,
    impliedTypes:
      next.namedTypes.length + next.impliedTypes.length > 0 ? next.impliedTypes : kept.impliedTypes,
    free: next.free || (kept.free && !next.paid && !next.money && !ANY_PRICE.test(text)),
    volunteers: next.volunteers || (kept.volunteers && next.topics.length === 0),
    paid: next.paid || (kept.paid && !next.free),
    order: next.order ?? kept.order,
    priced: next.priced || kept.priced,
  };
}

/** "No, I mean the college team", of soccer; "just the ones about internships". */
function corrects(text: string, { topics }: Reading): boolean {
  if (/\b(?:just|only) the ones? (?:about|with|on|for)\b/i.test(text)) return true;
  const isUnknown = !topics.some(isKnown);
  return isUnknown && /\bi mean(?:t)? the\b/i.test(text);
}

/** "Which of those pays the most" does not want others. */
const OF_THOSE = /\b(?:of|from|among) (?:those|these|them)\b/i;

const NO_SUBJECT = {
  topics: [],
  unwanted: [],
  wished: [],
  money: null,
  free: false,
  volunteers: false,
  paid: false,
  order: null,
  priced: false,
};

/**
 * "In the evening" is that of the day, or of the days, that are spoken of; "not on Saturday" leaves the rest of the time; "the
 * day after" is another day at the same hours, and "the weekend after" another weekend.
 */
function timeOf(kept: Reading, next: Reading, text: string, zone: Zone): Pick<Reading, 'when' | 'hours'> {
  const { when: before } = kept;
  const hours = next.hours ?? kept.hours;
  if (ANYTIME.test(text)) return { when: null, hours: next.hours };
  if (!before) return { when: next.when, hours };
  if (OF_SAME_DAY.test(text) && next.hours && !isOfDays(before)) {
    const { begins, ends, said } = next.hours;
    return { when: partOf(before, [begins, ends, said], zone), hours: null };
  }
  if (WEEKDAY_AFTER.test(text) && next.when) return { when: firstAfter(before, next.when, zone), hours };
  if (NEXT_DAY.test(text) && !isOfDays(before)) return { when: moved(before, DAY_MS, zone), hours };
  if (NEXT_WEEK.test(text) && (isOfDays(before) || !/weekend/i.test(text)))
    return { when: moved(before, 7 * DAY_MS, zone), hours };
  const isWeekendAfter = /\bweekend\b/i.test(text) && NEXT_WEEK.test(text) && next.when?.to != null;
  if (isWeekendAfter && next.when!.to! > before.from)
    return { when: moved(next.when!, 7 * DAY_MS, zone), hours };
  if (next.part)
    return isOfDays(before)
      ? { when: before, hours: hoursOf(next.part, true) }
      : { when: partOf(before, next.part, zone), hours: null };
  if (next.excluded && !next.when) return { when: withoutTime(before, next.excluded), hours };
  return { when: next.when ?? before, hours };
}

const OF_SAME_DAY = /\b(?:the )?(?:same|that) day\b/i;

const NEXT_DAY =
  /\b(?:the )?(?:(?<!\b(?:same|that) )day after(?! tomorrow)|next day|following day|day later)\b/i;

const NEXT_WEEK =
  /\b(?:(?:week|weekend) (?:after(?: that| next)?|later)|following (?:week|weekend))(?=[\s,.!?]*$)/i;

/** "The Saturday after that." */
const WEEKDAY_AFTER =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day after(?: (?:that|this|next))?(?=[\s,.!?]*(?:$|instead\b|please\b|maybe\b))/i;

/** The same local times in the first week that begins after another time. */
function firstAfter(before: When, when: When, zone: Zone): When {
  const isEarlier = when.from < (before.to ?? before.from + 1);
  return isEarlier ? firstAfter(before, moved(when, 7 * DAY_MS, zone), zone) : when;
}

/** The same local times, some whole days later. */
function moved({ from, to }: When, by: number, zone: Zone): When {
  const later = (time: number) => zone.instantOf(zone.wallOf(time) + by);
  return { from: later(from), to: to === null ? null : later(to) };
}

/** Whether a message gives up the place, the time or the price that was spoken of. */
export function isOpen(text: string): boolean {
  return ANYWHERE.test(text) || ANYTIME.test(text) || ANY_PRICE.test(text);
}

const ADDS =
  /^(?:or(?! (?:just|maybe just|rather)\b)|also|plus|and also|as well as)\b|\b(?:too|as well)\W*$/i;
/** "Is there one online?" is asked of what was asked for. */
const NARROWS =
  /\b(?:ones?|any|it|that|them|those|some)\b.{0,12}\b(?:online|virtual(?:ly)?|on zoom|over zoom|remote(?:ly)?|outdoors?|outside)\W*$/i;
const ANYWHERE = /\b(?:anywhere(?: else)?|other places?|any place|somewhere else|elsewhere)\b/i;
const ANY_PRICE =
  /\b(?:(?:doesn'?t|does not|don'?t|do not|need not|needn'?t) (?:have|need) to be (?:free|cheap)|not necessarily free|any price|(?:happy|willing) to pay|paid (?:ones? )?(?:is|are) (?:ok(?:ay)?|fine|good|cool)(?: too)?)\b/i;
const ANYTIME = /\b(?:any ?time|any day|whenever|other (?:days?|times?|dates?)|another (?:day|time))\b/i;

function some<Item>(next: Item[], kept: Item[]): Item[] {
  return next.length > 0 ? next : kept;
}

function isOther(before: Reading, next: Reading): boolean {
  const was = before.namedTypes[0] ?? before.impliedTypes[0] ?? null;
  return was !== next.namedTypes[0] || next.namedTypes.length > 1;
}
