import fc from 'fast-check';
import { inclusiveEndOf, startOf, timeRangeOf, WHENS } from './time-range.js';

const COLUMBUS = 'America/New_York';
const iso = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString());

function rangeOf(when: (typeof WHENS)[number], now: string, tz?: string) {
  const range = timeRangeOf({ when, tz }, COLUMBUS, Date.parse(now));
  return [iso(range?.from), iso(range?.to)];
}

describe('the keywords of `when`', () => {
  // Monday, 23 November 2026; Columbus is five hours behind UTC.
  it.each([
    ['now', '2026-11-23T15:00:00.789Z', '2026-11-23T15:00:00.000Z', '2026-11-23T15:00:01.000Z'],
    ['today', '2026-11-23T15:00:00.000Z', '2026-11-23T15:00:00.000Z', '2026-11-24T05:00:00.000Z'],
    ['today', '2026-11-23T03:00:00.000Z', '2026-11-23T03:00:00.000Z', '2026-11-23T05:00:00.000Z'],
    ['tonight', '2026-11-23T15:00:00.000Z', '2026-11-23T22:00:00.000Z', '2026-11-24T09:00:00.000Z'],
    ['tonight', '2026-11-24T02:00:00.000Z', '2026-11-24T02:00:00.000Z', '2026-11-24T09:00:00.000Z'],
    ['tomorrow', '2026-11-23T15:00:00.000Z', '2026-11-24T05:00:00.000Z', '2026-11-25T05:00:00.000Z'],
    ['weekend', '2026-11-23T15:00:00.000Z', '2026-11-27T22:00:00.000Z', '2026-11-30T05:00:00.000Z'],
    ['weekend', '2026-11-28T15:00:00.000Z', '2026-11-28T15:00:00.000Z', '2026-11-30T05:00:00.000Z'],
    ['weekend', '2026-11-30T04:59:00.000Z', '2026-11-30T04:59:00.000Z', '2026-11-30T05:00:00.000Z'],
    ['weekend', '2026-11-30T05:00:00.000Z', '2026-12-04T22:00:00.000Z', '2026-12-07T05:00:00.000Z'],
    ['week', '2026-11-23T15:00:00.000Z', '2026-11-23T15:00:00.000Z', '2026-11-30T15:00:00.000Z'],
  ] as const)('%s at %s is from %s to %s', (when, now, from, to) => {
    expect(rangeOf(when, now)).toEqual([from, to]);
  });

  it.each([
    // Columbus: the clocks go forward on 14 March 2027, and back on 1 November 2026.
    ['tomorrow', '2027-03-13T17:00:00.000Z', COLUMBUS, 23],
    ['tomorrow', '2026-10-31T16:00:00.000Z', COLUMBUS, 25],
    ['week', '2026-10-30T16:00:00.000Z', COLUMBUS, 7 * 24 + 1],
    // Beirut: midnight of 29 March 2026 does not exist.
    ['tomorrow', '2026-03-28T10:00:00.000Z', 'Asia/Beirut', 23],
    ['tomorrow', '2026-11-23T10:00:00.000Z', 'UTC', 24],
  ] as const)('%s at %s in %s has %i hours', (when, now, tz, hours) => {
    const [from, to] = rangeOf(when, now, tz);
    expect((Date.parse(to!) - Date.parse(from!)) / 3_600_000).toBe(hours);
  });

  it('never end before they begin, nor begin before now', () => {
    const zones = fc.constantFrom(
      COLUMBUS,
      'UTC',
      'Asia/Kolkata',
      'Pacific/Apia',
      'America/Sao_Paulo',
      'Asia/Beirut',
    );
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2100, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...WHENS), instants, zones, (when, now, tz) => {
        const { from, to } = timeRangeOf({ when, tz }, COLUMBUS, now) as { from: number; to: number };
        expect(from).toBeLessThan(to);
        expect(from).toBeGreaterThan(now - 1_000);
        expect(to - now).toBeLessThan(9 * 86_400_000);
      }),
    );
  });
});

describe('days', () => {
  it.each([
    ['2026-11-23', undefined, '2026-11-23T00:00:00.000Z', '2026-11-23T23:59:59.999Z'],
    ['2026-11-23', COLUMBUS, '2026-11-23T05:00:00.000Z', '2026-11-24T04:59:59.999Z'],
    ['2026-11-01', COLUMBUS, '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
    ['9999-12-31', COLUMBUS, '9999-12-31T05:00:00.000Z', '9999-12-31T23:59:59.999Z'],
    ['2026-11-23T10:00:00+01:00', COLUMBUS, '2026-11-23T09:00:00.000Z', '2026-11-23T08:59:59.999Z'],
  ])('%s in %s begins at %s and ends at %s', (date, zone, begin, end) => {
    expect([iso(startOf(date, zone)), iso(inclusiveEndOf(date, zone))]).toEqual([begin, end]);
  });
});

describe('from and to', () => {
  it('are days of the zone; `to` is exclusive', () => {
    const range = timeRangeOf({ from: '2026-11-23', to: '2026-11-24', tz: COLUMBUS }, 'UTC', 0);
    expect([iso(range?.from), iso(range?.to)]).toEqual([
      '2026-11-23T05:00:00.000Z',
      '2026-11-24T05:00:00.000Z',
    ]);
    expect(timeRangeOf({ to: '2026-11-24' }, COLUMBUS, 0)).toEqual({
      from: undefined,
      to: Date.UTC(2026, 10, 24),
    });
    expect(timeRangeOf({}, COLUMBUS, 0)).toBeUndefined();
  });

  it.each([
    { from: '2026-11-23', when: 'today' as const },
    { to: '2026-11-23', startDate: '2026-11-01' },
    { from: '2026-11-23', endDate: '2026-12-01' },
    { from: '2026-11-23', to: '2026-11-23' },
    { from: '2026-11-23', to: '2026-11-22T00:00:00Z' },
  ])('are refused with conflicting parameters, and if they end before they begin: %j', (query) => {
    expect(() => timeRangeOf(query, COLUMBUS, 0)).toThrow(/not valid/);
  });
});
