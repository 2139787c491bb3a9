/** The numbers from one on, in words. */
export const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The day of the week that is named and nothing else; Sunday is 0. */
export function weekdayNamed(said: string): number | null {
  const [, name] = /^(?:on )?(sun|mon|tue|wed|thu|fri|sat)[a-z]*$/i.exec(said) ?? [];
  return name ? WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(name.toLowerCase())) : null;
}

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');
export const MONTH = `(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)`;
export const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
export const SHORT_DAY = '(?:sun|mon|tues?|wed|thurs?|fri|sat)';

/** A day, a week or a month. */
const ANY_DAY = new RegExp(
  String.raw`\b(?:${DAY}|${SHORT_DAY}|today|tonight|tomorrow|tmrw|weekend|week|month|${MONTH} \d{1,2}|\d{1,2}/\d{1,2})\b`,
  'i',
);

const DAYS = new RegExp(
  String.raw`\b(?:(?:on|this|next) )?(?:(?:(?:${DAY}|${SHORT_DAY}),? )?(?:${MONTH} \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)? ${MONTH})|${DAY}|${SHORT_DAY}|today|tonight|tomorrow|tmrw|weekend|week)\b`,
  'gi',
);

/** The days that a text names, as it does: "fri dec 4". */
export function daysIn(text: string): string {
  return [...text.matchAll(DAYS)].map(([day]) => day).join(' and ');
}

/** A text without the days that it names. */
export function withoutDays(text: string): string {
  return text.replace(DAYS, ' ');
}

/** Whether a text names a day, a week or a month. */
export function namesDay(text: string): boolean {
  return ANY_DAY.test(text);
}
