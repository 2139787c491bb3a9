import fc from 'fast-check';
import { anyZone } from '../../../../test/support/zones.js';
import { type When, windowOf } from '../../../events/event-window.js';
import { sayWhen } from '../say-time.js';
import { findWhen } from './find-when.js';

/** No zone has left out a whole day since Apia did so in 2011: of such a day "tonight" is said otherwise. */
const anyTime = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2100, 0) });
/** Words that lists take, too, as a message has them, and how an answer says them before they begin. */
const SHARED: [When, string, RegExp][] = [
  ['today', 'today', /^today$/],
  ['tonight', 'tonight', /^tonight$/],
  ['tomorrow', 'tomorrow', /^tomorrow \(\w{3}, \w{3} \d+(?:, \d{4})?\)$/],
  ['weekend', 'this weekend', /^(?:this weekend \(|from \w{3}, .+ PM to |until |today$)/],
];

describe('a time in words', () => {
  it('is the span that a list takes it for, in any zone', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SHARED), anyTime, anyZone, ([when, words, said], now, zone) => {
        const found = findWhen(words, { now, zone }).when!;
        const { from, to } = windowOf({ when }, zone.name, now)!;
        // A list begins at the second that it is asked in; the finder leaves out what is past.
        expect({ from: Math.max(found.from, now), to: found.to }).toEqual({ from: Math.max(from!, now), to });
        if (to! - now > 60_000) expect(sayWhen(found, { now, zone })).toMatch(said);
      }),
      { numRuns: 3000 },
    );
  });

  it('differs from a list in "this week", which is the calendar\'s, and in "now", which lasts a minute', () => {
    fc.assert(
      fc.property(anyTime, anyZone, (now, zone) => {
        const week = findWhen('this week', { now, zone }).when!;
        const [monday, next] = [zone.wallOf(week.from), zone.wallOf(week.to!)].map((wall) => new Date(wall));
        expect([monday!.getUTCDay(), next!.getUTCDay()]).toEqual([1, 1]);
        expect(week.from <= now && now < week.to!).toBe(true);
        expect(findWhen('now', { now, zone }).when).toEqual({ from: now, to: now + 60_000 });
      }),
    );
  });
});
