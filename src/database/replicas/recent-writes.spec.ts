import fc from 'fast-check';
import { RecentWrites } from './recent-writes.js';

const KEPT = 100;

describe('recent writes', () => {
  it('are remembered for at least their time, and not for ever', () => {
    const step = fc.record({
      user: fc.constantFrom('a', 'b', 'c'),
      after: fc.integer({ min: 0, max: 3 * KEPT }),
    });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1 }), (steps) => {
        const writes = new RecentWrites(KEPT);
        const last = new Map<string, number>();
        let now = 0;
        for (const { user, after } of steps) {
          now += after;
          writes.add(user, now);
          last.set(user, now);
          for (const [each, at] of last)
            expect([at, ...(now - at > KEPT ? [Number.NEGATIVE_INFINITY] : [])]).toContain(
              writes.lastOf(each),
            );
        }
        writes.add('later', now + KEPT + 1);
        writes.add('last', now + 2 * KEPT + 2);
        for (const each of last.keys()) expect(writes.lastOf(each)).toBe(Number.NEGATIVE_INFINITY);
      }),
    );
  });
});
