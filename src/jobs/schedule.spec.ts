import { nearestTick } from './schedule.js';

describe('the nearest tick', () => {
  it.each([
    ['12:00:00.000', '12:00'],
    ['12:00:00.001', '12:00'],
    ['11:59:59.999', '12:00'],
    ['12:07:29.999', '12:00'],
    ['12:07:30.001', '12:15'],
    ['23:55:00.000', '24:00'],
  ])('at %s is %s', (now, tick) => {
    const expected = new Date(Date.parse('2026-03-04T00:00:00Z') + Number(tick.slice(0, 2)) * 3_600_000);
    expected.setUTCMinutes(Number(tick.slice(3)));
    expect(nearestTick('*/15 * * * *', new Date(`2026-03-04T${now}Z`))).toEqual(expected);
  });

  it.each([
    ['2026-03-08T07:00:00Z', '2026-03-08T06:00:00Z'],
    ['2026-11-01T05:59:00Z', '2026-11-01T06:00:00Z'],
  ])('is in UTC, in any zone and in summer time', (now, tick) => {
    expect(nearestTick('0 */6 * * *', new Date(now))).toEqual(new Date(tick));
  });
});
