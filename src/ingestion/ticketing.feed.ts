import { Whole } from './download.body.js';
import { type DownloadLimits, Downloads } from './download.js';
import type { Feed, FeedReceiver } from './feed.js';
import { Pace } from './pace.js';
import type { Format } from './readers.js';
import { redaction } from './redaction.js';
import { boundsOf, formatSecond, type PageRequest, takePages } from './ticketing.pages.js';
import { readRefusal } from './ticketing.refusal.js';

/** Items on a page: the most that the API allows. */
const PAGE_SIZE = 200;
/** Milliseconds between two requests: 4 a second, where the API allows 5. */
const PACE = 250;

export interface TicketingSettings {
  /** What `/discovery/v2/events.json` stands below; undefined: the feed is not set. */
  baseUrl: string | undefined;
  key: string | undefined;
  /** Which events are wanted, as a query string. */
  query: string;
  /** What an item without an end is taken to last. */
  assumedHours: number | undefined;
  /** Of the whole answer, all pages together, unpacked. */
  maxBytes: number;
}

export interface TicketingLimits extends DownloadLimits {
  /** Milliseconds between two requests. */
  pace: number;
}

/** The ticketing feed: the Ticketmaster Discovery API v2, in pages (decisions.md, "Feeds"). */
export class TicketingFeed implements Feed {
  readonly source = 'TICKET_API';
  readonly variable = 'TICKET_FEED_URL';
  readonly secret: string | undefined;
  private readonly redact: (text: string) => string;
  private readonly pace: Pace;

  constructor(
    private readonly settings: TicketingSettings,
    private readonly limits: Partial<TicketingLimits> = {},
  ) {
    this.secret = settings.key;
    this.redact = redaction(settings.key);
    this.pace = new Pace(limits.pace ?? PACE);
  }

  get format(): Format {
    const { assumedHours } = this.settings;
    return { feed: 'ticketing', options: { assumedHours } };
  }

  get configured(): boolean {
    return this.settings.baseUrl !== undefined;
  }

  async fetch(receiver: FeedReceiver, signal: AbortSignal): Promise<void> {
    const { maxBytes, query } = this.settings;
    const explain = (body: Uint8Array) => readRefusal(body, this.redact);
    const downloads = new Downloads({ maxBytes, signal, limits: this.limits, pace: this.pace, explain });
    const ask = async (request: PageRequest) => {
      const bytes = await downloads.get(this.urlOf(request), new Whole(), request.taken);
      return { bytes, info: await receiver.infoOf(bytes) };
    };
    try {
      const pages = await takePages(ask, boundsOf(new URLSearchParams(query)), Date.now());
      receiver.begin();
      for (const page of pages) receiver.take(page);
      receiver.end();
    } finally {
      downloads.close();
    }
  }

  private urlOf({ number, window }: PageRequest): URL {
    const { baseUrl, key, query } = this.settings;
    const wanted = new URLSearchParams(query);
    const url = new URL(baseUrl!);
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/discovery/v2/events.json`;
    for (const name of window ? ['startDateTime', 'endDateTime'] : []) wanted.delete(name);
    const own = [
      `apikey=${encodeURIComponent(key!)}`,
      `size=${PAGE_SIZE}`,
      `page=${number}`,
      'sort=id,asc',
      ...(window
        ? [`startDateTime=${formatSecond(window.from)}`, `endDateTime=${formatSecond(window.to)}`]
        : []),
    ];
    url.search = [...own, url.search.slice(1), `${wanted}`].filter(Boolean).join('&');
    return url;
  }
}
