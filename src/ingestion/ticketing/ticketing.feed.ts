import type { Config } from '../../common/config.js';
import { cut } from '../../common/text.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import { redaction } from '../download/redaction.js';
import type { Feed } from '../feed.js';
import { inSteps } from '../reading/entries.js';
import { readable, recordOf, textOf } from '../reading/feed-text.js';
import { boundsOf, fetchPages, formatSecond, type PageRequest } from './ticketing.pages.js';
import { TicketingReader } from './ticketing.reader.js';

/** Items per page: the maximum of the API. */
const PAGE_SIZE = 200;
/** Milliseconds between two requests: 4 per second, where the API allows 5. */
const PACE = 250;
/** Maximum code points of the text of an error. */
const MAX_REASON = 200;

type Settings = Pick<Config, Extract<keyof Config, `TICKET_FEED_${string}`> | 'FEED_MAX_MB'>;

/** The ticketing feed: the pages of the Ticketmaster Discovery API v2 (rules.md, "Feeds"). */
export const ticketingFeed = (settings: Settings, limits: Partial<DownloadLimits> = {}): Feed => ({
  source: 'TICKET_API',
  variable: 'TICKET_FEED_URL',
  configured: settings.TICKET_FEED_URL !== undefined,
  secret: settings.TICKET_FEED_API_KEY,
  async fetch(signal) {
    const { TICKET_FEED_QUERY, TICKET_FEED_ASSUMED_HOURS, FEED_MAX_MB: maxMb } = settings;
    const explain = (body: string) => readRefusal(body, redaction(settings.TICKET_FEED_API_KEY));
    const downloads = new Downloads({ maxMb, signal, limits: { pace: PACE, ...limits }, explain });
    const reader = new TicketingReader(TICKET_FEED_ASSUMED_HOURS ?? undefined);
    const fetchPage = async (request: PageRequest) => {
      const { document, bytes } = await downloads.get(pageUrl(settings, request), request.previousBytes);
      return { page: await inSteps(reader.read(document)), bytes };
    };
    await fetchPages(fetchPage, boundsOf(new URLSearchParams(TICKET_FEED_QUERY)));
    return reader.entries;
  },
});

function pageUrl(settings: Settings, { number, range }: PageRequest): URL {
  const { TICKET_FEED_URL, TICKET_FEED_API_KEY, TICKET_FEED_QUERY } = settings;
  const url = new URL(TICKET_FEED_URL!);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/discovery/v2/events.json`;
  const query = new URLSearchParams(TICKET_FEED_QUERY);
  if (range) {
    query.set('startDateTime', formatSecond(range.from));
    query.set('endDateTime', formatSecond(range.to));
  }
  const own = `apikey=${encodeURIComponent(TICKET_FEED_API_KEY!)}&size=${PAGE_SIZE}&page=${number}&sort=id,asc`;
  url.search = [own, url.search.slice(1), `${query}`].filter(Boolean).join('&');
  return url;
}

/**
 * Parses an error response. The gateway of the API sends a `fault`, which may echo the key; the service
 * behind it sends `errors`.
 */
function readRefusal(body: string, redact: (text: string) => string) {
  const { fault, errors } = recordOf(jsonOf(body));
  const { faultstring, detail } = recordOf(fault);
  const code = textOf(recordOf(detail).errorcode);
  const text = textOf(faultstring) ?? textOf(recordOf(Array.isArray(errors) && errors[0]).detail);
  const message = [text, code && `(${code})`].filter(Boolean).join(' ');
  const why = cut(readable(redact(message)), MAX_REASON).replace(/[\s.]+$/, '');
  return { why, isFinal: code?.endsWith('QuotaViolation') === true };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
