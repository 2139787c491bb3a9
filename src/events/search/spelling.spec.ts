import fc from 'fast-check';
import { folded, Spelling, wordsIn } from './spelling.js';

describe('the spelling', () => {
  it.each([
    ['jaz', 'jazz'],
    ['kazz', 'jazz'],
    ['ajzz', 'jazz'],
    ['conzert', 'concert'],
    ['yogo', 'yoga'],
    ['library', undefined],
    ['ya', undefined],
    ['qqqqqq', undefined],
  ])('proposes for "%s" first of all %s', (written, meant) => {
    const known = new Spelling(
      new Map(['jazz', 'concert', 'yoga', 'library', 'cat'].map((word) => [word, 1])),
    );
    expect(known.alike(written, 3)[0]?.word).toBe(meant);
  });

  it('proposes what may only begin like it', () => {
    const known = new Spelling(new Map(['concert', 'conserve', 'market', 'maker'].map((word) => [word, 1])));
    const meant = (written: string) => known.alike(written, 3, { asPrefix: true }).map(({ word }) => word);
    expect(meant('conset')).toEqual(['conserve']);
    expect(meant('conzer')).toEqual(['concert', 'conserve']);
    expect(meant('marke')).toEqual(['maker']);
    expect(meant('mar')).toEqual([]);
  });

  it('proposes all that are near, and only these', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'é', '字'),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(letters, fc.uniqueArray(letters, { maxLength: 30 }), (word, known) => {
        const proposed = new Spelling(new Map(known.map((each) => [each, 1]))).alike(word, 100);
        const limit = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
        const near = known.filter((each) => each !== word && slipsBetween(word, each) <= limit);
        if (limit > 0) expect(proposed.map((slip) => slip.word).sort()).toEqual(near.sort());
      }),
      { numRuns: 300 },
    );
  });

  it('compares words without accents and case', () => {
    expect(folded('BEYONCÉ')).toBe('beyonce');
    expect(folded('Øresund Straße, Łódź')).toBe('oresund strasse, lodz');
    expect(wordsIn('Café & Dvořák’s “New World”, 5K')).toEqual(['cafe', 'dvorak', 'new', 'world']);
  });

  it('never fails, and is at most two slips away', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '字') })),
        (word, known) => {
          const slip = new Spelling(new Map(known.map((each) => [each, 1]))).alike(word, 1)[0];
          expect(slip?.distance ?? 0).toBeLessThanOrEqual(2);
        },
      ),
    );
  });
});

/** The optimal string alignment distance, as it is defined. */
function slipsBetween(one: string, other: string): number {
  const memo = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    const key = `${i},${j}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let least = i === 0 ? j : j === 0 ? i : Number.POSITIVE_INFINITY;
    if (i > 0 && j > 0) {
      const change = one[i - 1] === other[j - 1] ? 0 : 1;
      least = Math.min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + change);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        least = Math.min(least, distance(i - 2, j - 2) + 1);
    }
    memo.set(key, least);
    return least;
  };
  return distance(one.length, other.length);
}
