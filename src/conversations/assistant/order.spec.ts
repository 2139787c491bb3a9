import { DAY_MS } from '../../common/instant.js';
import { ANYTHING } from './interpreter.js';
import { topicOfWords } from './offline/read-topics.js';
import { inReadingOrder, type Ranked } from './order.js';
import { Zone } from './zone.js';

const NOW = Date.parse('2026-11-27T12:00:00Z');
const event = (title: string, rank: number, days: number): Ranked => ({
  ...{ id: title, title, type: 'EVENT', endAt: null, place: '', compensation: null, summary: null },
  ...{ isTaken: false, closes: null, isTicketed: false, isHead: true, rank, fitting: 3, isAll: true },
  startAt: new Date(NOW + days * DAY_MS).toISOString(),
});
const order = (...events: Ranked[]) =>
  inReadingOrder(
    events,
    { ...ANYTHING, type: 'EVENT', topics: [topicOfWords('repair'), topicOfWords('bike')] },
    { from: NOW, to: null, near: NOW, around: undefined },
    { now: NOW, zone: new Zone('America/New_York') },
  ).map(({ title }) => title);

it('names what fits best first, and of equals the sooner', () =>
  expect(order(event('b', 0.8, 3), event('c', 0.4, 1), event('a', 0.8, 2))).toEqual(['a', 'b', 'c']));

it('names what is weeks ahead after what fits nearly as well', () =>
  expect(order(event('in January', 1.2, 46), event('tomorrow', 0.8, 1))).toEqual(['tomorrow', 'in January']));

it('names what fits far better first, however late it is', () =>
  expect(order(event('tomorrow', 0.4, 1), event('in a year', 1.2, 360))).toEqual(['in a year', 'tomorrow']));

it('names what one can no longer register for later', () =>
  expect(order({ ...event('closed', 0.8, 1), closes: 'November 25' }, event('open', 0.6, 2))).toEqual([
    'open',
    'closed',
  ]));
