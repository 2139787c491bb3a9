import type { Config } from '../../common/config.js';
import { cut } from '../../common/text.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import { redaction } from '../download/redaction.js';
import type { Feed } from '../feed.js';
import { type Entries, inSteps } from '../reading/entries.js';
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
export class TicketingFeed implements Feed {
  readonly source = 'TICKET_API';
  readonly variable = 'TICKET_FEED_URL';

  constructor(
    private readonly settings: Settings,
    private readonly limits: Partial<DownloadLimits> = {},
  ) {}

  get configured(): boolean {
    return this.settings.TICKET_FEED_URL !== undefined;
  }

  get secret(): string | undefined {
    return this.settings.TICKET_FEED_API_KEY;
  }

  async fetch(signal: AbortSignal): Promise<Entries> {
    const { TICKET_FEED_QUERY, TICKET_FEED_ASSUMED_HOURS, FEED_MAX_MB: maxMb } = this.settings;
    const explain = (body: string) => readRefusal(body, redaction(this.secret));
    const limits = { pace: PACE, ...this.limits };
    const downloads = new Downloads({ maxMb, signal, limits, explain });
    const reader = new TicketingReader(TICKET_FEED_ASSUMED_HOURS ?? undefined);
    const fetchPage = async (request: PageRequest) => {
      const { document, bytes } = await downloads.get(this.pageUrl(request), request.previousBytes);
      return { page: await inSteps(reader.read(document)), bytes };
    };
    await fetchPages(fetchPage, boundsOf(new URLSearchParams(TICKET_FEED_QUERY)));
    return reader.entries;
  }

  private pageUrl({ number, range }: PageRequest): URL {
    const url = new URL(this.settings.TICKET_FEED_URL!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/discovery/v2/events.json`;
    const query = new URLSearchParams(this.settings.TICKET_FEED_QUERY);
    if (range) {
      query.set('startDateTime', formatSecond(range.from));
      query.set('endDateTime', formatSecond(range.to));
    }
    const own = `apikey=${encodeURIComponent(this.secret!)}&size=${PAGE_SIZE}&page=${number}&sort=id,asc`;
    url.search = [own, url.search.slice(1), `${query}`].filter(Boolean).join('&');
    return url;
  }
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
