import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { anyZone } from '../../../test/support/zones.js';
import { isNear, Zone } from './zone.js';

const instant = (wall: string, zone: string) =>
  new Date(new Zone(zone).instantOf(Date.parse(`${wall}Z`))).toISOString();

describe('the clocks of a zone', () => {
  it.each([
    ['2026-07-01T12:00', 'America/New_York', '2026-07-01T16:00:00.000Z'],
    ['2026-11-18T10:00', 'Asia/Kolkata', '2026-11-18T04:30:00.000Z'],
    // Skipped: as much later as the clocks jump.
    ['2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
    ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['2026-03-08T00:00', 'America/Havana', '2026-03-08T05:00:00.000Z'],
    ['2026-03-29T00:00', 'Asia/Beirut', '2026-03-28T22:00:00.000Z'],
    // Shown twice: the first.
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T00:00', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ])('show %s in %s at %s', (wall, zone, at) => expect(instant(wall, zone)).toBe(at));

  it('are those of Temporal, at any time', () => {
    const anyTime = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2200, 0) });
    fc.assert(
      fc.property(anyZone, anyTime, (zone, time) => {
        const plain = Temporal.Instant.fromEpochMilliseconds(time)
          .toZonedDateTimeISO('UTC')
          .toPlainDateTime();
        expect(zone.instantOf(time)).toBe(plain.toZonedDateTime(zone.name).epochMilliseconds);
        const there = Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone.name);
        expect(new Date(zone.wallOf(time)).toISOString().slice(0, -1)).toBe(
          there.toPlainDateTime().toString({ smallestUnit: 'millisecond' }),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('are read two centuries ahead and back', () => {
    expect(isNear(Date.UTC(2226, 0), Date.UTC(2026, 0))).toBe(true);
    expect(isNear(Date.UTC(2227, 0), Date.UTC(2026, 0))).toBe(false);
  });
});
