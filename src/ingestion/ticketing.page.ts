import { FeedError } from './feed-error.js';
import { isRecord, readJson } from './feed-text.js';

/** What a page of the Discovery API says about the whole result and about itself. */
export interface PageInfo {
  totalElements: number;
  totalPages: number;
  /** Its place, from 0; undefined where it does not say. */
  number: number | undefined;
  /** Items on it. */
  items: number;
}

/**
 * Reads one page of the ticketing feed's answer.
 * @throws FeedError where it is not JSON or not a page of events
 */
export function readTicketingPage(answer: Uint8Array): { info: PageInfo; items: unknown[] } {
  const document = readJson(answer);
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
