import fc from 'fast-check';
import { coverOf, rangesOf } from './cells.js';

const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const box = fc
  .record({ west: longitude, east: longitude, one: latitude, other: latitude })
  .map(({ west, east, one, other }) => ({
    west,
    east,
    south: Math.min(one, other),
    north: Math.max(one, other),
  }));
const share = fc.double({ min: 0, max: 1, noNaN: true });

const cellOf = (at: { latitude: number; longitude: number }, zoom: number) =>
  Math.floor(((at.longitude + 180) / 360) * 2 ** zoom) * 2 ** 20 +
  Math.floor(((at.latitude + 90) / 360) * 2 ** zoom);

describe('coverOf', () => {
  it('has the cell of every point in the box, once', () => {
    fc.assert(
      fc.property(box, share, share, fc.boolean(), (within, x, y, second) => {
        const ranges = rangesOf(within);
        const [west, east] = ranges[second ? ranges.length - 1 : 0]!;
        const between = (low: number, high: number, part: number) =>
          Math.max(low, Math.min(high, low + (high - low) * part));
        const point = {
          latitude: between(within.south, within.north, y),
          longitude: between(west, east, x),
        };
        const { zoom, cells } = coverOf(within, 256);
        expect(cells).toContain(cellOf(point, zoom));
        expect(new Set(cells).size).toBe(cells.length);
        expect(cells.length).toBeLessThanOrEqual(256);
      }),
      { numRuns: 500 },
    );
  });

  it('has small cells for a small box, and the largest for the world', () => {
    const street = { west: -83.0095, south: 39.997, east: -83.0085, north: 39.998 };
    const town = { west: -83.1, south: 39.9, east: -82.8, north: 40.1 };
    const world = { west: -180, south: -90, east: 180, north: 90 };
    expect([street, town, world].map((each) => coverOf(each, 256).zoom)).toEqual([19, 14, 4]);
    expect(coverOf(world, 1).cells).toHaveLength(17 * 9);
    expect(coverOf(town, 9).cells.length).toBeLessThanOrEqual(4);
  });

  it('covers both sides of the antimeridian', () => {
    const fiji = { west: 179.9, south: -17, east: -179.9, north: -16.9 };
    const columns = (cells: number[]) => [...new Set(cells.map((cell) => Math.floor(cell / 2 ** 20)))];
    expect(columns(coverOf(fiji, 64).cells)).toEqual([
      16_379, 16_380, 16_381, 16_382, 16_383, 16_384, 0, 1, 2, 3, 4,
    ]);
  });
});
