import { EVENING } from '../../../events/event-window.js';
import { type PartOfDay, partNamed } from '../day-parts.js';
import type { Hours } from '../interpreter.js';
import { DAY, MONTH, SHORT_DAY, WEEKDAYS, weekdayNamed } from './day-names.js';
import { DAYTIME, LUNCHTIME } from './rewrite-times.js';

/** Parts of any day of a time. "Trivia nights" are none. */
const OF_EACH_DAY: [RegExp, Hours | null][] = [
  [
    /\b(?:on |during |only )?(?:a |any |the )?weekday mornings?\b/i,
    { said: 'on a weekday morning', begins: 5, ends: 12, isWanted: true, days: [1, 2, 3, 4, 5] },
  ],
  [
    /\b(?:on |during |only )?(?:a |any |the )?weekday afternoons?\b/i,
    { said: 'on a weekday afternoon', begins: 12, ends: 18, isWanted: true, days: [1, 2, 3, 4, 5] },
  ],
  [
    /^(?:(?:and|ok|what about|how about|only|any|maybe|just|in|the)\W+)*(morning|afternoon|evening|night)s\W*$/i,
    null,
  ],
  [/(?<=[,;] ?)(?:(?:ideally|preferably|only|maybe) )?(morning|afternoon|evening|night)s\W*$/i, null],
  [
    /\b(?:(?:that|which)(?:'s| is| are)? )?(?:still )?(?:open|going(?: on)?) (?:past|after|until after|till after|beyond) midnight\b|(?<!\b(?:not|nothing|no|never|don't|isn't|past|go|goes|run|runs) )\bafter midnight\b/i,
    hoursOf(partNamed('late night'), true),
  ],
  [
    new RegExp(String.raw`${DAYTIME.source}(?! or\b)`, 'i'),
    { said: 'in the daytime', begins: 8, ends: 17, isWanted: true },
  ],
  [LUNCHTIME, { said: 'at lunchtime', begins: 11.5, ends: 14, isWanted: true }],
  [
    /\b(?<!\b(?:no|not|not in|not in the|not on|nothing|none|never|nothing on) )(?:(?:in|during) (?:the )?|on |only )(morning|afternoon|evening|night)s\b|\b(morning|afternoon|evening)s only\b/i,
    null,
  ],
  [
    /\b(?:on |during )?(?:a |any |the )?(?:week ?nights?|school nights?)\b/i,
    { said: 'on a weeknight', begins: EVENING, ends: 24, isWanted: true, days: [1, 2, 3, 4] },
  ],
  [
    /\b(?:on |during |only )?(?:a |any |the )?weekday (?:evening|night)s?\b/i,
    { said: 'on a weekday evening', begins: EVENING, ends: 24, isWanted: true, days: [1, 2, 3, 4, 5] },
  ],
  [
    /\b(?:on |during |only )(?:the )?weekends\b|\b(?:are |is |falls? )?on a weekend(?: day)?\b/i,
    // It begins on the evening before.
    { said: 'on a weekend', begins: EVENING - 24, ends: 24, isWanted: true, days: [0, 6] },
  ],
  [
    /\b(?:on |during |only (?:on )?)(?:a |any )?weekdays?\b|(?<!\b(?:only|a|any|the|every) )\bweekdays?\b(?! (?:morning|afternoon|evening|night)s?\b)|\bweekdays?(?= (?:only|events?|gigs?|jobs?|shifts?|work|stuff|things?|class(?:es)?)\b)/i,
    { said: 'on a weekday', begins: 0, ends: 24, isWanted: true, days: [1, 2, 3, 4, 5] },
  ],
];

/** What stands before a day that is not wanted. */
const NO =
  "(?:not|but|no|nothing|never|except(?: for)?|other than|besides|apart from|avoid|hate|isn't|aren't|(?:not|n't) (?:free|available|around)|unavailable|busy|away)";

/** "On a Saturday or Sunday", "on a Friday night". */
const ON_ANY_OF_DAYS = new RegExp(
  String.raw`(?<!\b(?:${NO}|can't|don't) )\b(?:(?:are|is|falls?|only) )?on (?:an?|any) (?<days>${DAY}(?:,? (?:or|and) (?:on )?(?:an? )?${DAY})*)(?: (?<part>morning|afternoon|evening|night)s?)?\b`,
  'i',
);

/** "Only Fridays and Saturdays", "Sundays only": "Sundays" alone may mean next Sunday. */
const ON_ALL_OF_DAYS = new RegExp(
  String.raw`(?<!\b(?:${NO}|(?:can't|cannot|don't|won't)(?: (?:do|make|work|come|go))?) (?:on )?)\b(?:(?:only|just|on) )*(?:(?<days>${DAY}(?<=s)(?:(?:,|,? (?:or|and|&)) (?:on )?${DAY}(?<=s))+)|(?<=\b(?:only|just) (?:on )?)(?<one>${DAY}(?<=s))|(?<last>${DAY}(?<=s))(?= only\b))(?: only\b)?(?! (?:do|does|is|are|was|were|will|wo|ca)(?:n't)?\b)`,
  'i',
);

/** "Friday evenings", "Saturday mornings or Sunday afternoons". */
const PARTS_OF_DAYS = new RegExp(
  String.raw`(?<!\b(?:${NO}|can't|don't|this|next|the|in|last) )\b(?:on |only )*(?<days>${DAY}(?:,? (?:or|and|&) ${DAY})*) (?<part>morning|afternoon|evening|night)s(?! (?:are|is|do|does|will|don't|won't)\b)\b`,
  'i',
);

const ONE_DAY = `(?:${DAY}(?<!s)|${SHORT_DAY})(?!s)`;
const TWO_DAYS = new RegExp(
  String.raw`(?<!, |\b(?:${NO}|can't|don't)(?: (?:do|make|work))?(?: on)? )\b(?:on )?(?<one>${ONE_DAY})(?: (?:or|and|&) (?:on )?| ?\/ ?)(?<other>${ONE_DAY})\b(?! (?:\d|${MONTH}|morning|afternoon|evening|night))`,
  'gi',
);
const NAMES_WEEKS = new RegExp(
  String.raw`\b(?:weeks?|months?|semester|always|usually|every|${MONTH})\b`,
  'i',
);

/** "Tues/Thurs": two days that are not next to each other are those of the week to come, or of the weeks that are named. */
export function withDaysApart(text: string): string {
  const of = NAMES_WEEKS.test(text) ? '' : ' in the next 7 days';
  return text.replace(TWO_DAYS, (said, one: string, other: string) => {
    const [first, second] = [weekdayNamed(one)!, weekdayNamed(other)!];
    const apart = (second - first + 7) % 7;
    if (apart < 2) return said.replace('/', ' and ');
    return `on ${WEEKDAYS[first]}s and ${WEEKDAYS[second]}s${of}`;
  });
}

/** Hours of any day that a text names, and the text without them. */
interface HoursOfAnyDay {
  hours: Hours;
  rest: string;
}

/** "Evenings", "on a weekday morning", "at lunchtime", "on a Saturday or Sunday"; undefined where nothing of the kind is said. */
export function findHours(text: string): HoursOfAnyDay | undefined {
  for (const [pattern, hours] of OF_EACH_DAY) {
    const [said, one, other] = pattern.exec(text) ?? [];
    const part = one ?? other;
    if (said !== undefined)
      return { hours: hours ?? hoursOf(partNamed(part!), true), rest: text.replace(said, ' ; ') };
  }
  return findWeekdays(text);
}

function findWeekdays(text: string): HoursOfAnyDay | undefined {
  const { 0: said, groups } =
    ON_ANY_OF_DAYS.exec(text) ?? PARTS_OF_DAYS.exec(text) ?? ON_ALL_OF_DAYS.exec(text) ?? {};
  if (said === undefined) return undefined;
  const { one, last, days: named = one ?? last!, part = '' } = groups as Record<string, string | undefined>;
  const days = named.match(new RegExp(DAY, 'gi'))!.map((name) => weekdayNamed(name)!);
  const [begins, ends] = part ? partNamed(part) : [0, 24];
  const listed = days.map((day) => WEEKDAYS[day]).join(' or ');
  const hours = { said: `on a ${listed} ${part}`.trimEnd(), begins, ends, isWanted: true, days };
  return { hours, rest: text.replace(said, ' ; ') };
}

/** The hours of a part of the day. */
export function hoursOf([begins, ends, said]: PartOfDay, isWanted: boolean): Hours {
  return { said, begins, ends, isWanted };
}
