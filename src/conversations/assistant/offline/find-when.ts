import type { ParsedResult } from 'chrono-node';
import { parse } from 'chrono-node/en';
import { DAY_MS, HOUR_MS } from '../../../common/instant.js';
import { NOW_LASTS, PARTS, type PartOfDay, partNamed } from '../day-parts.js';
import { isOfDays } from '../hours.js';
import type { Hours, When } from '../interpreter.js';
import { isNear, type LocalTime, type Zone } from '../zone.js';
import { asLocal, bounded, hoursOfAnyDay, type Span, spanOf, startOfDay, weekOf } from './date-span.js';
import { NUMBERS, WEEKDAYS, weekdayNamed } from './day-names.js';
import { findHoliday, type Holiday } from './find-holiday.js';
import { findHours, hoursOf, withDaysApart } from './find-hours.js';
import { besideNames, goesOn, type NamedDate } from './named-dates.js';
import { besideWork } from './own-times.js';
import { rewritten } from './rewrite-times.js';

/** What a text says about time, and the text without it. */
export interface FoundTime {
  when: When | null;
  /** Only a part of a day is named, and no day. */
  part: PartOfDay | null;
  /** A time that is not wanted: "not on Saturday". */
  excluded: When | null;
  /** A part of any day: "evenings next week", "not in the morning". */
  hours: Hours | null;
  /** Words of the holiday that is named. */
  themes: string[];
  rest: string;
}

/** A text that says nothing of time. */
const TIMELESS = { when: null, part: null, excluded: null, hours: null, themes: [] };

const UNITS: Record<string, number> = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS };
/** "in the next 3 days", "within two weeks", "over the coming month": from now on. */
const FROM_NOW =
  /\b(?:within|(?:in|over|during|for) the (?:next|coming|following)|(?:next|coming|following)(?= \w+ (?:of )?(?:hour|day|week|month)s\b))(?: the next)?(?: (?<count>\d{1,3}|an?|few|couple(?: of)?|[a-z]{3,6}))? (?<unit>hour|day|week|month)(?<many>s?)\b/i;

/** What is running now. It lasts a minute: a language model names its times in minutes. */
const NOW =
  /\b(?:right now|just now|at the moment|at this moment|currently|rn|atm|(?<!from |by |until |till |as of )now(?! (?:that|until|till|to|on)\b))\b/i;

/** Words that are not dates by themselves, as in "sun salutation" or "trivia night". They count only after one of the words below. */
const AMBIGUOUS = /^(?:sun|sat|mon|wed|march|may|morning|afternoon|evening|night)$/i;
const LEADS_TO_DATE = /\b(?:on|this|next|last|in|by|until|till|before|after|from|of|during|since)\s+$/i;
/** But where they end the question, or what they are asked of: "parties sat", "hockey game sat what time". */
const IS_WEEKDAY = /^(?:sun|sat|mon|wed)$/i;
const IS_PART = /^(?:morning|afternoon|evening|night)$/i;
const LEADS_TO_PART = /\b(?:in|during) the\s+$/i;
const ENDS =
  /^[\s?!.,;]*(?:$|(?:what time|how much|where|when|any(?:one|body|thing)?|pls|please|if|with|for|at \d)\b)/i;
const ARTICLE = /\b(?:the|a|an|some|in)\s+$/i;

/** A part of the day apart from its day: "evening classes on Friday". */
const PART_OF_WHAT =
  /\b(?:late[ -]night|morning|afternoon|evening|night) (?=(?:events?|gigs?|jobs?|shows?|stuff|things?|class(?:es)?|shifts?|activit(?:y|ies)|concerts?|parties|party|plans?|ones?|yoga|workouts?|walks?|talks?|lectures?|workshops?|lessons?|sessions?|games?)\b)/i;

