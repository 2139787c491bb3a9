import { Injectable } from '@nestjs/common';
import { Temporal } from 'temporal-polyfill';
import { cut } from '../../common/text.js';
import type { EventType } from '../../events/event.entity.js';
import type { When } from '../../events/event-window.js';
import type { Category } from '../../tagging/tagger.js';
import { ANYTHING, type EventQuery, MAX_WORDS } from './event-query.js';
import { helpTopicOf } from './help.js';
import { type Question, QuestionReader, type Reading } from './reader.js';

/** Words that stand for a whole category or type, also with an `s`. Other words are searched for as they are. */
const CATEGORY_WORDS: Partial<Record<Category, string>> = {
  MUSIC: 'music concert',
  ARTS_CULTURE: 'art culture',
  SPORTS_RECREATION: 'sport',
  HEALTH_WELLNESS: 'health wellness',
  ACADEMIC: 'lecture seminar',
  WORKSHOP: 'workshop',
  CAREER_NETWORKING: 'career networking',
  TECHNOLOGY: 'tech technology',
  COMMUNITY_SERVICE: 'volunteering',
  SOCIAL: 'social',
  FOOD_DRINK: 'food',
  MOVING_DELIVERY: 'moving delivery',
  TUTORING: 'tutoring',
  HOME_HELP: 'cleaning',
};
const TYPE_WORDS: Record<EventType, string> = { EVENT: 'event', GIG: 'gig jobs' };
/** Words that only make a sentence of a search. Further stop words are left to PostgreSQL. */
const FILLERS =
  "what what's which where is are there any anything something on at in of for to the a me i do can find show want looking happening please with";

const CATEGORY_OF = new Map(
  Object.entries(CATEGORY_WORDS).flatMap(([category, words]) =>
    words.split(' ').map((word) => [word, category as Category]),
  ),
);
const TYPE_OF = new Map(
  Object.entries(TYPE_WORDS).flatMap(([type, words]) =>
    words.split(' ').map((word) => [word, type as EventType]),
  ),
);
const IS_FILLER = new Set([...FILLERS.split(' '), 'more', 'else', 'others']);

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:,? (\d{4}))?`;

type Time = Pick<EventQuery, 'when' | 'from' | 'to'>;

/** The times that are read, in the order in which they are tried. None repeats anything without bound, so all are linear. */
const TIMES: [pattern: RegExp, read: (match: string[], today: Temporal.PlainDate) => Time | undefined][] = [
  [/\b(\d{4})-(\d\d)-(\d\d)\b/g, ([, year, month, day], today) => dateOf(month!, day!, year, today)],
  [
    /\b(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d\d))?\b/g,
    ([, month, day, year], today) => dateOf(month!, day!, year, today),
  ],
  [
    new RegExp(String.raw`\b(?:on )?(${MONTH})\.? ${DAY}${YEAR}\b`, 'gi'),
    ([, month, day, year], today) => dateOf(numberOf(month!), day!, year, today),
  ],
  [
    new RegExp(String.raw`\b(?:on )?(?:the )?${DAY} (?:of )?(${MONTH})${YEAR}\b`, 'gi'),
    ([, day, month, year], today) => dateOf(numberOf(month!), day!, year, today),
  ],
  [
    /\b(right now|now|today|tonight|this evening|tomorrow|(?:this |next )?weekend|(?:this|next) week)\b(?:['’]s\b)?/gi,
    ([, words], today) => timeOfWords(words!.toLowerCase(), today),
  ],
  [
    new RegExp(String.raw`\b(?:on |this |next )?(${WEEKDAYS.join('|')})s?\b(?:['’]s\b)?`, 'gi'),
    ([, weekday], today) => weekdayFrom(weekday!.toLowerCase(), today),
  ],
];

const PICK =
  /\b(?:(first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last) (?:one|event|gig|of (?:them|these|those))|(?:number|no\.) ?([1-5]))\b|^(?:and )?the (first|second|third|fourth|fifth|last)\W?$/i;
const ORDINALS = ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th', 'fifth 5th'];
const MORE = /\b(?:more|else|others)\b/i;
/** What is left of a question for everything that is on. */
const IS_ABOUT_ALL = /\b(?:on|happening|any|anything|something)\b/i;
const GREETING = /^(?:hi|hello|hey|thanks|thank you|good (?:morning|afternoon|evening)|bye|goodbye)\b/i;
/** A phrase in quotation marks, or a word with what joins its parts. */
const TOKEN = /"[^"]*"|[\p{L}\p{M}\p{N}]+(?:['’.&/+-][\p{L}\p{M}\p{N}]+)*/gu;

/** Reads messages by a few patterns and a short list of words; the rest is searched for. */
@Injectable()
export class OfflineReader extends QuestionReader {
  async read(question: Question): Promise<Reading> {
    return readOffline(question);
  }
}

