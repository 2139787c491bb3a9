import fc from 'fast-check';
import { DAY_MS } from '../../common/instant.js';
import { spansFrom, tilesOf, wordsTilesFrom } from './time-tiles.js';

const WIDTHS = [1 / 16, 1 / 4, 1, 8, 64, 1_024].map((days) => days * DAY_MS);
const SMALLEST = WIDTHS[0]!;
const days = fc.integer({ min: 0, max: 2_900_000 }).map((day) => day * DAY_MS);

describe('the tiles of time', () => {
  it('cover a span once, with few, and little more', () => {
    const starts = fc.integer({ min: 0, max: 40_000_000 });
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 5_000 }), (start, length) => {
        const from = start * SMALLEST;
        const to = from + length * SMALLEST;
        const covered = tilesOf({ from, to }).map((tile) => {
          const [level, number] = [Math.floor(tile / 2 ** 27), tile % 2 ** 27];
          const width = WIDTHS[level]!;
          return { from: number * width, to: (number + 1) * width };
        });
        const beyond = Math.max(SMALLEST, (to - from) / 16);
        expect(covered[0]!.from).toBeLessThanOrEqual(from);
        expect(covered[0]!.from).toBeGreaterThan(from - beyond);
        expect(covered.at(-1)!.to).toBeGreaterThanOrEqual(to);
        expect(covered.at(-1)!.to).toBeLessThan(to + beyond);
        expect(covered.length).toBeLessThanOrEqual(36);
        for (const [index, tile] of covered.slice(1).entries()) expect(tile.from).toBe(covered[index]!.to);
      }),
    );
  });

  it('fit into a PostgreSQL integer', () => {
    const to = Date.UTC(9999, 11, 31);
    for (const tile of tilesOf({ from: to - 400 * DAY_MS, to })) expect(tile).toBeLessThan(2 ** 31);
  });
});

describe('the tiles of a walk', () => {
  it('lead away from today', () => {
    const today = 2_500 * 8 * DAY_MS + 3 * DAY_MS;
    expect(wordsTilesFrom(today, { from: today, to: today + 24 * DAY_MS })).toEqual([
      2_500, 2_501, 2_502, 2_503,
    ]);
    expect(wordsTilesFrom(today, { from: today - 16 * DAY_MS, to: today })).toEqual([2_500, 2_499, 2_498]);
  });
});

describe('the spans of a search', () => {
  const lengths = fc.uniqueArray(fc.integer({ min: 1, max: 4_000 * DAY_MS }), { minLength: 1, maxLength: 6 });

  it.each(['forward', 'backward'] as const)(
    'go on %s from the day without gaps, in few tiles',
    (direction) => {
      fc.assert(
        fc.property(days, lengths, (today, reaches) => {
          const spans = spansFrom(
            today,
            reaches.toSorted((one, other) => one - other),
            direction,
          );
          const [near, far] = direction === 'forward' ? (['from', 'to'] as const) : (['to', 'from'] as const);
          expect(spans[0]![near]).toBe(today);
          for (const [index, span] of spans.entries()) {
            expect(span.from).toBeLessThan(span.to);
            if (index > 0) expect(span[near]).toBe(spans[index - 1]![far]);
            expect(tilesOf(span).length).toBeLessThanOrEqual(36);
          }
          const end = Math.abs(spans.at(-1)![far] - today);
          expect(end - Math.max(...reaches)).toBeLessThan(
            Math.max(...reaches) > 16 * DAY_MS ? 8 * DAY_MS : SMALLEST,
          );
          expect(end).toBeGreaterThanOrEqual(Math.max(...reaches));
        }),
      );
    },
  );
});
