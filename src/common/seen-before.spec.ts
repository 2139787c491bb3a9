import fc from 'fast-check';
import { SeenBefore } from './seen-before.js';

describe('SeenBefore', () => {
  it('knows the latest, and forgets what is long ago', () => {
    const most = 5;
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 }).map(String)), (keys) => {
        const seen = new SeenBefore(most);
        const firsts: string[] = [];
        for (const key of keys) {
          const had = seen.note(key);
          if (firsts.slice(-most).includes(key)) expect(had).toBe(true);
          if (!firsts.slice(-2 * most).includes(key)) expect(had).toBe(false);
          if (!had) firsts.push(key);
        }
      }),
    );
  });
});
