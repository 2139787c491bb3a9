import { formatInstant } from '../../common/instant.js';
import { datesOf } from './ticketing.dates.js';

/** Start and end in UTC, or undefined if there is no usable start. */
const read = (dates: unknown, venueZone?: unknown, hours?: number) => {
  const found = datesOf(dates, venueZone, hours);
  return found && [formatInstant(found.start), found.end === undefined ? null : formatInstant(found.end)];
};
const startOf = (start: unknown, timezone?: unknown, venueZone?: unknown) =>
  read({ start, timezone }, venueZone)?.[0];

describe('the dates of a ticketing item', () => {
  it.each<[object, string | undefined]>([
    [
      { dateTime: '2026-11-08T00:30:00Z', localDate: '2031-01-01', localTime: '01:00:00' },
      '2026-11-08T00:30:00.000Z',
    ],
    [{ dateTime: '2026-11-07T19:30:00-05:00' }, '2026-11-08T00:30:00.000Z'],
    [{ dateTime: 'soon', localDate: '2026-11-07', localTime: '19:30:00' }, '2026-11-08T00:30:00.000Z'],
    [{ localDate: '2026-11-07', localTime: '19:30' }, '2026-11-08T00:30:00.000Z'],
    [{ localDate: '2026-07-07', localTime: '19:30:00' }, '2026-07-07T23:30:00.000Z'],
    [{ localDate: '2026-11-07', noSpecificTime: true }, '2026-11-07T05:00:00.000Z'],
    [{ localDate: '2026-11-07', timeTBA: true, localTime: null }, '2026-11-07T05:00:00.000Z'],
    ...['24:00:00', '19:60', '7:30', '19:30:60', '19:30Z', 'TBA', '', 7].map(
      (localTime): [object, string] => [{ localDate: '2026-11-07', localTime }, '2026-11-07T05:00:00.000Z'],
    ),
    [{ localDate: '1970-01-01' }, '1970-01-01T05:00:00.000Z'],
    [{ localDate: '9999-12-31', localTime: '18:59:59' }, '9999-12-31T23:59:59.000Z'],
    [{ localDate: '9999-12-31', localTime: '19:00:00' }, undefined],
    [{ dateTBA: true }, undefined],
    [{ localTime: '19:30:00' }, undefined],
    ...['2026-02-30', '2026-11-7', '20261107', '2026-11-07T00:00', '1969-12-31', null, 20261107].map(
      (localDate): [object, undefined] => [{ localDate }, undefined],
    ),
    [{ dateTime: '2026-11-07T19:30:00' }, undefined],
    [{ dateTime: 1762542000000 }, undefined],
  ])('map the start of %j to %s', (start, expected) => {
    expect(startOf(start)).toBe(expected);
  });

  it.each([undefined, null, 7, 'x', [], {}, { start: null }, { start: 7 }, { start: [] }])(
    'map %j to none',
    (dates) => {
      expect(read(dates)).toBeUndefined();
    },
  );

  const noon = { localDate: '2026-11-07', localTime: '12:00:00' };
  it.each<[unknown, unknown, string]>([
    ['America/Chicago', 'Asia/Tokyo', '18:00'],
    [undefined, 'America/Chicago', '18:00'],
    ['', 'America/Chicago', '18:00'],
    [7, 'america/chicago', '18:00'],
    ['Mars/Phobos', 'America/Chicago', '18:00'],
    ['+09:00', 'America/Chicago', '18:00'],
    ['America/Chicago\0', 'Etc/GMT+6', '18:00'],
    ['x'.repeat(65), 'America/Chicago', '18:00'],
    ['Mars/Phobos', 'constructor', '17:00'],
    [undefined, null, '17:00'],
  ])('in the zone %j, or else %j, are %s', (timezone, venueZone, expected) => {
    expect(startOf(noon, timezone, venueZone)).toBe(`2026-11-07T${expected}:00.000Z`);
  });

  it.each([
    ['2026-03-08', '01:59:59', '06:59:59'],
    ['2026-03-08', '02:00:00', '07:00:00'],
    ['2026-03-08', '02:30:00', '07:30:00'],
    ['2026-03-08', '03:00:00', '07:00:00'],
    ['2026-11-01', '00:59:59', '04:59:59'],
    ['2026-11-01', '01:30:00', '05:30:00'],
    ['2026-11-01', '02:00:00', '07:00:00'],
  ])('on %s, when the clocks change, %s is %s UTC', (localDate, localTime, expected) => {
    expect(startOf({ localDate, localTime })).toBe(`${localDate}T${expected}.000Z`);
  });

  it('begin a day without midnight at its first moment', () => {
    expect(startOf({ localDate: '2018-11-04' }, 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
  });

  const start = { dateTime: '2026-11-07T20:00:00Z', localDate: '2026-11-07' };
  it.each<[unknown, string | null]>([
    [{ dateTime: '2026-11-07T23:00:00Z', localDate: '2031-01-01' }, '2026-11-07T23:00:00.000Z'],
    [{ dateTime: start.dateTime }, '2026-11-07T20:00:00.000Z'],
    [{ localDate: '2026-11-07', noSpecificTime: true }, '2026-11-08T05:00:00.000Z'],
    [{ dateTime: 'late', localDate: '2026-11-08' }, '2026-11-09T05:00:00.000Z'],
    [{ localDate: '2026-11-07', localTime: '22:30:00' }, '2026-11-08T03:30:00.000Z'],
    [{ localDate: '2026-11-08', localTime: 'late' }, '2026-11-09T05:00:00.000Z'],
    [{ localDate: '2026-11-07', localTime: '14:59:00' }, null],
    [{ dateTime: '2026-11-07T19:59:59Z' }, null],
    [{ localDate: '2026-11-06' }, null],
    [{ localDate: '9999-12-31' }, null],
    [{ localDate: 'late' }, null],
    [{}, null],
    [null, null],
    ['2026-11-08', null],
  ])('map the end %j to %s', (end, expected) => {
    expect(read({ start, end })?.[1]).toBe(expected);
  });

  it('end a longer day at its last moment', () => {
    const summer = { start: { localDate: '2026-11-01' }, end: { localDate: '2026-11-01' } };
    expect(read(summer)).toEqual(['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']);
  });

  it.each<[string, object, object | undefined, string]>([
    ['from the start', start, undefined, '2026-11-07T23:00:00.000Z'],
    ['also with an end before it', start, { localDate: '2026-11-06' }, '2026-11-07T23:00:00.000Z'],
    ['not with an end', start, { dateTime: '2026-11-07T21:00:00Z' }, '2026-11-07T21:00:00.000Z'],
    [
      'to the end of the day without a clock time',
      { localDate: '2026-11-07' },
      undefined,
      '2026-11-08T05:00:00.000Z',
    ],
  ])('assume an end after some hours: %s', (_, begin, end, expected) => {
    expect(read({ start: begin, end }, undefined, 3)?.[1]).toBe(expected);
  });

  it('assume no end beyond the year 9999', () => {
    expect(read({ start: { dateTime: '9999-12-31T23:00:00Z' } }, undefined, 3)).toEqual([
      '9999-12-31T23:00:00.000Z',
      null,
    ]);
  });
});