/** What a message wants, in time that is linear in its length. */
export function readOffline({ text, now, zone, last }: Question): Reading {
  const message = text.replace(/\s+/g, ' ').trim();
  const help = helpTopicOf(message);
  if (help) return reading('HELP', { help });
  const which = last && pickedOf(message, last.eventIds.length);
  if (which) return reading('PICK', { which });
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const { time, rest } = takeTime(message, today);
  const tokens = rest.replace(/ +/g, ' ').match(TOKEN) ?? [];
  const type = firstIn(TYPE_OF, tokens);
  const category = firstIn(CATEGORY_OF, tokens);
  const words = tokens.filter(
    (token) => token !== type?.token && token !== category?.token && !IS_FILLER.has(plain(token)),
  );
  const query: EventQuery = {
    ...ANYTHING,
    ...time,
    words: cut(words.join(' '), MAX_WORDS).trim() || null,
    type: type?.value ?? null,
    category: category?.value ?? null,
  };
  const isEmpty = Object.values(query).every((value) => value === null);
  if (MORE.test(message) && last) return reading('MORE', { query });
  if (GREETING.test(message) || (isEmpty && !IS_ABOUT_ALL.test(message))) return reading('OTHER');
  return reading('SEARCH', { query });
}

function reading(kind: Reading['kind'], members: Partial<Reading> = {}): Reading {
  return { kind, query: null, which: null, help: null, ...members };
}

/** Takes all times out of a message. The first that is read counts. */
function takeTime(message: string, today: Temporal.PlainDate): { time?: Time; rest: string } {
  let time: Time | undefined;
  let rest = message;
  for (const [pattern, read] of TIMES)
    rest = rest.replace(pattern, (...match: string[]) => {
      const found = read(match, today);
      time ??= found;
      return found ? ' ' : match[0]!;
    });
  return { time, rest };
}

function timeOfWords(words: string, today: Temporal.PlainDate): Time {
  const monday = today.add({ days: 8 - today.dayOfWeek });
  if (words === 'next week') return daysFrom(monday, 7);
  if (words === 'next weekend')
    return { when: null, from: `${monday.add({ days: 4 })}T17:00`, to: `${monday.add({ days: 7 })}` };
  const when = words === 'this evening' ? 'tonight' : words.split(' ').at(-1)!;
  return { when: when as When, from: null, to: null };
}

/** The next such weekday, today included. */
function weekdayFrom(weekday: string, today: Temporal.PlainDate): Time {
  const days = (WEEKDAYS.indexOf(weekday) + 8 - today.dayOfWeek) % 7;
  return days === 0 ? { when: 'today', from: null, to: null } : daysFrom(today.add({ days }), 1);
}

/** A date, or the next such one where it has no year; undefined where there is none. */
function dateOf(
  month: string,
  day: string,
  year: string | undefined,
  today: Temporal.PlainDate,
): Time | undefined {
  const first = year === undefined ? today.year : Number(year) + (year.length === 2 ? 2000 : 0);
  if (first < 1970 || first > 9998) return undefined;
  // A leap day is at most eight years away.
  for (let each = first; each <= first + (year === undefined ? 8 : 0); each += 1) {
    const yearMonth = Number(month) >= 1 && Number(month) <= 12 && { year: each, month: Number(month) };
    if (!yearMonth || Number(day) < 1) return undefined;
    if (Number(day) > Temporal.PlainYearMonth.from(yearMonth).daysInMonth) continue;
    const date = Temporal.PlainDate.from({ ...yearMonth, day: Number(day) });
    const order = Temporal.PlainDate.compare(date, today);
    if (order === 0) return { when: 'today', from: null, to: null };
    if (order > 0 || year !== undefined) return daysFrom(date, 1);
  }
  return undefined;
}

function daysFrom(date: Temporal.PlainDate, days: number): Time {
  return { when: null, from: date.toString(), to: date.add({ days }).toString() };
}

function numberOf(month: string): string {
  return String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1);
}

/** Which event of the last list a message means, from 1. */
function pickedOf(message: string, count: number): number | undefined {
  const [, ordinal, digit, alone] = PICK.exec(message) ?? [];
  const word = (ordinal ?? alone)?.toLowerCase();
  if (word === 'last') return count || undefined;
  const place = word
    ? ORDINALS.findIndex((words) => words.split(' ').includes(word)) + 1
    : Number(digit ?? 0);
  return place || undefined;
}

function firstIn<Value>(
  values: Map<string, Value>,
  tokens: string[],
): { token: string; value: Value } | undefined {
  for (const token of tokens) {
    const value = values.get(plain(token)) ?? values.get(plain(token).replace(/s$/, ''));
    if (value !== undefined) return { token, value };
  }
  return undefined;
}

function plain(token: string): string {
  return token.toLowerCase().replace('’', "'");
}
