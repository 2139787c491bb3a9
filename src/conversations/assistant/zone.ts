import { DAY_MS } from '../../common/instant.js';

/** How far from now a date may be. PostgreSQL can store all of these. */
const FARTHEST = 200 * 366 * DAY_MS;

/** A moment as people in a time zone see it. */
export interface LocalTime {
  /** Milliseconds since the epoch. */
  now: number;
  zone: Zone;
}

/**
 * The clocks of a time zone. A local time is given as the milliseconds of the instant at which a clock in UTC shows the same,
 * so days can be counted without regard to summer time. Making one is slow: it is made once, and passed on.
 */
export class Zone {
  private readonly fields: Intl.DateTimeFormat;

  /** @param name in the IANA database */
  constructor(readonly name: string) {
    this.fields = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The local time at an instant. */
  wallOf(instant: number): number {
    const part = Object.fromEntries(
      this.fields.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
    );
    const { year, month, day, hour, minute, second } = part as Record<string, number>;
    const wall = Date.UTC(year!, month! - 1, day, hour, minute, second);
    return wall + (((instant % 1000) + 1000) % 1000);
  }

  /**
   * The instant of a local time: the first where the clocks show it twice, and as much later as they jump where they skip it.
   * Lists take their days and hours so, too (event-window.ts).
   */
  instantOf(wall: number): number {
    const [before, after] = [this.offsetAt(wall - DAY_MS), this.offsetAt(wall + DAY_MS)];
    if (before === after) return wall - before;
    const first = wall - Math.max(before, after);
    return this.wallOf(first) === wall ? first : wall - Math.min(before, after);
  }

  private offsetAt(instant: number): number {
    return this.wallOf(instant) - instant;
  }
}

/** Whether a time is within that range. */
export function isNear(time: number, now: number): boolean {
  return Math.abs(time - now) < FARTHEST;
}
