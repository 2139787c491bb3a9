import { DAY_MS, formatInstant } from '../../common/instant.js';
import { Remembered } from '../../common/remembered.js';
import type { Database } from '../../database/database.js';
import { type Direction, type Span, spansFrom, WORDS_TILE } from './time-tiles.js';

/** Events of the first spans of time: enough where all match, and where a tenth does, yet few that are read in vain. */
const FIRST = [1_100, 12_000];
/** How many times as long as all before it each further span is, and the longest. */
const GROWTH = 8;
/** How many times the wanted matches the next span should have, going by the first: events come in clumps. */
const AMPLE = 2;
const LONGEST = 1_024 * DAY_MS;
/** The longest span that is walked tile by tile of words. Each tile costs a look for each word, whether there is anything or not. */
export const LONGEST_WALK = 64 * WORDS_TILE;
/** Milliseconds of the shortest span. */
const SHORTEST = DAY_MS / 16;
/** Milliseconds for which it is remembered how the events lie in time. */
const AGE = 60_000;
const ALWAYS: Span = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** How the events lie in one direction from today, in milliseconds. */
interface Extent {
  /** To the last events of the first spans, of those that are so many. */
  ends: number[];
  /** To the last of all; no number where there is none. */
  reach: number;
}

/**
 * The spans of time that a search is parted into, so that what it costs does not grow with all that match (decisions.md,
 * "Database"): today's in UTC and the next, then those before.
 */
export class SearchSpans {
  private readonly extents = new Remembered<Record<Direction, Extent>>(AGE);

  constructor(private readonly database: Database) {}

  /** The first spans, where what many events match is found; undefined where there is hardly more than they would hold. */
  async near(today: number): Promise<Span[] | undefined> {
    const { forward } = await this.read(today);
    if (forward.ends.length < FIRST.length) return undefined;
    return parted(today, forward, 'forward', true).slice(0, FIRST.length);
  }

  /**
   * All of time.
   * @param isWalked whether spans end by themselves where there are enough matches: then one takes the place of several
   * @param share of the wanted matches that the first spans have, where it is known: then they are no spans of their own
   */
  async all(today: number, isWalked: boolean, share?: number): Promise<Span[]> {
    const { forward, backward } = await this.read(today);
    const isKnown = isWalked && share !== undefined;
    const coming = isKnown
      ? parted(today, stepped(forward, share), 'forward', isWalked, FIRST.length)
      : parted(today, forward, 'forward', isWalked);
    const earlier = parted(today, backward, 'backward', isWalked);
    return coming.length + earlier.length > 2 ? [...coming, ...earlier] : [ALWAYS];
  }

  private read(today: number): Promise<Record<Direction, Extent>> {
    return this.extents.get(async () => {
      const ends = (side: string, direction: string) =>
        FIRST.map(
          (events) =>
            `(SELECT start_at FROM events WHERE start_at ${side} $1 ORDER BY start_at ${direction} OFFSET ${events} LIMIT 1)`,
        );
      const [row] = await this.database.query<Record<'after' | 'before', (string | null)[]>>({
        text: `
          SELECT to_json(ARRAY[${ends('>=', 'ASC')}, (SELECT max(start_at) FROM events)]) AS after,
                 to_json(ARRAY[${ends('<', 'DESC')}, (SELECT min(start_at) FROM events)]) AS before`,
        values: [formatInstant(today)],
      });
      const extent = (instants: (string | null)[], sign: number): Extent => {
        const lengths = instants.map((instant) => sign * (Date.parse(instant ?? '') - today));
        const reach = lengths.pop()!;
        const ends = lengths.filter((end) => !Number.isNaN(end)).map((end) => Math.max(end, SHORTEST));
        return { ends, reach };
      };
      return { forward: extent(row!.after, 1), backward: extent(row!.before, -1) };
    });
  }
}

/**
 * The same with a further span that should have enough matches, where that is shorter than a tile of words: such a tile can hold
 * two hundred thousand events. Where it deceives, the walk goes on.
 */
function stepped({ ends, reach }: Extent, share: number): Extent {
  const next = (ends.at(-1)! * AMPLE) / share;
  return { ends: next < Math.min(reach, WORDS_TILE) ? [...ends, next] : ends, reach };
}

/** How long the spans before the last are, which has no end: in milliseconds from today. */
function lengthsOf({ ends, reach }: Extent, isWalked: boolean): number[] {
  const lengths = [...ends];
  if (ends.length < FIRST.length) return lengths.filter((length) => length < reach);
  const last = ends.at(-1)!;
  if (isWalked) return [...lengths, Math.max(last, Math.min(reach + WORDS_TILE, LONGEST_WALK))];
  for (let length = last * GROWTH; length < LONGEST; length *= GROWTH) lengths.push(length);
  return lengths.filter((length) => length < Math.min(reach, LONGEST));
}

/**
 * The spans of one direction. The last has no end, so that it has also what was made since the extent was read.
 * @param joined how many of the first are one with the next
 */
function parted(today: number, extent: Extent, direction: Direction, isWalked: boolean, joined = 0): Span[] {
  const lengths = lengthsOf(extent, isWalked).slice(joined);
  const spans = spansFrom(today, [...lengths, Number.POSITIVE_INFINITY], direction);
  const isNearlyEmpty = !(extent.reach >= (lengths.at(-1) ?? 0));
  return spans.map((span, index) => (index < spans.length - 1 ? span : { ...span, isNearlyEmpty }));
}
