import { DAY_MS } from '../../../common/instant.js';
import type { When } from '../interpreter.js';
import type { LocalTime } from '../zone.js';
import { MONTHS } from './day-names.js';
import { STOP_WORDS } from './question-lexicon.js';

/** The day of a holiday, as milliseconds of local time at its start, in a year. */
type DayOf = (year: number) => number;

const on =
  (month: number, day: number): DayOf =>
  (year) =>
    Date.UTC(year, month - 1, day);

/** The nth of a weekday in a month (Sunday is 0); -1 is the last one. */
const nth =
  (count: number, weekday: number, month: number): DayOf =>
  (year) => {
    const first = Date.UTC(year, count < 0 ? month : month - 1, 1);
    const ahead = (weekday - new Date(first).getUTCDay() + 7) % 7;
    return first + (ahead + 7 * (count < 0 ? count : count - 1)) * DAY_MS;
  };

/** Easter Sunday of the Gregorian calendar, by the rule of Meeus, Jones and Butcher. */
const easter: DayOf = (year) => {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
};

const day =
  (dayOf: DayOf, after: number): DayOf =>
  (year) =>
    dayOf(year) + after * DAY_MS;
const thanksgiving = nth(4, 4, 11);

/** Names of holidays, the day of each, and the words of events that keep it. Longer names stand before shorter ones. */
const HOLIDAYS: readonly (readonly [names: string, dayOf: DayOf, theme: string[]])[] = [
  ['black friday', day(thanksgiving, 1), ['black friday']],
  [
    '(?:thanksgiving|turkey) day|thanksgiving',
    thanksgiving,
    ['thanksgiving', 'friendsgiving', 'turkey trot'],
  ],
  ['(?:christmas|xmas) eve', on(12, 24), ['christmas', 'holiday']],
  ['(?:christmas|xmas)(?: day)?', on(12, 25), ['christmas', 'holiday']],
  ["new year'?s? eve|nye", on(12, 31), ['new year']],
  ["(?<!(?:lunar|chinese|vietnamese|korean|persian|jewish) )new year'?s?(?: day)?", on(1, 1), ['new year']],
  ['halloween', on(10, 31), ['halloween']],
  ["valentine'?s?(?: day)?", on(2, 14), ['valentine']],
  ["(?:st|saint)\\.? (?:patrick|paddy|patty)'?s?(?: day)?", on(3, 17), ['st patrick']],
  ['(?:mlk|martin luther king)(?:,? jr\\.?)?(?: day)?', nth(3, 1, 1), ['martin luther king', 'mlk']],
  ["president'?s?'? day", nth(3, 1, 2), ['presidents day']],
  ['memorial day', nth(-1, 1, 5), ['memorial day']],
  ['juneteenth', on(6, 19), ['juneteenth']],
  [
    '(?:fourth|4th) of july|july (?:fourth|4th)|independence day',
    on(7, 4),
    ['independence day', 'fireworks'],
  ],
  ['labou?r day', nth(1, 1, 9), ['labor day']],
  ["(?:columbus|indigenous people'?s?'?) day", nth(2, 1, 10), ['indigenous']],
  ["veteran'?s?'? day", on(11, 11), ['veteran']],
  ['good friday', day(easter, -2), ['good friday']],
  ['easter(?: sunday)?', easter, ['easter']],
  ["mother'?s?'? day", nth(2, 0, 5), ['mother']],
  ["father'?s?'? day", nth(3, 0, 6), ['father']],
  ['cinco de mayo', on(5, 5), ['cinco de mayo']],
  ['earth day', on(4, 22), ['earth day']],
  ['pi day', on(3, 14), ['pi day']],
  ["april fool'?s?'?(?: day)?", on(4, 1), ['april fools']],
];

const NAMED = HOLIDAYS.map(
  ([names, dayOf, theme]) =>
    [
      new RegExp(`\\b(?:${names})(?![\\p{L}'])(?: (weekend|break|week|holidays?)\\b)?`, 'iu'),
      dayOf,
      theme,
    ] as const,
);
const LEADS = /\b(?:on|for|over|during|by|before|after|until|till|this|next|around|at)\s+(?:the\s+)?$/i;
/** A word right after the name: "Christmas concerts" are about it, whenever they are. */
const NEXT_WORD =
  /^(?:\s+(?:or|and|&)\s+(?!(?:(?:sun|mon|tues|wednes|thurs|fri|satur)day|christmas|xmas|thanksgiving|new|on|the)\b)\p{L}+)?\s+([\p{L}\p{N}]+)/iu;
