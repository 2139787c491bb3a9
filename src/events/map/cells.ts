import type { Box } from './area.js';

/** The sizes of cells, from the smallest (76 m along the equator) to the largest: 360 degrees halved so many times. */
const ZOOMS = [19, 14, 9, 4] as const;
/** What parts the columns of the map from the rows in the number of a cell. */
const COLUMN = 2 ** 20;

/** Cells of one size. */
export interface Cover {
  zoom: (typeof ZOOMS)[number];
  /** Their numbers, as `event_cell` gives them to events. */
  cells: number[];
}

/**
 * The smallest cells that cover a box without too many of them.
 * @param most cells of any size but the largest, which has 153 in all
 */
export function coverOf(box: Box, most: number): Cover {
  const zoom = ZOOMS.find((each) => countOf(box, each) <= most) ?? ZOOMS.at(-1)!;
  const [bottom, top] = [at(box.south + 90, zoom), at(box.north + 90, zoom)];
  const cells = new Set<number>();
  for (const [west, east] of rangesOf(box))
    for (let column = at(west + 180, zoom); column <= at(east + 180, zoom); column += 1)
      for (let row = bottom; row <= top; row += 1) cells.add(column * COLUMN + row);
  return { zoom, cells: [...cells] };
}

/** The longitudes of a box: two ranges where it crosses the antimeridian. */
export function rangesOf({ west, east }: Box): [west: number, east: number][] {
  if (west <= east) return [[west, east]];
  return [
    [west, 180],
    [-180, east],
  ];
}

function countOf(box: Box, zoom: number): number {
  const columns = rangesOf(box).map(([west, east]) => at(east + 180, zoom) - at(west + 180, zoom) + 1);
  const rows = at(box.north + 90, zoom) - at(box.south + 90, zoom) + 1;
  return rows * columns.reduce((sum, count) => sum + count, 0);
}

/** In which row or column so many degrees from the edge of the map are; computed as the database does. */
function at(degrees: number, zoom: number): number {
  return Math.floor((degrees / 360) * 2 ** zoom);
}
