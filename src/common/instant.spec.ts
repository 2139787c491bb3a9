import fc from 'fast-check';
import { DAY_MS, formatInstant, parseDay, parseInstant } from './instant.js';

const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const MINUTE = 60_000;

const instants = fc.integer({ min: EARLIEST + DAY_MS, max: LATEST - DAY_MS });
const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
const two = (value: number) => String(value).padStart(2, '0');

/** The local time and the zone of an instant, `offset` minutes ahead of UTC. */
function local(instant: number, offset: number, colon = ':'): [string, string] {
  const size = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`;
  return [new Date(instant + offset * MINUTE).toISOString().replace('Z', ''), zone];
}

describe('an instant', () => {
  it('survives formatting and parsing', () => {
    fc.assert(fc.property(instants, (instant) => parseInstant(formatInstant(instant)) === instant));
  });

  it('is the same in every zone', () => {
    fc.assert(
      fc.property(instants, offsets, fc.constantFrom(':', ''), (instant, offset, colon) => {
        expect(parseInstant(local(instant, offset, colon).join(''))).toBe(instant);
      }),
    );
  });

  it('is the same in lower case', () => {
    fc.assert(
      fc.property(instants, offsets, (instant, offset) => {
        expect(parseInstant(formatInstant(instant).toLowerCase())).toBe(instant);
        expect(parseInstant(local(instant, offset).join('').toLowerCase())).toBe(instant);
      }),
    );
  });

  it('agrees with Date on every text that both accept', () => {
    const number = (max: number) => fc.integer({ min: 0, max });
    const texts = fc
      .tuple(number(9999), number(13), number(32), number(25), number(61), number(61), number(999))
      .map(([year, month, day, hour, minute, second, ms]) => {
        const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        return `${date}T${two(hour)}:${two(minute)}:${two(second)}.${String(ms).padStart(3, '0')}Z`;
      });
    fc.assert(
      fc.property(texts, (text) => {
        const read = parseInstant(text);
        // `Date` rolls 30 February into March and accepts hour 24. Neither text round-trips.
        const date = new Date(text);
        const real =
          !Number.isNaN(date.getTime()) && date.toISOString() === text && date.getTime() >= EARLIEST;
        expect(read).toBe(real ? date.getTime() : undefined);
      }),
      { numRuns: 1000 },
    );
  });

  it('is truncated to milliseconds', () => {
    fc.assert(
      fc.property(instants, fc.stringMatching(/^\d{0,6}$/), (instant, digits) => {
        expect(parseInstant(formatInstant(instant).replace('Z', `${digits}Z`))).toBe(instant);
      }),
    );
  });

  it.each([
    ['2031-03-01T18:00Z', '2031-03-01T18:00:00.000Z'],
    ['2031-03-01T18:00:07Z', '2031-03-01T18:00:07.000Z'],
    ['2031-03-01T18:00:07.5Z', '2031-03-01T18:00:07.500Z'],
    ['2031-03-01T18:00:07,25Z', '2031-03-01T18:00:07.250Z'],
    ['2031-03-01T18:00:07.999999999Z', '2031-03-01T18:00:07.999Z'],
    ['2031-03-01T18:00:00+05:30', '2031-03-01T12:30:00.000Z'],
    ['2031-03-01T18:00:00-0330', '2031-03-01T21:30:00.000Z'],
    ['2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['1969-12-31T23:00:00-01:00', '1970-01-01T00:00:00.000Z'],
  ])('is parsed from %s', (text, expected) => {
    expect(formatInstant(parseInstant(text) as number)).toBe(expected);
  });

  it.each([
    ...['', 'now', '2031', '2031-03', '2031-03-01', '2031-03-01T18', '2031-03-01T18:00:00', '18:00:00Z'],
    ...['2031-03-01 18:00:00Z', '2031-3-1T18:00:00Z', ' 2031-03-01T18:00:00Z'],
    ...['2031-03-01T18:00:00Z ', '2031-03-01T18:00:00Z\n', '2031-03-01T18:00:00.Z', '2031-03-01T18:00:00+5'],
    ...[
      '2031-03-01T18:00:00+24:00',
      '2031-03-01T18:00:00+05:60',
      '2031-03-01T18:00:00 UTC',
      '+002031-03-01T18:00:00Z',
    ],
    ...[
      '0000-01-01T00:00:00Z',
      '0031-03-01T18:00:00Z',
      '1969-12-31T23:59:59.999Z',
      '1970-01-01T00:00:00+00:01',
    ],
    ...['9999-12-31T23:59:59.999-00:01', '10000-01-01T00:00:00Z', '+275760-09-13T00:00:00Z'],
    ...['2031-02-29T00:00:00Z', '2031-02-30T00:00:00Z', '2031-04-31T00:00:00Z', '2031-00-01T00:00:00Z'],
    ...['2031-13-01T00:00:00Z', '2031-01-00T00:00:00Z', '2031-03-01T24:00:00Z', '2031-03-01T23:60:00Z'],
    ...[
      '2031-03-01T23:59:60Z',
      '2031-03-01T18:00:00.1234567890Z',
      '２０３１-03-01T18:00:00Z',
      '2031-W10-6T18:00:00Z',
    ],
  ])('is not parsed from %j', (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });

  it('is parsed from any text without an exception, and is within its bounds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789-+:.,TZ ') }), (text) => {
        const instant = parseInstant(text);
        expect(instant === undefined || (instant >= EARLIEST && instant <= LATEST)).toBe(true);
      }),
    );
  });
});

describe('a day', () => {
  it('begins at midnight in UTC', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const start = Math.floor(instant / DAY_MS) * DAY_MS;
        expect(parseDay(formatInstant(instant).slice(0, 10))).toBe(start);
      }),
    );
  });

  it.each([
    '',
    '2031-02-29',
    '2031-02-30',
    '2031-13-01',
    '0000-01-01',
    '1969-12-31',
    '2031-3-1',
    '20310301',
    '2031-03-01T',
  ])('is not parsed from %j', (text) => {
    expect(parseDay(text)).toBeUndefined();
  });
});
