import { DAY_MS } from '../common/instant.js';

/** The zone in which "tonight" is meant and times are told: that of the feeds' campus. */
export const ZONE = 'America/New_York';

/** How far from now a date may lie to be meant, so that it is one in PostgreSQL too. */
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
 * What a clock on the wall of the zone shows at an instant, as the milliseconds of the instant at which a clock in UTC
 * shows the same: so days can be counted without a thought of summer time.
 */
export function wallOf(instant: number): number {
  const part = Object.fromEntries(
    fields.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const { year, month, day, hour, minute, second } = part as Record<string, number>;
  const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
  return wall + (((instant % 1000) + 1000) % 1000);
}

/** The instant at which the clock on the wall shows this; an hour that summer time skips or repeats is taken as one of its neighbours. */
export function instantOf(wall: number): number {
  const offsetAt = (instant: number) => wallOf(instant) - instant;
  return wall - offsetAt(wall - offsetAt(wall));
}

/** Whether a time is near enough to be meant. */
export function isNear(time: number, now: number): boolean {
  return Math.abs(time - now) < FARTHEST;
}