const FOR_SEASON = /\bfor (?:the )?$/i;
const SEASON = /^(?:christmas|xmas)$/i;
/** "Christmas stuff" is about it, too. */
const ABOUT_IT = /^(?:stuff|things?|something|ideas?|plans?)$/i;
const IN_MONTH = new RegExp(String.raw`\b(?:in|during) (?:early |mid |late )?(?:${MONTHS.join('|')})\b`, 'i');
/** A party on New Year's Eve is on that evening, and what is held on Christmas Day on that day. */
const IS_TIME = /(?:eve|nye|(?:christmas|xmas|thanksgiving|new year'?s?) day)$/i;
const PART_OF_DAY = /^(?:morning|afternoon|evening|night|eve)$/i;

/** The season of Christmas, this one or the next: from the middle of November, or from now on, to Epiphany. */
export function aroundChristmas({ now, zone }: LocalTime): When {
  const wall = new Date(zone.wallOf(now));
  const year = wall.getUTCFullYear() - (wall.getUTCMonth() === 0 && wall.getUTCDate() <= 6 ? 1 : 0);
  const [from, to] = [Date.UTC(year, 10, 15), Date.UTC(year + 1, 0, 7)].map((time) => zone.instantOf(time));
  return { from: Math.max(now, from!), to: to! };
}

/** A holiday that a text names as a time. */
export interface Holiday {
  from: number;
  to: number;
  /** Words of events that keep it. */
  theme: string[];
  /** Where its name stands in the text, and how long it is. */
  index: number;
  length: number;
}

/** The days between two terms, as most campuses have them: after the finals to the middle of January. */
const betweenTerms = (year: number) => ({ from: Date.UTC(year, 11, 15), to: Date.UTC(year + 1, 0, 11) });

/** The weeks of the finals, as most campuses have them: before that, and at the beginning of May. */
const finals = (year: number) => [
  { from: Date.UTC(year, 4, 1), to: Date.UTC(year, 4, 10) },
  { from: Date.UTC(year, 11, 7), to: Date.UTC(year, 11, 15) },
];

/** From Christmas to New Year's Day. */
const betweenTheYears = (year: number) => ({ from: Date.UTC(year, 11, 25), to: Date.UTC(year + 1, 0, 2) });

/** The first months of the seasons of the north, as meteorologists count them: of three months each. */
const SEASONS: readonly (readonly [names: string, month: number])[] = [
  ['winter', 11],
  ['spring', 2],
  ['summer', 5],
  ['fall|autumn', 8],
];

/** Seasons as times. "This winter's gala" and "the fall semester" name other things. */
const SEASONS_NAMED = SEASONS.map(
  ([names, month]) =>
    [
      new RegExp(
        `\\b(?:this|next|(?:in|over|during) the) (?:${names})\\b(?!'| (?:break|vacation|recess|semester|term|quarter)\\b)`,
        'i',
      ),
      (year: number) =>
        [year - 1, year, year + 1].map((begin) => ({
          from: Date.UTC(begin, month, 1),
          to: Date.UTC(begin, month + 3, 1),
        })),
    ] as const,
);

/** What breaks and seasons are called, and which may be meant from a year on. "The break" is the next one. */
const PERIODS: readonly (readonly [RegExp, (year: number) => Pick<Holiday, 'from' | 'to'>[]])[] = [
  [
    /\b(?:christmas|xmas)(?: day)? ?(?:and|-|to|until|through) ?new year'?s?(?: (?:day|eve))?(?![\p{L}'])/iu,
    (year) => [betweenTheYears(year - 1), betweenTheYears(year)],
  ],
  [
    /\b(?:winter|christmas|holiday|semester|xmas) (?:break|vacation|recess)\b/i,
    (year) => [betweenTerms(year - 1), betweenTerms(year)],
  ],
  [/(?<=\b(?:over|during|for) )the holidays?\b(?! \p{L}{4,})/iu, (year) => HOLIDAYS_AHEAD(year)],
  [
    /(?<=\b(?:before|over|during|after|until|till|for) )(?:the )?break\b/i,
    (year) => [betweenTerms(year - 1), around(thanksgiving(year), 'break'), betweenTerms(year)],
  ],
  [
    /(?<=\b(?:before|during|after|until|till|for) )(?:the |my )?(?:finals(?: week)?|exams week|exam week)\b(?! \p{L}{4,})/iu,
    (year) => [...finals(year), ...finals(year + 1)],
  ],
  ...SEASONS_NAMED,
];

