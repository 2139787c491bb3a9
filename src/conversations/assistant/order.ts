import { DAY_MS, HOUR_MS } from '../../common/instant.js';
import { hasClosed } from './closing.js';
import type { FoundEvent } from './found.js';
import { isOfDays } from './hours.js';
import type { Filters, When } from './interpreter.js';
import { LONGEST_WHOLE } from './say-time.js';
import type { LocalTime } from './zone.js';

const FORTNIGHT = 14 * DAY_MS;
/** How much less well what is named fits for each fortnight that it is ahead, and at most: no more than a word of a title. */
const [LATER, MOST_LATER] = [0.2, 0.6];
/** How much less well, where one can no longer register. */
const CLOSED = 0.4;

/** An event as it is sorted: whether it is about the topics, and how well it fits; and how many fit, of all or of those looked at. */
export type Ranked = FoundEvent & { isHead: boolean; rank: number; fitting: number; isAll: boolean };

/**
 * The best, which SQL has chosen, as they are named: by their time, unless how well they fit says more.
 * @param near the instant before which an event has begun
 * @param around the instant next to which they are looked for
 */
export function inReadingOrder(
  best: Ranked[],
  filters: Filters,
  { near, around, ...time }: When & { near: number; around: number | undefined },
  local: LocalTime,
): Ranked[] {
  const hasBegun = (event: Ranked) => Number(startOf(event) < near);
  if (isSpread(filters, time) || isByTurns(filters)) return best.toSorted(inOrder(startOf));
  if (around !== undefined) return best;
  if (isRanked(filters))
    return best.toSorted(inOrder((event) => -worthOf(event, near, local), hasBegun, startOf));
  if (!isOpenQuestion(filters) || filters.themes.length > 0) return best;
  return best.toSorted(inOrder(hasBegun, (event) => (hasBegun(event) ? -startOf(event) : startOf(event))));
}

/** Whether each of several alternatives gets its turn, even where the cheap ones come first. */
export function isByTurns(filters: Filters): boolean {
  const { match, topics, order, wished, themes } = filters;
  return match === 'ANY' && topics.length > 1 && !order && wished.length + themes.length === 0;
}

/** Whether the topics alone say what comes first. */
function isByTopics({ wished, order, priced, themes }: Filters): boolean {
  return !order && !priced && wished.length + themes.length === 0;
}

/** Whether somebody asks what is on, whatever it is. */
export function isOpenQuestion(filters: Filters): boolean {
  const { type, topics, place, free } = filters;
  const isBare = topics.length + place.length === 0 && !free;
  return type === 'EVENT' && isBare && isByTopics({ ...filters, themes: [] });
}

/** What is on for long, as exhibitions are. */
export const IS_LONG = `coalesce(t.end_at - t.start_at > interval '${LONGEST_WHOLE / HOUR_MS} hours', false)`;

/** Who asks what is on wants a night out before a help desk, and what is on that day before an exhibition. */
export const APPEAL = `(${IS_LONG}
  OR coalesce(t.category NOT IN ('MUSIC', 'ARTS_CULTURE', 'SOCIAL', 'FOOD_DRINK', 'SPORTS_RECREATION'), true))`;

/** Whether how well they fit, and then their time, says alone what comes first: the dates of a series are in their order. */
function isRanked(filters: Filters): boolean {
  const { type, topics, free } = filters;
  return topics.length > 0 && type !== 'GIG' && !free && isByTopics(filters);
}

/** Days of a time over which its events are spread: the first that begin on a Friday evening are no weekend. */
const MOST_SPREAD = 10;

/** Whether a time of several days is asked for and nothing else says what comes first. */
export function isSpread({ topics, wished, order }: Filters, { from, to }: When): boolean {
  if (topics.length + wished.length > 0 || order || to === null) return false;
  return isOfDays({ from, to }) && to - from <= MOST_SPREAD * DAY_MS;
}

/** How well an event fits, in tenths: what is weeks ahead fits less well, and so does what one can no longer register for. */
function worthOf(event: Ranked, near: number, local: LocalTime): number {
  const fortnights = Math.max(Math.floor((startOf(event) - near) / FORTNIGHT), 0);
  const isLess = Math.min(fortnights * LATER, MOST_LATER) + (hasClosed(event, local) ? CLOSED : 0);
  return Math.round(10 * (event.rank - isLess));
}

const startOf = ({ startAt }: FoundEvent) => Date.parse(startAt);

/** What is about the topics first, and then by keys, the smallest first. */
function inOrder(...keys: ((event: Ranked) => number)[]) {
  const all = [({ isHead }: Ranked) => Number(!isHead), ({ isTaken }: Ranked) => Number(isTaken), ...keys];
  return (one: Ranked, other: Ranked) => {
    const key = all.find((of) => of(one) !== of(other));
    return key ? key(one) - key(other) : 0;
  };
}
