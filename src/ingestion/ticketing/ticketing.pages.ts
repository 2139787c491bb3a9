import { EARLIEST, floorTo, LATEST, MINUTE_MS, parseInstant } from '../../common/instant.js';
import { FeedError } from '../reading/entries.js';
import { recordOf } from '../reading/feed-text.js';

/** Maximum number of items of a pageable result, by the limit of the API (rules.md, "Feeds"). */
const MAX_RESULTS = 1_000;
/** Maximum number of pages per run: four runs a day stay below the daily limit of 5 000 requests. */
const MAX_PAGES = 1_000;
const SECOND = 1_000;

/** A page of the Discovery API, with the counts of the whole result. */
export interface Page {
  totalElements: number;
  totalPages: number;
  /** Counted from 0. Undefined if the page does not say it. */
  number: number | undefined;
  items: unknown[];
}

/** A range of start times of items, in milliseconds since the epoch. */
export interface TimeRange {
  from: number;
  to: number;
}

/** A page of the result, or of the part of it that starts in a time range. */
export interface PageRequest {
  number: number;
  range?: TimeRange;
  /** Bytes of the pages so far, which count towards the limit. */
  previousBytes: number;
}

/** Fetches and reads a page. */
export type FetchPage = (request: PageRequest) => Promise<{ page: Page; bytes: number }>;

/** Whether the whole result can be paged through. Pages of a larger result are not read. */
export function isPageable({ totalElements }: Page): boolean {
  return totalElements <= MAX_RESULTS;
}

/** Parses a page. An empty one has no `_embedded`. @throws FeedError where it is not a page of events */
export function parsePage(document: unknown): Page {
  const { page, _embedded } = recordOf(document);
  const { totalElements, totalPages, number } = recordOf(page);
  const items = _embedded === undefined ? [] : recordOf(_embedded).events;
  if (!isCount(totalElements) || !isCount(totalPages) || !Array.isArray(items))
    throw new FeedError('The feed returned JSON that is not a page of events.');
  return { totalElements, totalPages, number: isCount(number) ? number : undefined, items };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Fetches every page of a result. A result of over 1 000 items is fetched by time ranges, each halved until
 * it is pageable.
 * @param bounds the range of start times that the query itself sets
 * @throws FeedError where a page contradicts itself, or a range cannot be halved further
 */
export async function fetchPages(fetchPage: FetchPage, bounds: TimeRange): Promise<void> {
  let [previousBytes, requests] = [0, 0];
  /**
   * Fetches all pages of a time range. Returns false if there are too many items. The latest page has the
   * number of pages.
   */
  const fetchAll = async (range?: TimeRange): Promise<boolean> => {
    for (let [number, count] = [0, 1]; number < count; number += 1) {
      requests += 1;
      if (requests > MAX_PAGES) throw new FeedError(`The feed needs more than ${MAX_PAGES} requests.`);
      const { page, bytes } = await fetchPage({ number, range, previousBytes });
      if (!isPageable(page)) return false;
      check(page, number);
      previousBytes += bytes;
      count = page.totalPages;
    }
    return true;
  };
  const fetchHalves = async (range: TimeRange): Promise<void> => {
    for (const half of halvesOf(range)) if (!(await fetchAll(half))) await fetchHalves(half);
  };
  if (!(await fetchAll())) await fetchHalves(bounds);
}

/** Checks a page. With a wrong page, or one without its items, events would seem to have left the feed. */
function check({ number, items, totalElements, totalPages }: Page, requested: number): void {
  if (number !== undefined && number !== requested)
    throw new FeedError(`The feed returned page ${number} instead of page ${requested}.`);
  if (items.length === 0 && totalElements > 0 && requested < totalPages)
    throw new FeedError(`The feed returned page ${requested} without the items that it counts.`);
}

/**
 * The halves of a time range. They share the second before the cut, so that no item is lost whether or not
 * the API includes the bounds. Cuts are half a minute past a minute, when nothing starts, so that hardly any
 * item is returned twice.
 */
function halvesOf({ from, to }: TimeRange): TimeRange[] {
  const cut = floorTo(MINUTE_MS, (from + to) / 2) + MINUTE_MS / 2;
  const halves = [
    { from, to: cut },
    { from: cut - SECOND, to },
  ];
  if (from < cut - SECOND && cut < to) return halves;
  throw new FeedError(
    `The feed has over ${MAX_RESULTS} items that start between ${formatSecond(from)} and ${formatSecond(to)}, ` +
      'and shows no more: TICKET_FEED_QUERY must be narrower.',
  );
}

/** An instant in the format of the API: `2026-11-07T19:30:00Z`. */
export const formatSecond = (milliseconds: number) =>
  new Date(milliseconds).toISOString().replace(/\.\d+/, '');

/** The range of start times that a query sets. A missing bound is the earliest or latest instant. */
export function boundsOf(query: URLSearchParams): TimeRange {
  const bound = (name: string) => parseInstant(query.get(name) ?? '');
  return { from: bound('startDateTime') ?? EARLIEST, to: bound('endDateTime') ?? LATEST };
}
