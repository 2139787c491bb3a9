import { Temporal } from 'temporal-polyfill';
import { cut } from '../../common/text.js';
import type { EventType } from '../../events/event.entity.js';
import { MAX_AMOUNT } from '../../events/event-members.dto.js';
import type { When } from '../../events/list/time-range.js';
import type { Category } from '../../tagging/tagger.js';
import { ANYTHING, type EventQuery, MAX_WORDS, YEARS } from './event-query.js';
import { helpTopicOf } from './help.js';
import type { Intent, UserMessage } from './intent.js';

/**
 * Words that mean a whole category or type, with or without a final `s`. All other words are searched for.
 */
const MEANINGS: Partial<Record<Category | EventType, string>> = {
  MUSIC: 'music concert',
  ARTS_CULTURE: 'art culture',
  SPORTS_RECREATION: 'sport',
  HEALTH_WELLNESS: 'health wellness',
  ACADEMIC: 'lecture',
  WORKSHOP: 'workshop',
  CAREER_NETWORKING: 'career networking',
  TECHNOLOGY: 'tech',
  COMMUNITY_SERVICE: 'volunteering',
  SOCIAL: 'social party',
  FOOD_DRINK: 'food',
  MOVING_DELIVERY: 'moving delivery',
  TUTORING: 'tutoring',
  HOME_HELP: 'cleaning',
  EVENT: 'event',
  GIG: 'gig job',
};
/** Filler words of a sentence, which are not searched for. PostgreSQL drops further stop words. */
const FILLERS =
  'a any anything something the that what which where when is are there do i me my you for in on at of to with about ' +
  'near get find show tell want need looking happening please more else others';

const MEANING_OF = new Map(
  Object.entries(MEANINGS).flatMap(([meaning, words]) =>
    words.split(' ').map((word) => [word, meaning as Category | EventType]),
  ),
);
const IS_FILLER = new Set(FILLERS.split(' '));

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|' +
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** The optional words before a date: `on Friday, the `. */
const ON = String.raw`\b(?:on )?(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:the )?`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?:,? (?<year>\d{4}))?`;

type Time = Pick<EventQuery, 'when' | 'from' | 'to'>;
/** The named groups of a match. */
type Parts = Record<string, string | undefined>;
type ReadTime = (parts: Parts, today: Temporal.PlainDate) => Time | undefined;

/**
 * The patterns of times. No pattern repeats without a bound, so matching is linear in the length of a
 * message.
 */
const TIMES: [pattern: RegExp, read: ReadTime][] = [
  [new RegExp(String.raw`${ON}\b(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)\b`, 'gi'), dateOf],
  [
    new RegExp(String.raw`${ON}\b(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}|\d\d))?\b`, 'gi'),
    dateOf,
  ],
  [new RegExp(String.raw`${ON}(?<month>${MONTH})\.? ${DAY}${YEAR}\b`, 'gi'), dateOf],
  [new RegExp(String.raw`${ON}${DAY} (?:of )?(?<month>${MONTH})${YEAR}\b`, 'gi'), dateOf],
  [
    /\b(?<words>right now|now|today|tonight|this evening|tomorrow|(?:this |next )?weekend|(?:this|next) week)\b(?:['’]s\b)?/gi,
    timeOfWords,
  ],
  [
    new RegExp(
      String.raw`\b(?:on |this )?(?<next>next )?(?<weekday>${WEEKDAYS.join('|')})s?\b(?:['’]s\b)?`,
      'gi',
    ),
    weekdayFrom,
  ],
];