const HOLIDAYS_AHEAD = (year: number) => [
  betweenTheYears(year - 1),
  around(thanksgiving(year), 'weekend'),
  betweenTheYears(year),
];

/** What is before a period that has begun is past. */
const IS_BEFORE = /\bbefore (?:the )?$/i;

function findPeriod(text: string, wall: number): Holiday | undefined {
  for (const [pattern, spansOf] of PERIODS) {
    const match = pattern.exec(text);
    const isNext = match !== null && (/^next /i.test(match[0]) || IS_BEFORE.test(text.slice(0, match.index)));
    const span =
      match && spansOf(new Date(wall).getUTCFullYear()).find(({ from, to }) => (isNext ? from : to) > wall);
    if (span) return { ...span, theme: [], index: match.index, length: match[0].length };
  }
  return undefined;
}

/** The next holiday of a name in a text, in local time; undefined where none is named as a time. */
export function findHoliday(text: string, wall: number): Holiday | undefined {
  const period = findPeriod(text, wall);
  if (period) return period;
  for (const [pattern, dayOf, theme] of NAMED) {
    const match = pattern.exec(text);
    if (!match) continue;
    const [, next = ''] = NEXT_WORD.exec(text.slice(match.index + match[0].length)) ?? [];
    const isOther = next !== '' && !STOP_WORDS.has(next.toLowerCase()) && !PART_OF_DAY.test(next);
    const isTime = match[1] !== undefined || IS_TIME.test(match[0]);
    const isTheme = (isOther || ABOUT_IT.test(next)) && !isTime;
    const before = text.slice(0, match.index);
    if (isTheme && !LEADS.test(before)) continue;
    // "Anything for Christmas?" asks for what goes with it.
    if (FOR_SEASON.test(before) && SEASON.test(match[0])) continue;
    // "Anything in December for Christmas": the month says when.
    if (IN_MONTH.test(text) && !IS_TIME.test(match[0])) continue;
    const year = new Date(wall).getUTCFullYear();
    const beside = BESIDE.exec(before);
    const [, what = match[1]?.toLowerCase(), side = ''] = beside?.map((word) => word.toLowerCase()) ?? [];
    const ahead = AHEAD.get(side);
    const span = [year, year + 1]
      .map(dayOf)
      .map((day) => (ahead ? besideOf(day, what!, ahead) : around(day, what)))
      .find(({ to }) => to > wall);
    const index = beside?.index ?? match.index;
    const length = match.index + match[0].length - index;
    if (span) return { ...span, theme: ahead ? [] : theme, index, length };
  }
  return undefined;
}

/** "The week after" a holiday, "the day before" it; "the week of" is read as "week ~". */
const BESIDE = /\b(?:the )?(day|week|weekend) (after|before|of|~) (?:the )?$/i;

const AHEAD = new Map([
  ['after', 1],
  ['before', -1],
]);

/** The day, the week or the weekend that is one ahead of a holiday's, or one before. */
function besideOf(start: number, what: string, ahead: number): { from: number; to: number } {
  const next = start + ahead * DAY_MS;
  if (what === 'day') return { from: next, to: next + DAY_MS };
  const monday = mondayOf(start);
  if (what === 'week') return { from: monday + ahead * 7 * DAY_MS, to: monday + (ahead + 1) * 7 * DAY_MS };
  const isAtWeekend = start >= monday + 5 * DAY_MS;
  const ends = monday + (ahead > 0 ? (isAtWeekend ? 14 : 7) : 0) * DAY_MS;
  return { from: Math.max(ends - 3 * DAY_MS, ahead > 0 ? next : 0), to: ends };
}

/** The Monday of a day's week. */
function mondayOf(day: number): number {
  return day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;
}

/** The holiday, or what people call its weekend or its week. */
function around(start: number, what: string | undefined): { from: number; to: number } {
  const weekday = new Date(start).getUTCDay();
  const monday = mondayOf(start);
  if (what === undefined || what === 'day' || what.startsWith('holiday'))
    return { from: start, to: start + DAY_MS };
  if (what === 'break' && weekday === 4) return { from: start - DAY_MS, to: monday + 7 * DAY_MS };
  if (what !== 'weekend') return { from: monday, to: monday + 7 * DAY_MS };
  if (weekday === 1) return { from: start - 2 * DAY_MS, to: start + DAY_MS };
  return { from: Math.min(start, monday + 4 * DAY_MS), to: monday + 7 * DAY_MS };
}
