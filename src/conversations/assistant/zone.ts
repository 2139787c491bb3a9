import { DAY_MS } from '../../common/instant.js';

/** The time zone of "tonight" and of all times in answers: that of the feeds' campus. */
export const ZONE = 'America/New_York';

/** How far from now a date may be. PostgreSQL can store all of these. */
const FARTHEST = 200 * 366 * DAY_MS;

const fields = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/**
 * The local time of the zone at an instant, as the milliseconds of the instant at which a clock in UTC
 * shows the same. So days can be counted without regard to summer time.
 */
export function wallOf(instant: number): number {
  const part = Object.fromEntries(
    fields.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = part as Record<string, number>;
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
  return wall + (((instant % 1000) + 1000) % 1000);
}

/** The instant of a local time. An hour that summer time skips or repeats is taken as one of its neighbours. */
export function instantOf(wall: number): number {
  const offsetAt = (instant: number) => wallOf(instant) - instant;
  return wall - offsetAt(wall - offsetAt(wall));
}

/** Whether a time is within that range. */
export function isNear(time: number, now: number): boolean {
  return Math.abs(time - now) < FARTHEST;
}
