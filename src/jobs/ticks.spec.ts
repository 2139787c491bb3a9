import { nearestTick } from './ticks.js';

describe('the tick that is meant', () => {
  it.each([
    ['12:00:00.000', '12:00'],
    ['12:00:00.001', '12:00'],
    ['11:59:59.999', '12:00'],
    ['12:07:29.999', '12:00'],
    ['12:07:30.001', '12:15'],
    ['23:55:00.000', '24:00'],
  ])('is at %s that of %s', (now, tick) => {
    const expected = new Date(Date.parse('2026-03-04T00:00:00Z') + Number(tick.slice(0, 2)) * 3_600_000);
    expected.setUTCMinutes(Number(tick.slice(3)));
    expect(nearestTick('*/15 * * * *', `2026-03-04T${now}Z`)).toBe(expected.toISOString());
  });

  it('is in UTC, whatever the zone and its summer time', () => {
    expect(nearestTick('0 */6 * * *', '2026-03-08T07:00:00.000Z')).toBe('2026-03-08T06:00:00.000Z');
    expect(nearestTick('0 */6 * * *', '2026-11-01T05:59:00.000Z')).toBe('2026-11-01T06:00:00.000Z');
  });
});
