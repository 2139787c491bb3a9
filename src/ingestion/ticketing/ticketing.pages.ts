import { EARLIEST, floorTo, LATEST, MINUTE_MS, parseInstant } from '../../common/instant.js';
import { FeedError } from '../reading/entries.js';
import { recordOf } from '../reading/feed-text.js';

/** Items that can be paged through; the API refuses to go further (rules.md, "Feeds"). */
const MAX_RESULTS = 1_000;
/** Pages that one run may ask for: four runs a day stay below the day's 5 000 requests. */
const MAX_PAGES = 1_000;
const SECOND = 1_000;

/** A page of the Discovery API: what it says of the whole result, and of itself. */
export interface Page {
  totalElements: number;
  totalPages: number;
  /** Counted from 0; undefined where the page has none. */
  number: number | undefined;
  items: unknown[];
}

/** A stretch of time in which items start, in milliseconds since the epoch. */
export interface Window {
  from: number;
  to: number;
}

/** One page of the result, or of the part of it that starts in a window. */
export interface PageRequest {
  number: number;
  window?: Window;
  /** Bytes of the pages that count so far. */
  kept: number;
}

/** Fetches a page and has it read. */
export type Ask = (request: PageRequest) => Promise<{ page: Page; bytes: number }>;

/** Whether all of the result can be paged through. The pages of one that is too large are not read. */
export function isPageable({ totalElements }: Page): boolean {
  return totalElements <= MAX_RESULTS;
}

/** An empty page has no `_embedded`. @throws FeedError where it is not a page of events */
export function pageOf(document: unknown): Page {
  const { page, _embedded } = recordOf(document);
  const { totalElements, totalPages, number } = recordOf(page);
  const items = _embedded === undefined ? [] : recordOf(_embedded).events;
  if (!isCount(totalElements) || !isCount(totalPages) || !Array.isArray(items))
    throw new FeedError('The feed answered JSON that is not a page of events.');
  return { totalElements, totalPages, number: isCount(number) ? number : undefined, items };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/**
 * Asks for every page of a result, of over 1 000 items in windows of time, each halved until it fits.
 * @param bounds the range of starts that the query itself sets
 * @throws FeedError where a page contradicts itself, or a window cannot be halved further
 */
export async function askForPages(ask: Ask, bounds: Window): Promise<void> {
  let [kept, asked] = [0, 0];
  /** All pages of a window; false where there are too many. The latest page says how many there are. */
  const goThrough = async (window?: Window): Promise<boolean> => {
    for (let [number, count] = [0, 1]; number < count; number += 1) {
      asked += 1;
      if (asked > MAX_PAGES) throw new FeedError(`The feed needs more than ${MAX_PAGES} requests.`);
      const { page, bytes } = await ask({ number, window, kept });
      if (!isPageable(page)) return false;
      check(page, number);
      kept += bytes;
      count = page.totalPages;
    }
    return true;
  };
  const goThroughHalves = async (window: Window): Promise<void> => {
    for (const half of halvesOf(window)) if (!(await goThrough(half))) await goThroughHalves(half);
  };
  if (!(await goThrough())) await goThroughHalves(bounds);
}

/** With a wrong page, or one without its items, events would seem to have disappeared. */
function check({ number, items, totalElements, totalPages }: Page, asked: number): void {
  if (number !== undefined && number !== asked)
    throw new FeedError(`The feed answered page ${number} where page ${asked} was asked for.`);
  if (items.length === 0 && totalElements > 0 && asked < totalPages)
    throw new FeedError(`The feed answered page ${asked} without the items that it counts.`);
}

/**
 * Windows share the second before a cut, so that no item is lost whether or not the API includes their ends.
 * Cuts are half a minute past a minute, when nothing starts, so that hardly any item comes twice.
 */
function halvesOf({ from, to }: Window): Window[] {
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

/** An instant as the API wants it: `2026-11-07T19:30:00Z`. */
export const formatSecond = (milliseconds: number) =>
  new Date(milliseconds).toISOString().replace(/\.\d+/, '');

/** The range of starts that a query sets; all time where it sets none. */
export function boundsOf(query: URLSearchParams): Window {
  const bound = (name: string) => parseInstant(query.get(name) ?? '');
  return { from: bound('startDateTime') ?? EARLIEST, to: bound('endDateTime') ?? LATEST };
}
