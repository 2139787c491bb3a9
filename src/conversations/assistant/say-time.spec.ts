import { sayTime, sayWhen } from './say-time.js';
import { Zone } from './zone.js';

const COLUMBUS = new Zone('America/New_York');
/** An instant of a local time; now is a Thursday, 2:30 PM. */
const at = (wall: string, zone = COLUMBUS) => zone.instantOf(Date.parse(`${wall}Z`));
const LOCAL = { now: at('2026-11-19T14:30'), zone: COLUMBUS };

describe('the time of an event', () => {
  it.each([
    ['2026-11-21T19:00', '2026-11-21T21:30', 'Sat, Nov 21, 7:00 PM to 9:30 PM'],
    ['2026-11-21T17:00', null, 'Sat, Nov 21, 5:00 PM'],
    ['2026-11-21T20:00', '2026-11-22T00:00', 'Sat, Nov 21, 8:00 PM to midnight'],
    ['2026-11-21T20:00', '2026-11-22T02:00', 'Sat, Nov 21, 8:00 PM to 2:00 AM'],
    ['2026-11-21T09:00', '2026-11-22T08:00', 'Sat, Nov 21, 9:00 AM to Sun, Nov 22, 8:00 AM'],
    ['2026-11-21T00:00', '2026-11-22T00:00', 'Sat, Nov 21, all day'],
    ['2026-11-21T00:00', '2026-11-23T00:00', 'Sat, Nov 21 to Sun, Nov 22'],
    ['2026-11-19T12:00', '2026-11-19T18:28', 'now, until 6:28 PM'],
    ['2026-11-01T10:00', '2026-12-08T17:00', 'until Tue, Dec 8, 5:00 PM'],
    ['2027-01-02T10:00', '2027-01-02T11:00', 'Sat, Jan 2, 2027, 10:00 AM to 11:00 AM'],
    ['2026-11-19T14:00', null, 'Thu, Nov 19, 2:00 PM'],
  ])('from %s to %s is "%s"', (start, end, said) =>
    expect(sayTime(at(start), end === null ? null : at(end), LOCAL)).toBe(said));
});

describe('the time of a question', () => {
  it.each([
    ['2026-11-19T00:00', '2026-11-20T00:00', 'today'],
    ['2026-11-19T17:00', '2026-11-20T04:00', 'tonight'],
    ['2026-11-20T00:00', '2026-11-21T00:00', 'tomorrow (Fri, Nov 20)'],
    ['2026-11-21T00:00', '2026-11-22T00:00', 'on Sat, Nov 21'],
    ['2026-11-20T17:00', '2026-11-23T00:00', 'this weekend (from Fri, Nov 20, 5:00 PM to Sun, Nov 22)'],
    ['2026-11-23T00:00', '2026-11-30T00:00', 'from Mon, Nov 23 to Sun, Nov 29'],
    ['2026-11-16T00:00', '2026-11-23T00:00', 'until Sun, Nov 22'],
    ['2026-11-19T14:30', '2026-11-19T18:28', 'until 6:28 PM'],
    ['2026-11-19T18:00', '2026-11-19T20:00', 'from Thu, Nov 19, 6:00 PM to 8:00 PM'],
    ['2026-11-21T17:00', '2026-11-22T04:00', 'on Sat, Nov 21, at night'],
    ['2026-11-19T14:30', '2026-11-19T14:31', 'right now'],
    ['2026-11-19T00:00', null, ''],
    ['2026-11-21T00:00', null, 'from Sat, Nov 21'],
  ])('from %s to %s is "%s"', (from, to, said) =>
    expect(sayWhen({ from: at(from), to: to === null ? null : at(to) }, LOCAL)).toBe(said));

  it('is empty where there is none', () => expect(sayWhen(null, LOCAL)).toBe(''));
});
