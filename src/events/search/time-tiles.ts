import { DAY_MS } from '../../common/instant.js';

/** Milliseconds of the tiles that time is laid out in, level by level; each holds a whole number of the level before. */
const WIDTHS = [DAY_MS / 16, DAY_MS / 4, DAY_MS, 8 * DAY_MS, 64 * DAY_MS, 1_024 * DAY_MS];
/** What the number of a tile begins with, for each level. */
const LEVEL = 2 ** 27;

/** Milliseconds of the tiles that `timed_words` numbers, from 1970 on. */
export const WORDS_TILE = 8 * DAY_MS;

export type Direction = 'forward' | 'backward';

/** A span of time, from an instant on and before another. */
export interface Span {
  from: number;
  to: number;
  /** Whether next to nothing starts in it, so that the index of starts finds it best. */
  isNearlyEmpty?: boolean;
}

/** A span may be covered with so small a part of it beyond either end. */
const MARGIN = 1 / 16;

/**
 * The numbers of few tiles that cover a span, and little more, as `event_time_tiles` gives them to events: each event has one at
 * most of them.
 */
export function tilesOf({ from, to }: Span): number[] {
  const finest = WIDTHS.findLast((width) => width <= (to - from) * MARGIN) ?? WIDTHS[0]!;
  const end = Math.ceil(to / finest) * finest;
  const tiles: number[] = [];
  for (let at = Math.floor(from / finest) * finest; at < end; ) {
    const level = WIDTHS.findLastIndex((width) => at % width === 0 && at + width <= end);
    tiles.push(level * LEVEL + at / WIDTHS[level]!);
    at += WIDTHS[level]!;
  }
  return tiles;
}

/** The numbers of the tiles of words that a span lies in. */
export function wordsTilesOf({ from, to }: Span): number[] {
  const first = Math.floor(from / WORDS_TILE);
  const count = Math.ceil(to / WORDS_TILE) - first;
  return Array.from({ length: count }, (_, index) => first + index);
}

/** The same, those first that are nearest to today. */
export function wordsTilesFrom(today: number, span: Span): number[] {
  const tiles = wordsTilesOf(span);
  return span.from < today ? tiles.reverse() : tiles;
}

/**
 * Spans that go on from a day's start to each of the lengths, in whole tiles: long ones to the end of a tile of words.
 * @param today the start of a day in UTC, in milliseconds
 * @param lengths in milliseconds, each longer than the one before
 */
export function spansFrom(today: number, lengths: readonly number[], direction: Direction): Span[] {
  const sign = direction === 'forward' ? 1 : -1;
  const ends = lengths.map((length) => {
    const width = length > 2 * WORDS_TILE ? WORDS_TILE : WIDTHS[0]!;
    return sign * Math.ceil((length + sign * today) / width) * width;
  });
  const spans = ends.map((end, index) => ({ near: ends[index - 1] ?? today, end }));
  return spans
    .map(({ near, end }) => (direction === 'forward' ? { from: near, to: end } : { from: end, to: near }))
    .filter(({ from, to }) => from < to);
}