const NO_WEEKENDS =
  /\b(?:but )?(?:no|not|never|don't|doesn't|can't|isn't|aren't|except(?: for)?|excluding|other than)(?: (?:fall|be|on|for|at|the|an?|any|over|during))* week-?ends?\b/gi;

/** "Twelfth Night", "trivia night": a name, and no time. */
const NIGHT_OF_NAME =
  /(?<=\b(?!(?:(?:Sun|Mon|Tue|Wed|Thu|Fri|Sat)\p{L}*|Late|Every|Each|This|That|One|Any\p{L}*|Some\p{L}*|What|The|Last|First|All|Good|Today|Tomorrow|There|Is|Are|On|At|Christmas|Thanksgiving) )\p{Lu}[\p{L}'-]+ )Night\b(?! (?:next |this )?\p{L}+day\b)|(?<=\b(?:twelfth|trivia|game|movie|quiz|dj|karaoke|comedy|poetry|bingo|open mic) )night\b(?! (?:on |next |this )?\p{L}+day\b)/gu;
const MASKED_NIGHT = 'ofnight';

/** "Midnight Jazz Supper": what is no time unless something leads to it. */
const MIDNIGHT_OF_NAME =
  /(?<!\b(?:at|until|till|before|after|by|past|around|about|to|from|or|and|-) ?)\b(?:midnight|noon)(?= \p{L}{3,} \p{L}{3,})(?! (?:on|this|next|tonight|tomorrow)\b)/giu;
const MASKED_MIDNIGHT = 'ofmidnight';

/** Reads dates and times in words, as local times of the zone. What is past stays past. */
export function findWhen(asked: string, local: LocalTime): FoundTime {
  const text = withDaysApart(besideWork(asked))
    .replace(NO_WEEKENDS, 'not on Saturdays and Sundays')
    .replace(NIGHT_OF_NAME, MASKED_NIGHT)
    .replace(MIDNIGHT_OF_NAME, MASKED_MIDNIGHT);
  const found = findTime(text, local);
  return {
    ...found,
    rest: found.rest.replaceAll(MASKED_NIGHT, 'night').replaceAll(MASKED_MIDNIGHT, 'midnight'),
  };
}

function findTime(text: string, local: LocalTime): FoundTime {
  const ofEachDay = findOfEachDay(text, local);
  if (ofEachDay) return ofEachDay;
  const said = rewritten(text, local.zone.wallOf(local.now));
  return (
    findNow(said, local) ?? findNamedDay(said, local) ?? findFromNow(said, local) ?? findDates(said, local)
  );
}

function findOfEachDay(text: string, local: LocalTime): FoundTime | undefined {
  const each = findHours(text);
  if (!each) return undefined;
  const found = findTime(each.rest, local);
  // Of a single day it is a part.
  if (found.when && !isOfDays(found.when)) return undefined;
  return { ...found, hours: onDaysOf(each.hours, found.hours) };
}

/** "After 5 pm on a weekday": the days of one and the hours of the other. */
function onDaysOf(each: Hours, other: Hours | null): Hours {
  if (!other?.isWanted || (each.days === undefined) === (other.days === undefined)) return each;
  const [days, hours] = each.days ? [each, other] : [other, each];
  return { ...hours, said: `${hours.said} ${days.said}`, days: days.days! };
}

/** "What is on right now" means now, whatever comes after it. */
const ASKS_NOW =
  /\b(?:what(?:'s| is)?|which|who(?:'s| is)?|anything|something|there)\b[^.?!]{0,30}\b(?:on|happening|going on|open|playing)\s*$/i;

function findNow(text: string, local: LocalTime): FoundTime | undefined {
  const { now } = local;
  const match = NOW.exec(text);
  if (!match) return undefined;
  const when = { from: now, to: now + NOW_LASTS };
  const [before, after] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
  const rest = `${before} ; ${after}`;
  // "I'm stressed right now, anything this week?"
  const isBoth = /^\s*(?:or|and)\b/i.test(after);
  const other =
    ASKS_NOW.test(before) && !isBoth ? null : (findFromNow(rest, local) ?? findDates(rest, local));
  if (other?.when) return isBoth ? { ...other, when: { ...other.when, from: now } } : other;
  return { ...TIMELESS, when, rest };
}

function findNamedDay(text: string, local: LocalTime): FoundTime | undefined {
  const { now, zone } = local;
  const wall = zone.wallOf(now);
  const holiday = findHoliday(text, wall);
  if (!holiday) return undefined;
  const { index, length, theme } = holiday;
  const ofToday = besideToday(text, holiday, local);
  if (ofToday) return ofToday;
  const beside = besideHoliday(text, holiday, local);
  if (beside) return beside;
  const before = text.slice(0, index).replace(WEEKDAY_BEFORE, ' ');
  const behind = text.slice(index + length).replace(ITS_WEEKDAY, '');
  const [, that] = THAT_PART.exec(behind) ?? [];
  const after = that ? ` ${that}${behind.replace(THAT_PART, ' ')}` : behind.replace(AT_PART, ' ');
  const part = PARTS.find(([pattern]) => new RegExp(`^ ${pattern.source}`, 'i').test(after));
  const day = { from: holiday.from, to: holiday.to };
  const span = part ? { from: day.from + part[1] * HOUR_MS, to: day.from + part[2] * HOUR_MS } : day;
  return {
    when: whenOf(bounded(span, false, before, '', wall), zone),
    part: null,
    excluded: null,
    hours: null,
    themes: IS_BESIDE.test(before) ? [] : theme,
    rest: `${before} ; ${part ? after.replace(/^ \p{L}+/u, '') : after}`,
  };
}

/** "What's on tonight? It's Thanksgiving": the part of today counts, and the holiday only where it is today. */
const PART_OF_TODAY = /\b(?:tonight|this (?:morning|afternoon|evening))\b/i;

function besideToday(
  text: string,
  { index, length, from, to, theme }: Holiday,
  local: LocalTime,
): FoundTime | undefined {
  const rest = `${text.slice(0, index)} ; ${text.slice(index + length)}`;
  const part = PART_OF_TODAY.exec(rest);
  const [begin, end] = part ? [Math.min(part.index, index), Math.max(part.index, index)] : [0, 0];
  // "Christmas this evening" is one time.
  if (!part || !/[^\s;]/.test(rest.slice(begin, end).replace(part[0], ''))) return undefined;
  const wall = local.zone.wallOf(local.now);
  return { ...findDates(rest, local), themes: from <= wall && wall < to ? theme : [] };
}

/** "New Year's Eve at night" */
const AT_PART = /^ (?:in the|at|during the) (?=(?:morning|afternoon|evening|night)\b)/i;
/** "Thanksgiving is on Thursday." */
const ITS_WEEKDAY =
  /^(?:,| is| falls)*(?: on)?(?: this| next)? (?:mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
/** "On Thursday, it is Thanksgiving." */
const WEEKDAY_BEFORE =
  /\b(?:on )?(?:this |next )?(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:, (?:which|that|it) is|, it's| is|, since it is|,) $/i;
/** "Anything on that evening?", "anything on at night?" */
const THAT_PART =
  /\b(?:(?:on |in )?(?:that|the)|at) (morning|afternoon|evening|night)\b(?! (?:before|after)\b)/i;

/** What is held before a holiday does not keep it. */
const IS_BESIDE = /\b(?:before|after|until|till|by)(?: the)?\s*$/i;

/** "Wednesday night before Thanksgiving": the last such day before it, or the first after it. */
const BESIDE =
  /\b(?:on )?(?:the )?(?:(?<day>sun|mon|tue|wed|thu|fri|sat)(?:s|r|rs|nes|ur)?(?:day)?(?: (?<part>morning|afternoon|evening|night))?|(?<unit>week)) (?<side>before|after) (?:the )?$/i;

function besideHoliday(
  text: string,
  { from, to, index, length }: Holiday,
  { zone }: LocalTime,
): FoundTime | undefined {
  const match = BESIDE.exec(text.slice(0, index));
  if (!match) return undefined;
  const {
    day: name,
    part,
    unit,
    side,
  } = match.groups as Record<'side', string> & Partial<Record<'day' | 'part' | 'unit', string>>;
  const rest = `${text.slice(0, match.index)} ; ${text.slice(index + length)}`;
  const isBefore = side.toLowerCase() === 'before';
  if (unit) {
    const week = isBefore ? { from: from - 7 * DAY_MS, to: from } : { from: to, to: to + 7 * DAY_MS };
    return { ...TIMELESS, when: whenOf(week, zone), rest };
  }
  const wanted = weekdayNamed(name!)!;
  const holiday = new Date(from).getUTCDay();
  const days = isBefore ? -((holiday - wanted + 6) % 7) - 1 : ((wanted - holiday + 6) % 7) + 1;
  const start = from + days * DAY_MS;
  const [begins, ends] = part ? partNamed(part) : [0, 24];
  const when = whenOf({ from: start + begins * HOUR_MS, to: start + ends * HOUR_MS }, zone);
  return { ...TIMELESS, when, rest };
}

/** The part of the day on which a span begins. */
export function partOf({ from }: When, [begins, ends]: PartOfDay, zone: Zone): When {
  const start = startOfDay(zone.wallOf(from));
  return whenOf({ from: start + begins * HOUR_MS, to: start + ends * HOUR_MS }, zone);
}

function findFromNow(text: string, local: LocalTime): FoundTime | undefined {
  const { now, zone } = local;
  const match = FROM_NOW.exec(text);
  if (!match) return undefined;
  const {
    unit,
    many,
    count = many ? 'few' : 'one',
  } = match.groups as Record<'unit' | 'many', string> & { count?: string };
  const few = /few|couple/i.test(count) ? 3 : 1;
  const to =
    now + (Number(count) || NUMBERS.indexOf(count.toLowerCase()) + 1 || few) * UNITS[unit.toLowerCase()]!;
  // Days end at midnight.
  const end = /hour/i.test(unit) ? to : zone.instantOf(startOfDay(zone.wallOf(to)) + DAY_MS);
  const when = { from: now, to: end };
  const rest = text.replace(match[0], ' ; ');
  // "In the next week, before 9 pm."
  const other = findDates(rest, local);
  return other.hours && !other.when && isOfDays(when) ? { ...other, when } : { ...TIMELESS, when, rest };
}

/** "not on Saturday", "any day but Friday", "nothing in the morning". */
const EXCLUDES =
  /(?<!\bwhy )\b(?:(?:any|every)(?:thing| ?day| night)? but|other than|besides|not|no|never|nothing|none|without|except(?: for)?|excluding)(?: (?:the )?(?:ones?|things?|events?|stuff))?(?: (?:really |too |very |so )?(?:early|late))?(?: (?:on|for|in|at|during))?(?: (?:the|an?|any))?(?: (?:really |too |very )?early| late)?\s*$/i;

function findDates(text: string, { now, zone }: LocalTime): FoundTime {
  const dates = besideNames(datesIn(text, zone.wallOf(now)), text);
  const unwanted: NamedDate[] = [];
  for (const date of dates) {
    if (goesOn(unwanted.at(-1), date, text) || EXCLUDES.test(text.slice(0, date.index))) unwanted.push(date);
  }
  const rest = dates
    .reduce((left, date) => left.replace(saidOf(date, text, unwanted), ' ; '), text)
    .replace(/;\s+(?:or|and)\s+;/g, ';');
  const unwantedPart = unwanted.map((date) => partAlone(date.text)).find((part) => part !== null);
  const days = unwanted.flatMap((date) => weekdayNamed(date.text) ?? []);
  const [other] = unwanted.filter((date) => !partAlone(date.text) && weekdayNamed(date.text) === null);
  const hour = other && clockTime(other);
  const excluded = other && !hour ? whenOf(other.span, zone) : null;
  const wanted = dates.filter((date) => !unwanted.includes(date));
  const named = timeOfDates(wanted, text, zone);
  const isOneDay = named.when !== null && !isOfDays(named.when);
  return {
    when: named.when && excluded ? withoutTime(named.when, excluded) : named.when,
    part: dates.length === 1 && wanted[0] ? partAlone(wanted[0].text) : null,
    excluded,
    hours: notOn(
      isOneDay ? [] : days,
      unwantedPart ? hoursOf(unwantedPart, false) : (named.hours ?? hour ?? null),
    ),
    themes: [],
    rest,
  };
}

/** "Not at 7am": an hour of any day that is not wanted; undefined for any other date. */
function clockTime({ text, span }: NamedDate): Hours | undefined {
  if (!/^(?:at )?\d{1,2}(?::\d\d)? ?[ap]\.?m\.?$/i.test(text)) return undefined;
  const begins = (span.from - startOfDay(span.from)) / HOUR_MS;
  return { said: text.toLowerCase().replace(/^(?!at )/, 'at '), begins, ends: begins + 1, isWanted: false };
}

/** The words of a date, with those that exclude it. */
function saidOf(date: NamedDate, text: string, unwanted: NamedDate[]): string {
  const [not = ''] = (unwanted.includes(date) && EXCLUDES.exec(text.slice(0, date.index))) || [];
  return not + date.text;
}

/** Hours, but not on some days of the week. */
function notOn(days: number[], hours: Hours | null): Hours | null {
  if (days.length === 0 || hours?.isWanted === false) return hours;
  const said = `on ${days.map((day) => `${WEEKDAYS[day]}s`).join(' or ')}`;
  if (!hours) return { said, begins: 0, ends: 24, isWanted: false, days };
  const others = (hours.days ?? [0, 1, 2, 3, 4, 5, 6]).filter((day) => !days.includes(day));
  return { ...hours, said: `${hours.said}, not ${said}`, days: others };
}

/** What the dates of a text mean; of several days, a part of the day is that of each. */
function timeOfDates(dates: NamedDate[], text: string, zone: Zone): Pick<FoundTime, 'when' | 'hours'> {
  const days = dates.filter((date) => !partAlone(date.text));
  const [first] = dates;
  const [apart] = PART_OF_WHAT.exec(text) ?? [];
  if (!first) return { when: null, hours: apart ? hoursOf(partNamed(apart), true) : null };
  if (days.length === 0) return { when: null, hours: hoursOf(partNamed(first.text), true) };
  if (first.hours && dates.length === 1) return { when: null, hours: first.hours };
  const dated = days.filter((date) => !date.hours);
  const hour = dated.length > 0 ? days.find((date) => date.hours)?.hours : undefined;
  if (hour) return atHours(wholeOf(dated, text, zone), hour, zone);
  const when = wholeOf(days, text, zone);
  if (!isOfDays(when)) return { when, hours: null };
  const said = dates.find((date) => partAlone(date.text))?.text ?? apart;
  return { when, hours: said ? hoursOf(partNamed(said), true) : null };
}

/** Hours of a time: of each of its days, or of the one that it is or is a part of. */
function atHours(when: When, hours: Hours, zone: Zone): Pick<FoundTime, 'when' | 'hours'> {
  if (isOfDays(when)) return { when, hours };
  const ofDay = partOf(when, [hours.begins, hours.ends, hours.said], zone);
  const [from, to] = [Math.max(when.from, ofDay.from), Math.min(when.to!, ofDay.to!)];
  return { when: from < to ? { from, to } : when, hours: null };
}

function datesIn(text: string, wall: number): NamedDate[] {
  return parse(text, asLocal(wall))
    .filter((date) => !AMBIGUOUS.test(date.text) || isDate(date, text))
    .map((date) => {
      const { index } = date;
      // The library takes a comma behind the date for a part of it.
      const said = date.text.replace(/,$/, '');
      return { index, text: said, span: spanOf(date, text, wall), hours: hoursOfAnyDay(date, text, wall) };
    })
    .filter(({ span }) => isSound(span, wall));
}

/** "The week of", as the rewritten text has it. */
const WEEK_OF = /\b(week(?:-end)?) ~ $/i;

/** What dates of a text, at least one, mean together. */
function wholeOf(dates: NamedDate[], text: string, zone: Zone): When {
  const { span } = dates.reduce((before, date) => {
    const between = text.slice(before.index + before.text.length, date.index);
    return { ...date, span: together(before.span, date.span, between) };
  });
  const [apart] = PART_OF_WHAT.exec(text) ?? [];
  const [, named] = WEEK_OF.exec(text.slice(0, dates[0]!.index)) ?? [];
  const when = whenOf(named ? weekOf(span.from, named.toLowerCase().replace('-', '')) : span, zone);
  return apart && span.to - span.from === DAY_MS ? partOf(when, partNamed(apart), zone) : when;
}

function whenOf({ from, to }: Span, zone: Zone): When {
  return { from: zone.instantOf(from), to: Number.isFinite(to) ? zone.instantOf(to) : null };
}

/** What is left of a time without a part of it: of what stands before and after, the later one. */
export function withoutTime(when: When, { from, to }: When): When {
  if (to !== null && to > when.from && (when.to === null || to < when.to)) return { from: to, to: when.to };
  return from > when.from && (when.to === null || from < when.to) ? { from: when.from, to: from } : when;
}

/** Whether a word that is no date by itself is one here. */
function isDate({ index, text: said }: ParsedResult, text: string): boolean {
  const before = text.slice(0, index);
  const isPart = IS_PART.test(said) && (LEADS_TO_PART.test(before) || EXCLUDES.test(before));
  if (isPart || LEADS_TO_DATE.test(before)) return true;
  return (
    IS_WEEKDAY.test(said) &&
    ENDS.test(text.slice(index + said.length)) &&
    before !== '' &&
    !ARTICLE.test(before)
  );
}

/** "in the evening", of whichever day. */
function partAlone(said: string): PartOfDay | null {
  if (!/^(?:(?:in|during|at) (?:the )?)?(?:morning|afternoon|evening|night)$/i.test(said)) return null;
  return partNamed(said);
}

/** "Saturday ... evening" means both; "Friday or Sunday" reaches from one to the other; else the first counts. */
function together(one: Span, other: Span, between: string): Span {
  if (/^[\s,]*(?:and|or|to|until|&|-)(?: on)*\s*$/i.test(between))
    return { from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
  const both = { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
  return both.from < both.to ? both : one;
}

function isSound({ from, to }: Span, wall: number): boolean {
  return isNear(from, wall) && (to === Infinity || isNear(to, wall)) && from < to;
}
