import { DAY_MS } from '../../../common/instant.js';
import { partNamed } from '../day-parts.js';
import { DAY, MONTH, MONTHS, NUMBERS, namesDay, SHORT_DAY, weekdayNamed } from './day-names.js';

export const DAYTIME = /\b(?:during the day(?:time)?(?! (?:of|after|before)\b)|(?:in the )?daytime)\b/i;

export const LUNCHTIME =
  /\b(?:at |over |during |around )?(?:my |the |our )?(?:lunch ?time|lunch (?:break|hour)|mid-?day)s?\b|\baround lunch\b/i;

/** Words that the library does not know, in words that it does. */
const REWRITES: [RegExp, string][] = [
  // "On Wednesday in the evening": else the library takes "December 2 in the morning" for two o'clock.
  [
    new RegExp(
      String.raw`(?<=\b(?:${DAY}|${SHORT_DAY}|today|tomorrow|(?:${MONTH})\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTH})),?) (?:in the|during the|at) (?=(?:morning|afternoon|evening|night)\b)`,
      'gi',
    ),
    ' ',
  ],
  [/\b(?:tonite|tnite|2nite|2night|tonigh)\b/gi, 'tonight'],
  [/\bnite\b/gi, 'night'],
  [/\b(?:tmrw|tmr|tmw|tmrrw|tomo|tomoz|2moro|2morrow|2mrw)\b/gi, 'tomorrow'],
  [/\b2day\b/gi, 'today'],
  [/\b(?:wknd|wkend|wkends|wknds)\b/gi, 'weekend'],
  [
    /\b(?:next weekend or this(?: one)?|this weekend or (?:the )?next(?: one)?)\b(?! (?!please|pls|for|with|if|in|at|near|that|which|is|are|do|does|i|we|and|but)\p{L})/giu,
    'this weekend or next weekend',
  ],
  [/\b(?:in the |during the )?day ?time or (?:in )?(?:the )?early evenings?\b/gi, ' ; from 8am to 8pm ; '],
  [/\b(?:in the |during the )?day ?time or (?:in )?(?:the )?evenings?\b/gi, ' ; from 8am to 11:59pm ; '],
  [/\blast[ -]minute\b/gi, ''],
  [
    /\bthis week or (?:the )?next(?: one)?\b(?! (?!please|pls|for|with|if|in|at|near|that|which|is|are|do|does|i|we|and|but)\p{L})/giu,
    'this week or next week',
  ],
  [
    /\b(morning|afternoon|evening|night)s? (?:are|is) (?:bad|no good|not good|out|tough|hard|busy|tricky)(?: for (?:me|us))?\b/gi,
    'not in the $1',
  ],
  [
    new RegExp(
      String.raw`\b(${DAY})(?: instead)?,? (?:in the )?(morning|afternoon|evening|night) only\b`,
      'gi',
    ),
    '$1 $2',
  ],
  [
    new RegExp(
      String.raw`\b(?:the )?(\d{1,2})(?:st|nd|rd|th) ?(?:-|to|until|through) ?(?:the )?(\d{1,2})(?:st|nd|rd|th) (?:of )?(${MONTH})\b`,
      'gi',
    ),
    '$3 $1 - $2',
  ],
  [
    /\b(?:(?:that|which) )?(?:go(?:ing|es)?|run(?:ning|s)?|open|on|lasting|lasts?|still on) (?:past|after|beyond|until after|till after) midnight\b/gi,
    'late at night',
  ],
  // How long somebody is there.
  [
    /\b(here|visiting|staying|in town|around)(?: \p{L}+)? (?:only |just )?for (?:the |about )?(a|an|one|two|three|four|five|\d{1,2}|few|couple of) (days?|weeks?)\b/giu,
    '$1 in the next $2 $3',
  ],
  // "Dec 5 and 6".
  [
    new RegExp(
      String.raw`\b(${MONTH})\.? (\d{1,2})(?:st|nd|rd|th)?,? (?:and|&|or) (?:the )?(\d{1,2})(?:st|nd|rd|th)?\b(?! ?(?:[ap]m\b|:|people|of|kids|friends))`,
      'gi',
    ),
    '$1 $2 or $1 $3',
  ],
  [/\b(?:in|within|over|for) (?:the )?(?:next|coming) days\b/gi, 'in the next few days'],
  [/(?<!\b(?:done|finish|finished|hike|gig|class) )\bin (?:under|less than) (?=\w+ hours?\b)/gi, 'within '],
  [
    /\b(?:at |from )?(\d{1,2}(?::\d\d)? ?[ap]m|(?<=\b(?:at|from) )\d{1,2}(?::\d\d)?) or (?:later|after)\b/gi,
    'after $1',
  ],
  [/\b(?:at )?(\d{1,2}(?::\d\d)? ?[ap]m|(?<=\bat )\d{1,2}(?::\d\d)?) or (?:earlier|before)\b/gi, 'before $1'],
  [LUNCHTIME, 'from 11:30am to 2pm'],
  // The library takes "in the day" for "in one day".
  [/\bearly in the day\b/gi, 'in the morning'],
  [/(?<!\b(?:the|this|tomorrow|day) )\bearly mornings?\b/gi, 'early in the morning'],
  [/\bearlier in the day\b/gi, 'before 5pm'],
  [
    /\b(?:i |we )?(?:need|have|got|gotta|want)(?: to)? be (?:back )?(?:home|back|in bed|out|done) by ([5-9]|1[01])(:\d\d)?(?! ?[ap]m|[\d:])(?!.*\bmorning\b)/gi,
    'before $1$2pm',
  ],
  [new RegExp(DAYTIME, 'gi'), ' ; from 8am to 5pm ; '],
  [/\blater (?:on )?in the day\b(?!.*\b(?:after|before|around) \d)/gi, 'in the afternoon or evening'],
  [/\b(?:later? )?(?:on )?(?:in|during) the day\b/gi, ' '],
  [/\bw[ua]t'?s\b/gi, "what's"],
  [/@ ?(?=[\p{L}\d])/gu, ' at '],
  [
    /\bwhat(?:'?s| is| r| are)? on(?= (?:this|the|next|over|for|on|now|today|tonight|tomorrow|right|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)/gi,
    'happening',
  ],
  [/\b(?:over|for|during|on) (?=(?:this|the|next) weekend\b)/gi, ''],
  [new RegExp(String.raw`\b(?:(?:that|which) )?(?:are|is)(?:n'?t| not) on (?=${DAY}\b)`, 'gi'), 'not on '],
  [
    new RegExp(
      String.raw`\b(?:can'?t|cannot|can not|won'?t|couldn'?t)(?: (?:do|make|go|come|attend|be there))?(?: it| any| anything)? (?:on (?:an? )?|this |next )?(?=${DAY}\b)`,
      'gi',
    ),
    'not on ',
  ],
  [
    new RegExp(
      String.raw`\b(?:on )?(${DAY}(?:,? (?:or|and) (?:on )?${DAY})*) (?:(?:does|do|will|would|might|may)(?:n'?t| not)(?: really)? work|won'?t work|(?:is|are) (?:bad|no good|not good|out|taken|full|busy))(?: for (?:me|us))?\b`,
      'gi',
    ),
    'not on $1',
  ],
  ...(
    [
      ['late', 'before 9pm'],
      ['early', 'after 10am'],
    ] as const
  ).map(([much, hours]): [RegExp, string] => [
    new RegExp(
      String.raw`\b(?:(?:that(?:'?s| is)?|which is|but|and|something|anything) )*(?:not|isn'?t|nothing|no)(?: that(?:'?s| is))? (?:too|so|super|very|really) ${much}\b(?: at night)?(?! (?:at|in)\b)`,
      'gi',
    ),
    ` ; ${hours} ; `,
  ]),
  [
    new RegExp(
      String.raw`\b(?:i|we)(?:'m|'re| am| are|'ll be| will be) (?:not (?:free|available|around|home)|unavailable|busy|away) (?:on )?(?=${DAY}\b)`,
      'gi',
    ),
    'not on ',
  ],
  [/\bthis (?=today|tonight|tomorrow)/gi, ''],
  [new RegExp(String.raw`\b(${DAY}) (?:vs\.?|versus) (?=${DAY}\b)`, 'gi'), '$1 or '],
  [
    /\b(sat|sun|mon|tue|wed|thu|fri)(?:s|r|rs|nes|ur)? (or|and|&) (?=(?:sat|sun|mon|tue|wed|thu|fri)\w*\b)/gi,
    'on $1 $2 on ',
  ],
  // "Friday evening, Dec 4"
  [
    new RegExp(
      String.raw`\b(?:on )?(?:${DAY}|${SHORT_DAY}) (morning|afternoon|evening|night),? (${MONTH} \d{1,2})\b`,
      'gi',
    ),
    '$2 $1',
  ],
  // "My parents are in town Saturday, is there a play that evening?"
  [
    new RegExp(
      String.raw`\b((?:(?:${DAY}|${SHORT_DAY}),? )?${MONTH} \d{1,2}|(?:${DAY}|${SHORT_DAY})(?!,? ${MONTH} \d))\b(.{0,80}?) that (morning|afternoon|evening|night)\b`,
      'gi',
    ),
    '$1 $3$2',
  ],
  [/\b(sat|sun|mon|tues?|wed|thurs?|fri) (?=(?:night|morning|afternoon|evening|eve)\b)/gi, 'on $1 '],
  // The library takes "night friday" for tonight.
  [
    new RegExp(
      String.raw`\b((?:\p{L}+ )?(morning|afternoon|evening|night)),? ((?:on |this |next )?${DAY})\b`,
      'giu',
    ),
    '; $3 $2, $1',
  ],
  [/\bthis (?=(?:morning|afternoon|evening) (?:or|and|to|until) )/gi, 'today '],
  [
    /\b(before|after|until) my (\d{1,2}(?::\d\d)? ?[ap]m) (?:\p{L}+ )?(?:class|lab|lecture|shift|practice|meeting|exam|appointment)\b/giu,
    '$1 $2',
  ],
  [/\blater than (?=\d)/gi, 'after '],
  [/\bearlier than (?=\d)/gi, 'before '],
  [/\bends? (?:before|by) (\d{1,2})(?= *(?:$|[?.!,]))/gi, 'before $1pm'],
  [/\b(?:the )?day after tomorrow\b/gi, 'in 2 days'],
  [/\bafter (?:work|class|school)\b/gi, 'after 5pm'],
  // Hours of each day, as below.
  [
    /\b((?:after|before|around) \d{1,2}(?::\d\d)? ?(?:[ap]m)?) (?:on |during )?((?:this|next) (?:week(?:-?end)?|month))\b/gi,
    '$2 ; $1',
  ],
  [/\bbefore (?:work|class|school),? (?:say |like |so )?(?=before \d)/gi, ''],
  [/\bbefore (?:work|class|school)\b/gi, 'before 9am'],
  [/\b(?:during|in|within) (?:my |our )?(?:working|office|business|work) hours\b/gi, 'from 9am to 5pm'],
  [/\b(?:up)?coming (?=week|month|mon|tue|wed|thu|fri|sat|sun)/gi, 'this '],
  [/\bweek of (?=\S)/gi, 'week ~ '],
  // With a hyphen: "weekend" alone would be a date.
  [/\bweekend of (?=\S)/gi, 'week-end ~ '],
  [/\b4 (?=(?:an?|the|my|us|me|some) )/gi, 'for '],
  [/\bweekends\b/gi, 'weekend'],
  [/\b(morning|afternoon|evening|night)s\b/gi, '$1'],
  [
    new RegExp(
      String.raw`(?<!${DAY} )\b(morning|afternoon|evening|night) ((?:this|next) (?:week|month))\b`,
      'gi',
    ),
    '$2 in the $1',
  ],
  [/\b(morning|afternoon|evening|night) tomorrow\b/gi, 'tomorrow $1'],
  [/\b(mon|tues|wednes|thurs|fri|satur|sun)days\b/gi, '$1day'],
  // Hours of each day: the library takes them for those of one.
  [/\b((?:this|next|the) (?:week(?:-?end)?|month)) (?=(?:after|before|between|from|at) \d)/gi, '$1 ; '],
  [/\bfrom (?:the )?(\d{1,2})(?:st|nd|rd|th)? (?:to|until|till|through) (?=\S+ (?:of )?[a-z]{3})/gi, '$1 - '],
];

/** The library knows no midnight to end at. */
const UNTIL_MIDNIGHT = /\b(?:until|till|til|up to) midnight\b/i;
/** The days of a month in words. */
const DAYS_IN_WORDS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  );
/** "Wednesday, the second of December", "the 3rd of May". */
const DAY_IN_WORDS = new RegExp(
  String.raw`\b(?:(?:on )?${DAY},? )?(?:on )?the (${DAYS_IN_WORDS.toReversed().join('|')}|\d{1,2}(?:st|nd|rd|th)) of (${MONTH})\b`,
  'gi',
);
/** "Wednesday, 2 December". */
const DAY_BEFORE_MONTH = new RegExp(
  String.raw`\b(?:on )?${DAY},? (?:the )?(\d{1,2})(?:st|nd|rd|th)? (${MONTH})\b`,
  'gi',
);
/** "In the evening of Thursday", "on the morning of December 5". */
const PART_OF_DAY = new RegExp(
  String.raw`\b(?:(?:in |on |during )?the )?(morning|afternoon|evening|night) of ((?:the |on )?(?:${DAY}(?:,? ${MONTH} \d{1,2}(?:st|nd|rd|th)?)?|${MONTH} \d{1,2}(?:st|nd|rd|th)?|(?:thanksgiving|christmas|new year'?s|halloween)(?: (?:day|eve))?|today|tomorrow))(?![\p{L}\d])`,
  'giu',
);
const DAY_OF_MONTH =
  /\b(?:(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?(?:on )?the ([12]?\d|3[01])(?:st|nd|rd|th)\b(?! (?:of|ones?|events?|gigs?|jobs?|options?|results?|floor|street|ave|annual))/gi;
/** "Afternoon or evening". */
const PARTS_TOGETHER =
  /\b(?:in the |on the )?(morning|afternoon|evening|night) (?:or|and|to|until) (?:in )?(?:the |late )?(afternoon|evening|night)\b/gi;
/** The week after the next one. */
const WEEK_AFTER = /\b(?:the )?week after(?: (?:next|that))?(?=[\s,.!?]*$)/i;
/** The weekend after the next one. */
const WEEKEND_AFTER = /\b(?:the )?weekend after next(?: week(?:end)?)?\b/i;
/** "A week from Friday". */
const WEEKS_FROM = new RegExp(
  String.raw`\b(an?|one|two|three|[123]) weeks? from (today|now|tomorrow|(?:this )?${DAY})\b`,
  'gi',
);
/** An hour that only what stands before it makes one: "after 6", "until seven". */
const BARE_HOUR = new RegExp(
  String.raw`\b(after|before|until|till|by|past) (\d{1,2}|${NUMBERS.join('|')})(?= *(?:$|[,.;!?]|(?:on|in|at|this|next|today|tonight|tomorrow|please|pls|and|or|but|that|which|who|what|when|where|is|are|if|so|with|any[a-z]*|some[a-z]*|not|no|isn'?t|good (?=for\b)|free\b(?! [a-z]+s?\b)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b))`,
  'gi',
);
/** "the first week of December", "early in May", "the end of the month". */
const PART_OF_MONTH = new RegExp(
  String.raw`\b(?:the )?(?:(?<nth>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) (?:(?<count>two|three|2|3|few|couple(?: of)?) )?(?<unit>weekend|weeks?|days) (?:of|in)|(?<part>(?:first|second) half|early|mid|late|beginning|start|middle|end)(?: (?:of|in))?)[ -](?:(?<month>${MONTH})|(?:the|this) month)\b(?:,? (?<year>20\d\d)\b)?(?! \d)`,
  'gi',
);
/** The days of each part of a month; those of the last week and of the end count back from the month's last day. */
const PARTS_OF_MONTH: [RegExp, first: number, last: number][] = [
  [/^first half/i, 1, 15],
  [/^second half/i, -15, 0],
  [/^(?:first|1st)/i, 1, 7],
  [/^(?:second|2nd)/i, 8, 14],
  [/^(?:third|3rd)/i, 15, 21],
  [/^(?:fourth|4th)/i, 22, 28],
  [/^last/i, -6, 0],
  [/^(?:early|beginning|start)/i, 1, 10],
  [/^mid/i, 11, 20],
  [/^(?:late|end)/i, -9, 0],
];

/**
 * A text with its times in words that the library for dates knows.
 * @param wall the local time at which it is said
 */
export function rewritten(text: string, wall: number): string {
  const named = text.replace(PART_OF_MONTH, (...said) =>
    sayPartOfMonth(said.at(-1) as Record<string, string | undefined>, wall),
  );
  const dated = named
    .replace(DAY_IN_WORDS, (_, day: string, month: string) => `on ${month} ${dayNumber(day)}`)
    .replace(DAY_BEFORE_MONTH, (_, day: string, month: string) => `on ${month} ${day}`)
    .replace(PART_OF_DAY, (_, part: string, day: string) => `${day} ${part}`)
    .replace(UNTIL_MIDNIGHT, () => `${namesDay(text) ? '' : 'today '}until 11:59pm`);
  return REWRITES.reduce((so, [pattern, words]) => so.replace(pattern, words), dated)
    .replace(PARTS_TOGETHER, (_, first: string, last: string) => sayParts(first, last))
    .replace(BARE_HOUR, (_, lead: string, hour: string) => `${lead} at ${hourNamed(hour)}`)
    .replace(DAY_OF_MONTH, (_, day: string) => sayDayOfMonth(Number(day), wall))
    .replace(WEEKEND_AFTER, () => `week-end ~ ${sayDate(saturdayOf(wall) + 14 * DAY_MS)}`)
    .replace(WEEKS_FROM, (_, count: string, day: string) => sayWeeksFrom(count, day, wall))
    .replace(WEEK_AFTER, () => `week ~ ${sayDate(wall + 14 * DAY_MS)}`);
}

/** The hours from the beginning of one part of the day to the end of another. */
function sayParts(first: string, last: string): string {
  const [[begins], [, ends]] = [partNamed(first), partNamed(last)];
  return `from ${sayHour(begins)} to ${ends < 24 ? sayHour(ends) : '11:59pm'}`;
}

/** The Saturday of this weekend. */
function saturdayOf(wall: number): number {
  const day = new Date(wall).getUTCDay();
  return wall + (day === 0 ? -1 : 6 - day) * DAY_MS;
}

function sayWeeksFrom(count: string, day: string, wall: number): string {
  const weeks = /^an?$/i.test(count) ? 1 : hourNamed(count);
  const weekday = weekdayNamed(day.replace(/^this /i, ''));
  const ahead =
    weekday === null ? Number(/^tomorrow$/i.test(day)) : (weekday - new Date(wall).getUTCDay() + 7) % 7;
  return `on ${sayDateOfYear(wall + (ahead + 7 * weeks) * DAY_MS)}`;
}

const sayHour = (hour: number) => `${hour % 12 || 12}${hour < 12 ? 'am' : 'pm'}`;

function dayNumber(day: string): number {
  return Number.parseInt(day, 10) || DAYS_IN_WORDS.indexOf(day.toLowerCase()) + 1;
}

function hourNamed(hour: string): number {
  return Number(hour) || NUMBERS.indexOf(hour.toLowerCase()) + 1;
}

/** "Friday the 27th": that of this month, or of the next. */
function sayDayOfMonth(day: number, wall: number): string {
  const today = new Date(wall);
  const month = today.getUTCMonth() + (day < today.getUTCDate() ? 1 : 0);
  return `on ${sayDate(Date.UTC(today.getUTCFullYear(), month, day))}`;
}

/** The days of a part of a month, or the weekend in it: of this year's month, or of the next where that is past. */
function sayPartOfMonth(
  { nth, count, unit, part, month, year }: Record<string, string | undefined>,
  wall: number,
): string {
  const today = new Date(wall);
  const index = month ? MONTHS.findIndex((name) => isBeginning(name, month)) : today.getUTCMonth();
  const [, ...days] = PARTS_OF_MONTH.find(([pattern]) => pattern.test(nth ?? part!))!;
  const years = year ? [Number(year)] : [today.getUTCFullYear(), today.getUTCFullYear() + 1];
  const [begin, end] = days as [number, number];
  const more = lengthOf(count, unit) - 7;
  const spans = years.map((of) =>
    [begin > 0 ? begin : begin - more, begin > 0 ? end + more : end].map((day) =>
      Date.UTC(of, index + (begin > 0 ? 0 : 1), day),
    ),
  );
  const [from, to] = spans.find(([, last]) => last! + DAY_MS > wall) ?? spans[0]!;
  if (unit?.toLowerCase() !== 'weekend') return `${sayDateOfYear(from!)} - ${sayDateOfYear(to!)}`;
  const saturday = from! + ((13 - new Date(from!).getUTCDay()) % 7) * DAY_MS;
  return `week-end ~ ${sayDateOfYear(saturday)}`;
}

/** Days of "two weeks" or "few days"; without a count those of one week. */
function lengthOf(count: string | undefined, unit: string | undefined): number {
  if (!count || unit === 'weekend') return 7;
  const many = /^(?:three|3|few)/i.test(count) ? 3 : 2;
  return unit?.toLowerCase() === 'days' ? many : many * 7;
}

function isBeginning(name: string, month: string): boolean {
  return name.toLowerCase().startsWith(month.slice(0, 3).toLowerCase());
}

/** The day of a local time: "December 3". */
export function sayDate(wall: number): string {
  const date = new Date(wall);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}`;
}

function sayDateOfYear(wall: number): string {
  return `${sayDate(wall)}, ${new Date(wall).getUTCFullYear()}`;
}
