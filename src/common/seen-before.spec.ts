import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { SeenBefore } from './seen-before.js';

describe('SeenBefore', () => {
  it('knows what has come last, and nothing that has not come', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.uuid(), { minLength: 1 }), (keys) => {
        const seen = new SeenBefore(1024);
        for (const key of keys) {
          expect(seen.note(key)).toBe(false);
          expect(seen.note(key)).toBe(true);
        }
      }),
    );
  });

  it('remembers most of what came a while ago, and forgets what came long ago', () => {
    const places = 1024;
    const remembered = (meanwhile: number) => {
      const seen = new SeenBefore(places);
      const keys = Array.from({ length: 100 }, () => randomUUID());
      for (const key of keys) seen.note(key);
      for (let others = 0; others < meanwhile; others += 1) seen.note(randomUUID());
      return keys.filter((key) => seen.note(key)).length;
    };
    expect(remembered(places / 8)).toBeGreaterThan(60);
    expect(remembered(places * 8)).toBeLessThan(10);
  });
});
