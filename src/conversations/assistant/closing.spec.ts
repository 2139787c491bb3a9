import { hasClosed } from './closing.js';
import { Zone } from './zone.js';

const LOCAL = { now: Date.parse('2026-11-26T15:00:00Z'), zone: new Zone('America/New_York') };
const event = (closes: string | null, startAt = '2026-12-01T23:00:00Z') => ({
  ...{ id: 'a', title: 'Bike basics', type: 'EVENT' as const, startAt, endAt: null },
  ...{ place: 'Shop', compensation: null, summary: null, isTaken: false, closes, isTicketed: false },
});

it.each([
  ['November 25', '2026-12-01T23:00:00Z', true],
  ['Nov 25', '2026-12-01T23:00:00Z', true],
  ['November 26', '2026-12-01T23:00:00Z', false],
  ['December 1', '2026-12-01T23:00:00Z', false],
  ['December 20', '2027-01-10T23:00:00Z', false],
  ['November 2', '2027-01-10T23:00:00Z', true],
  [null, '2026-12-01T23:00:00Z', false],
])('registration until %s for %s has closed: %s', (closes, startAt, closed) =>
  expect(hasClosed(event(closes, startAt), LOCAL)).toBe(closed));

it('closes with the end of the day where people are', () => {
  const at = (now: string) => hasClosed(event('November 25'), { ...LOCAL, now: Date.parse(now) });
  expect([at('2026-11-26T04:59:59Z'), at('2026-11-26T05:00:00Z')]).toEqual([false, true]);
});
