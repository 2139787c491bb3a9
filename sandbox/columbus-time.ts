import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** The calendar day (UTC) of an instant, as a number of days since 1970-01-01, a Thursday. */
export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** The date of a day, as `2026-11-07`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The instant at which the clocks in Columbus show this time, as `18:30`, on a date. */
export function columbusInstant(date: string, clock: string): Date {
  const local = Temporal.PlainDateTime.from(`${date}T${clock}`);
  return new Date(local.toZonedDateTime('America/New_York').epochMilliseconds);
}

/** The first day from `earliest` on that is a whole number of periods from `day`. */
export function nextDay(day: number, period: number, earliest: number): number {
  return earliest + ((((day - earliest) % period) + period) % period);
}
