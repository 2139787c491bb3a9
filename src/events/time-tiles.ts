import { DAY_MS } from '../common/instant.js';

/** Milliseconds of the tiles that time is laid out in, level by level; each holds a whole number of the level before. */
const WIDTHS = [DAY_MS / 16, DAY_MS / 4, DAY_MS, 8 * DAY_MS, 64 * DAY_MS, 1_024 * DAY_MS];
/** What the number of a tile begins with, for each level. */
const LEVEL = 2 ** 27;

export type Direction = 'forward' | 'backward';

/** A span of time, from an instant on and before another. */
export interface Span {
  from: number;
  to: number;
}

/** The numbers of the tiles that cover a span without gaps or overlaps, as `event_time_tiles` gives them to events. */
export function tilesOf({ from, to }: Span): number[] {
  const tiles: number[] = [];
  for (let at = from; at < to; ) {
    const level = WIDTHS.findLastIndex((width) => at % width === 0 && at + width <= to);
    tiles.push(level * LEVEL + at / WIDTHS[level]!);
    at += WIDTHS[level]!;
  }
  return tiles;
}

/**
 * Spans that go on from a day's start to each of the lengths, in whole tiles.
 * @param today the start of a day in UTC, in milliseconds
 * @param lengths in milliseconds, each longer than the one before
 */
export function spansFrom(today: number, lengths: readonly number[], direction: Direction): Span[] {
  const ends = [0, ...lengths].map((length) => Math.ceil(length / WIDTHS[0]!) * WIDTHS[0]!);
  const spans = lengths.map((_, index) =>
    direction === 'forward'
      ? { from: today + ends[index]!, to: today + ends[index + 1]! }
      : { from: today - ends[index + 1]!, to: today - ends[index]! },
  );
  return spans.filter(({ from, to }) => from < to);
}