/** The minimum pay: an amount in dollars, or per hour. An upper bound is not a minimum. */
const PAY = new RegExp(
  String.raw`(?:\bthat )?(?:\bpay(?:s|ing)? )?(?:\b(?:at least|over|(?<!\bno )more than) )?` +
    String.raw`(?<!\b(?:under|below|most|to) )(?<!(?<!\bmore )\bthan )(?<!\bno more than )` +
    String.raw`(?:\$|\b(?=[\d.,]{1,12} (?:dollars|an hour|per hour)\b))` +
    String.raw`(\d{1,3}(?:,\d{3}){1,2}(?:\.\d\d?)?|\d{1,7}(?:\.\d\d?)?)\b(?: dollars\b)?` +
    String.raw`(?: or more\b)?(?:(?: an? | per |\/)(?:hour|day|week|month)\b)?`,
  'i',
);

const ORDINALS = ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th', 'fifth 5th'];
const ORDINAL = `${ORDINALS.join(' ').replaceAll(' ', '|')}|last`;
/** `the second one` anywhere, `the second` or `number 2` at the end. */
const PICK = new RegExp(
  String.raw`\b(${ORDINAL}) (?:one|event|gig|of (?:them|these|those))\b|(?:\bthe (${ORDINAL})|(?:\bnumber |#)([1-5]))\W*$`,
  'i',
);
const MORE = /\b(?:more|else|others)\b(?: (?:of|like) (?:this|that|these|those|them)\b)?/i;
/** A suffix that adds nothing to the search: `jazz and more`, `yoga or something else`. */
const AND_MORE = /(?<=[\p{L}\p{N}] )(?:and|or)(?: (?:any|some)thing)? (?:more|else|others)\b/giu;
/** Words that request all events, such as `what is on?`. */
const REQUESTS_ALL = /\b(?:on|happening|any|anything|something|events?)\b/i;
const GREETING = /^(?:hi|hello|hey|good (?:morning|afternoon|evening))\b[ ,.!]{0,3}/i;
const THANKS = /^(?:thanks|thank you|bye|goodbye)\b[^?]{0,30}$/i;
/** A phrase in quotation marks, or a word, possibly with inner punctuation. */
const TOKEN = /"[^"]*"|[\p{L}\p{M}\p{N}]+(?:['’.&/+-][\p{L}\p{M}\p{N}]+)*/gu;

/**
 * Reads the intent of a message with a few patterns and a short list of words, in time linear in its length.
 */
