import { FeedError } from '../feed-error.js';
import { isRecord } from '../reading/feed-text.js';

/** Items that can be paged through; the API refuses to go further (decisions.md, "Feeds"). */
export const MAX_RESULTS = 1_000;

/** What a page of the Discovery API has of the whole result, and of itself. */
export interface PageInfo {
  totalElements: number;
  totalPages: number;
  /** Counted from 0; undefined where the page has none. */
  number: number | undefined;
  /** Items on it. */
  items: number;
}

/** Whether all of the result can be paged through. The pages of one that is too large are not read. */
export function isPageable({ totalElements }: PageInfo): boolean {
  return totalElements <= MAX_RESULTS;
}

/**
 * Reads one page.
 * @throws FeedError where it is not a page of events
 */
export function readTicketingPage(document: unknown): { info: PageInfo; items: unknown[] } {
  const page = isRecord(document) ? document.page : undefined;
  const items = isRecord(document) ? itemsOf(document) : undefined;
  if (!isRecord(page) || !isCount(page.totalElements) || !isCount(page.totalPages) || !items)
    throw new FeedError('The feed answered JSON that is not a page of events.');
  const { totalElements, totalPages, number } = page;
  return {
    info: {
      totalElements,
      totalPages,
      number: isCount(number) ? number : undefined,
      items: items.length,
    },
    items,
  };
}

/** An empty page has no `_embedded`. */
function itemsOf(document: Record<string, unknown>): unknown[] | undefined {
  if (document._embedded === undefined) return [];
  const events = isRecord(document._embedded) ? document._embedded.events : undefined;
  return Array.isArray(events) ? events : undefined;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
