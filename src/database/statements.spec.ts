import fc from 'fast-check';
import { isoTime, isoTypes } from './statements.js';

const MINUTE = 60_000;
const instants = fc.integer({ min: Date.UTC(1000, 0, 1), max: Date.UTC(9999, 11, 30) });
const two = (value: number) => String(value).padStart(2, '0');

/** PostgreSQL's text of a timestamptz in a session `offset` minutes ahead of UTC: no final zeros, no `Z`. */
function written(instant: number, offset = 0): string {
  const [day, time] = new Date(instant + offset * MINUTE).toISOString().replace('Z', '').split('T') as [
    string,
    string,
  ];
  const minutes = Math.abs(offset) % 60;
  const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(Math.abs(offset) / 60))}${minutes ? `:${two(minutes)}` : ''}`;
  return `${day} ${time.replace(/\.?0+$/, '')}${zone}`;
}

describe("PostgreSQL's time", () => {
  it('is formatted as in responses, in a session at UTC', () => {
    fc.assert(
      fc.property(instants, (instant) => isoTime(written(instant)) === new Date(instant).toISOString()),
    );
  });

  it('is the same instant in a session of any other zone', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -15 * 60, max: 15 * 60 }), (instant, offset) => {
        expect(isoTime(written(instant, offset))).toBe(new Date(instant).toISOString());
      }),
    );
  });

  it.each([
    ['2031-03-01 18:00:00+00', '2031-03-01T18:00:00.000Z'],
    ['2031-03-01 18:00:00.5+00', '2031-03-01T18:00:00.500Z'],
    ['2031-03-01 18:00:00.05+00', '2031-03-01T18:00:00.050Z'],
    ['2031-03-01 18:00:00.123+00', '2031-03-01T18:00:00.123Z'],
    ['2031-03-01 23:30:00+05:30', '2031-03-01T18:00:00.000Z'],
    ['2031-03-01 14:30:00.25-03:30', '2031-03-01T18:00:00.250Z'],
    ['2031-03-01 18:00:00.123456+00', '2031-03-01T18:00:00.123Z'],
  ])('%s is %s', (text, expected) => {
    expect(isoTime(text)).toBe(expected);
  });

  it('is parsed so by the driver, and other types are unchanged', () => {
    expect(isoTypes.getTypeParser(1184, 'text')('2031-03-01 18:00:00+00')).toBe('2031-03-01T18:00:00.000Z');
    expect(isoTypes.getTypeParser(23, 'text')('42')).toBe(42);
    expect(isoTypes.getTypeParser(16, 'text')('t')).toBe(true);
    expect(isoTypes.getTypeParser(3802, 'text')('{"a":[1]}')).toEqual({ a: [1] });
  });
});