export function readIntent({ text, now, zone, last }: UserMessage): Intent {
  const line = text.replace(/\s+/g, ' ').trim().replace(GREETING, '').replace(AND_MORE, '');
  const help = helpTopicOf(line);
  if (help) return intentOf('HELP', { help });
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const [paid = '', amount = ''] = PAY.exec(line) ?? [];
  const minPay = Math.min(Number(amount.replaceAll(',', '')), MAX_AMOUNT) || null;
  const { time, rest } = takeTime(line.replace(paid, ' '.repeat(paid.length)), today);
  const which = last?.eventIds.length && !time ? pickedOf(line, last.eventIds.length) : undefined;
  if (which) return intentOf('PICK', { which });
  const more = last && MORE.exec(rest.replace(/"[^"]*"/g, (phrase) => ' '.repeat(phrase.length)));
  const query = queryOf(more ? rest.slice(more.index + more[0].length) : rest, { ...time, minPay });
  if (more)
    return intentOf('MORE', { query: { ...query, type: query.type === 'EVENT' ? null : query.type } });
  const isEmpty = Object.values(query).every((value) => value === null) && !REQUESTS_ALL.test(line);
  return isEmpty || THANKS.test(line) ? intentOf('OTHER') : intentOf('SEARCH', { query });
}

function intentOf(kind: Intent['kind'], members: Partial<Intent> = {}): Intent {
  return { kind, query: null, which: null, help: null, ...members };
}

/** The query of a text from which time and pay have been removed. */
function queryOf(text: string, parsed: Partial<EventQuery>): EventQuery {
  const query: EventQuery = { ...ANYTHING, ...parsed };
  const words: string[] = [];
  for (const token of text.replace(/ +/g, ' ').match(TOKEN) ?? []) {
    const word = token.toLowerCase().replace(/['’].*/, ''); // without 's or the like
    const meaning = MEANING_OF.get(word) ?? MEANING_OF.get(word.replace(/s$/, ''));
    const member = meaning === 'EVENT' || meaning === 'GIG' ? 'type' : 'category';
    if (meaning && query[member] === null) Object.assign(query, { [member]: meaning });
    else if (!IS_FILLER.has(word)) words.push(token);
  }
  const isJoint = (word: string | undefined) => word !== undefined && /^(?:and|or)$/i.test(word);
  while (isJoint(words[0])) words.shift();
  while (isJoint(words.at(-1))) words.pop();
  if (query.minPay !== null) query.type ??= 'GIG';
  return { ...query, words: cut(words.join(' '), MAX_WORDS).trim() || null };
}

/** Removes all times from a message. The first one counts. */
function takeTime(message: string, today: Temporal.PlainDate): { time?: Time; rest: string } {
  let first: { time: Time; at: number } | undefined;
  let rest = message;
  for (const [pattern, read] of TIMES)
    rest = rest.replace(pattern, (match: string, ...details) => {
      const [at, , parts] = details.slice(-3) as [number, string, Parts];
      const time = read(parts, today);
      if (!time) return match;
      if (!first || at < first.at) first = { time, at };
      return ' '.repeat(match.length);
    });
  return { time: first?.time, rest };
}

function timeOfWords(parts: Parts, today: Temporal.PlainDate): Time {
  const words = parts.words!.toLowerCase();
  const monday = today.add({ days: 8 - today.dayOfWeek });
  if (words === 'next week') return daysFrom(monday, 7);
  if (words === 'next weekend')
    return { when: null, from: `${monday.add({ days: 4 })}T17:00`, to: `${monday.add({ days: 7 })}` };
  const when = words === 'this evening' ? 'tonight' : words.split(' ').at(-1)!;
  return { when: when as When, from: null, to: null };
}

/** The next such weekday. Today counts, unless the message says `next`. */
function weekdayFrom({ weekday, next }: Parts, today: Temporal.PlainDate): Time {
  const days = (WEEKDAYS.indexOf(weekday!.toLowerCase()) + 8 - today.dayOfWeek) % 7;
  if (days === 0 && !next) return { when: 'today', from: null, to: null };
  return daysFrom(today.add({ days: days || 7 }), 1);
}

/** A date. Without a year, the next such date. Undefined if it is invalid. */
function dateOf({ year, month = '', day }: Parts, today: Temporal.PlainDate): Time | undefined {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const monthDay = { month: named || Number(month), day: Number(day) };
  if (monthDay.month < 1 || monthDay.month > 12 || monthDay.day < 1) return undefined;
  const statedYear = year === undefined ? undefined : Number(year) + (year.length === 2 ? 2000 : 0);
  if (statedYear !== undefined && (statedYear < YEARS[0] || statedYear > YEARS[1])) return undefined;
  // A leap day is at most eight years away.
  for (let each = statedYear ?? today.year; each <= (statedYear ?? today.year + 8); each += 1) {
    const date = Temporal.PlainDate.from({ year: each, ...monthDay });
    if (
      date.day !== monthDay.day ||
      (statedYear === undefined && Temporal.PlainDate.compare(date, today) < 0)
    )
      continue;
    return date.equals(today) ? { when: 'today', from: null, to: null } : daysFrom(date, 1);
  }
  return undefined;
}

function daysFrom(date: Temporal.PlainDate, days: number): Time {
  return { when: null, from: date.toString(), to: date.add({ days }).toString() };
}

/** The number of the event that a message picks from the last list. @param count the length of the list */
function pickedOf(message: string, count: number): number | undefined {
  const [, ordinal, atEnd, digit] = PICK.exec(message) ?? [];
  const word = (ordinal ?? atEnd)?.toLowerCase();
  if (word === undefined) return digit === undefined ? undefined : Number(digit);
  return word === 'last' ? count : ORDINALS.findIndex((words) => words.split(' ').includes(word)) + 1;
}
