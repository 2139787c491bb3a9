import { DAY_MS, HOUR_MS } from '../../../common/instant.js';
import { EVENING } from '../../../events/event-window.js';
import { partNamed } from '../day-parts.js';
import { isOfDays } from '../hours.js';
import type { Topic, When } from '../interpreter.js';
import type { LocalTime, Zone } from '../zone.js';
import { startOfDay } from './date-span.js';
import { namesDay } from './day-names.js';
import { hoursOf } from './find-hours.js';
import { partOf, withoutTime } from './find-when.js';
import { anyOf, isKnown, MAX_TOPICS } from './read-topics.js';
import { isOfLength, isOfPay, type Reading } from './reading.js';
import { PLAYS_NEXT } from './recall.js';

/** A message with what the ones before it said and it does not change. Another type of event begins a new subject. */
export function carriedOn(before: Reading, said: Reading, text: string, local: LocalTime): Reading {
  // "Any shows in December?", of Twelfth Night.
  const next =
    before.topics.length > 0 && said.topics.length > 0 && said.topics.every(isDate)
      ? { ...said, topics: [] }
      : said;
  const switches = next.namedTypes.length > 0 && next.topics.length === 0 && isOther(before, next);
  const kept: Reading = switches ? { ...before, ...NO_SUBJECT } : before;
  const adds = ADDS.test(text) && next.topics.length > 0 && kept.topics.length > 0;
  const isForThem =
    FOR_WHOM.test(text) && kept.topics.length > 0 && next.topics.every(({ forWhom }) => forWhom);
  const choice = kept.match === 'ANY' ? anyOf(kept.topics) : undefined;
  const keptTopics = choice ? [choice] : kept.topics;
  const narrows =
    (NARROWS.test(text) || corrects(text, next) || (kept.season !== null && ONLY.test(text))) &&
    next.topics.length === 1 &&
    keptTopics.length > 0 &&
    (kept.match !== 'ANY' || keptTopics.length === 1);
  return {
    topics: isForThem
      ? kept.topics
      : adds || narrows
        ? [...(narrows ? keptTopics : kept.topics), ...next.topics].slice(0, MAX_TOPICS)
        : some(next.topics, kept.topics),
    match: narrows ? 'ALL' : adds ? 'ANY' : next.topics.length > 0 && !isForThem ? next.match : kept.match,
    unwanted: [...kept.unwanted, ...next.unwanted].slice(-MAX_TOPICS),
    wished: isForThem ? [...kept.wished, ...next.topics] : some(next.wished, kept.wished),
    place: ANYWHERE.test(text) ? [] : some(next.place, kept.place),
    money:
      next.money ??
      (next.free || ANY_PRICE.test(text) || (isOfPay(next.order) && !OF_THOSE.test(text))
        ? null
        : kept.money),
    ...timeOf(kept, next, text, local),
    part: next.part,
    lasts: next.lasts ?? (isOfLength(next.order) ? null : kept.lasts),
    excluded: null,
    themes: next.when ? next.themes : kept.themes,
    season: next.season ?? kept.season,
    campus: next.campus ?? (ANYWHERE.test(text) ? null : kept.campus),
    people: ALONE.test(text) ? null : (next.people ?? kept.people),
    namedTypes:
      next.namedTypes.length > 0
        ? next.namedTypes
        : next.impliedTypes.length > 0 && !/\bones\b/i.test(text)
          ? []
          : kept.namedTypes,
    impliedTypes:
      next.namedTypes.length + next.impliedTypes.length > 0 ? next.impliedTypes : kept.impliedTypes,
    free: next.free || (kept.free && !next.paid && !next.money && !ANY_PRICE.test(text)),
    volunteers: next.volunteers || (kept.volunteers && next.topics.length === 0),
    paid: next.paid || (kept.paid && !next.free),
    order: next.order ?? kept.order,
    priced: next.priced || kept.priced,
  };
}

/** "No, I mean the college team", of soccer; "just the ones about internships"; "only the foreign ones", of films. */
function corrects(text: string, { topics }: Reading): boolean {
  if (/\b(?:just|only) the ones? (?:about|with|on|for|by)\b/i.test(text)) return true;
  const isUnknown = !topics.some(isKnown);
  return (
    isUnknown &&
    (/\bi mean(?:t)? the\b|\b(?:just|only) the .{2,30} ones?\b/i.test(text) || FOR_WHOM.test(text))
  );
}

/** "Only music please", of Christmas. */
const ONLY = /\b(?:only|just)\b/i;

/** "For the whole family", "with other women", "beginner friendly?" */
const FOR_WHOM =
  /^(?:beginner|kid|family)[- ]?friendly\W*$|^(?:(?:and|but|ok(?:ay)?|are there|is there|any|ones?|something|anything|only|just|suitable|good)[\s,]+)*(?:for|with)\b(?! (?:food|music|dinner|lunch))/i;

/** Whether it is what every event of a kind is called. */
export function isDate({ said }: Topic): boolean {
  return /^(?:shows?|games?|performances?|dates?|showings?|screenings?|sessions?)$/i.test(said);
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
  lasts: null,
};

/**
 * "In the evening" is that of the day, or of the days, that are spoken of; "not on Saturday" leaves the rest of the time; "the
 * day after" is another day at the same hours, and "the weekend after" another weekend.
 */
