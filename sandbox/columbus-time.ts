const DAY_MS = 86_400_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const offsetOf = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
});

const longDate = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** The calendar day (UTC) of an instant, as a number of days since 1970-01-01. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

/** `Tuesday, March 3` */
export function dayInWords(day: number): string {
  return `${WEEKDAYS[weekdayOf(day)]}, ${longDate.format(day * DAY_MS)}`;
}

/** `18:30` as minutes since midnight. */
export function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours! * 60 + minutes!;
}

/** Minutes since midnight as `6:30 PM`. */
export function clockOf(minutes: number): string {
  const ofDay = ((minutes % 1440) + 1440) % 1440;
  if (ofDay === 720) return 'noon';
  const hour = Math.floor(ofDay / 60);
  const rest = ofDay % 60 === 0 ? '' : `:${String(ofDay % 60).padStart(2, '0')}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${rest} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** The instant at which the clocks in Columbus show so many minutes after midnight on that day. */
export function columbusInstant(day: number, minutes: number): Date {
  const local = day * DAY_MS + minutes * 60_000;
  // The winter offset is five hours: close enough to ask which one is in force.
  const text = offsetOf.format(local + 5 * 3_600_000);
  const [, hours, rest] = /GMT-(\d\d):(\d\d)/.exec(text) ?? [];
  return new Date(local + (Number(hours) * 60 + Number(rest)) * 60_000);
}
