import fc from 'fast-check';
import { fromBytes, MOST_STEPS, toBytes } from './category.model.js';

describe('A model in bytes', () => {
  it('comes back as it was', () => {
    const keys = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 22 - 1 }), { maxLength: 50 });
    const weights = fc.array(fc.integer({ min: -MOST_STEPS, max: MOST_STEPS }), { maxLength: 99 });
    fc.assert(
      fc.property(keys, weights, (unordered, steps) => {
        const model = { keys: unordered.sort((a, b) => a - b), weights: Int8Array.from(steps) };
        expect(fromBytes(toBytes(model), model.keys.length, model.weights.length)).toEqual(model);
      }),
    );
  });
});