function timeOf(
  kept: Reading,
  next: Reading,
  text: string,
  { now, zone }: LocalTime,
): Pick<Reading, 'when' | 'hours'> {
  const { when: before } = kept;
  const hours = next.hours ?? kept.hours;
  if (ANYTIME.test(text)) return { when: null, hours: next.hours };
  // "And on a weekday?", of a weekend.
  const days = next.hours?.isWanted && !next.when ? next.hours.days : undefined;
  if (before && days && !hasDay(before, days, zone)) return { when: null, hours: next.hours };
  if (!before) return { when: next.when, hours };
  if (SOONER.test(text) && !next.when && before.from > now)
    return { when: { from: now, to: before.from }, hours };
  if (OF_SAME_DAY.test(text) && next.hours && !isOfDays(before)) {
    const { begins, ends, said } = next.hours;
    return { when: partOf(before, [begins, ends, said], zone), hours: null };
  }
  const goesOn =
    PLAYS_NEXT.test(text) || (LATER.test(text) && (isOfDays(before) || next.hours?.isWanted === false));
  if (goesOn && !next.when && before.to !== null) return { when: { from: before.to, to: null }, hours };
  if (WEEKDAY_AFTER.test(text) && next.when) return { when: firstAfter(before, next.when, zone), hours };
  if (NEXT_DAY.test(text) && !isOfDays(before)) return { when: moved(before, DAY_MS, zone), hours };
  if (DAY_BEFORE.test(text) && !next.when && !isOfDays(before))
    return { when: moved(before, -DAY_MS, zone), hours };
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
  const when = next.when && !namesDay(text) ? atHourOf(before, next.when, zone) : next.when;
  return { when: when ?? before, hours };
}

/** "At 9?" of an evening is 9 in that evening. */
function atHourOf(before: When, when: When, zone: Zone): When {
  const length = (when.to ?? Number.POSITIVE_INFINITY) - when.from;
  if (before.to === null || before.to - before.from > DAY_MS || length > DAY_MS / 4) return when;
  const hour = startOfDay(zone.wallOf(before.from)) + (zone.wallOf(when.from) % DAY_MS);
  const begins = [0, DAY_MS / 2, DAY_MS].map((later) => zone.instantOf(hour + later));
  const from = begins.find((begin) => begin >= before.from && begin < before.to!);
  return from === undefined ? when : { from, to: from + length };
}

/** Whether one of some weekdays is within a time. */
function hasDay({ from, to }: When, days: number[], zone: Zone): boolean {
  if (to === null || to - from > 7 * DAY_MS) return true;
  const first = startOfDay(zone.wallOf(from));
  const count = Math.ceil((zone.wallOf(to) - first) / DAY_MS);
  return Array.from({ length: count }, (_, at) => new Date(first + at * DAY_MS).getUTCDay()).some((day) =>
    days.includes(day),
  );
}

/** The hour at which an afternoon begins. */
const [NOON] = partNamed('afternoon');

/**
 * "And Saturday?" of Friday night is Saturday night, and "tomorrow?" of "after 9 tonight" is after 9. Whoever asks of tonight alone
 * asks for what is left of a day.
 */
export function atSameHours(before: When | null, next: When | null, { now, zone }: LocalTime): When | null {
  if (!before || before.to === null || !next || next.to === null) return next;
  const dayOf = (time: number) => startOfDay(zone.wallOf(time));
  const hour = (zone.wallOf(before.from) % DAY_MS) / HOUR_MS;
  const isByClock = hour !== NOON && hour !== EVENING;
  const isLater = before.from > now && (dayOf(before.from) > dayOf(now) || isByClock);
  const isPart = before.to - before.from < 0.75 * DAY_MS && isLater;
  const isDay =
    zone.wallOf(next.from) === dayOf(next.from) && zone.wallOf(next.to) === dayOf(next.from) + DAY_MS;
  if (!isPart || !isDay) return next;
  const moved = (time: number) => zone.instantOf(zone.wallOf(time) - dayOf(before.from) + dayOf(next.from));
  return { from: moved(before.from), to: moved(before.to) };
}

const OF_SAME_DAY = /\b(?:the )?(?:same|that) day\b/i;

/** "Is there one sooner?" */
const SOONER = /\b(?:sooner|any earlier|(?:one|ones|anything|something) earlier)\b(?! in the day| that day)/i;

/** "Is there one later?", of a weekend. */
const LATER = /\b(?:one|ones) later\b(?! (?:in the day|that day|on))/i;

const NEXT_DAY =
  /\b(?:the )?(?:(?<!\b(?:same|that) )day after(?! tomorrow)|next day|following day|day later)\b/i;

const DAY_BEFORE = /\b(?:the )?(?:(?:day|night|evening) before|previous day)(?: (?:that|it))?(?=[\s,.!?]*$)/i;

const NEXT_WEEK =
  /\b(?:(?:week|weekend) (?:after(?: that| next)?|later)|following (?:week|weekend))(?=[\s,.!?]*$)/i;

/** "The Saturday after that." */
const WEEKDAY_AFTER =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)day after(?: (?:that|this|next))?(?=[\s,.!?]*(?:$|instead\b|please\b|maybe\b|only\b|just\b|but\b))/i;

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
  /^(?:or(?! (?:just|maybe just|rather)\b)|also|plus|and also|as well as)\b|(?<!^(?:(?:and|ok|so) )*(?:is|are) there (?:one|ones|any) .*)\b(?:too|as well)\W*$/i;
/** "Is there one online?" is asked of what was asked for. */
const NARROWS =
  /\b(?:ones?|any|it|that|them|those|some)\b.{0,12}\b(?:online|virtual(?:ly)?|on zoom|over zoom|remote(?:ly)?|outdoors?|outside)\W*$|^(?:(?:only|just|something|anything|but|and) )*(?:online|virtual(?:ly)?|remote(?:ly)?|outdoors?|outside)\W*$/i;
const ANYWHERE =
  /\b(?:anywhere(?: else)?|other places?|any place|somewhere else|elsewhere|(?:off|not on)[- ]campus)\b/i;
const ALONE = /\b(?:just|only) (?:me|myself)\b|\b(?:by myself|alone)\b/i;
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
