import type { Config } from '../../common/config.js';
import { type DownloadLimits, Downloads } from '../download/downloads.js';
import { Pace } from '../download/pace.js';
import { redaction } from '../download/redaction.js';
import type { Feed } from '../feed.js';
import { type Entries, inSteps } from '../reading/entries.js';
import { askForPages, boundsOf, formatSecond, type PageRequest } from './ticketing.pages.js';
import { TicketingReader } from './ticketing.reader.js';
import { readRefusal } from './ticketing.refusal.js';

/** Items on a page: the most that the API allows. */
const PAGE_SIZE = 200;
/** Milliseconds between two requests: 4 a second, where the API allows 5. */
const PACE = 250;

const ENTRIES = '$._embedded.events.*';

export interface TicketingSettings {
  /** What `/discovery/v2/events.json` stands below; undefined: the feed is not set. */
  baseUrl: string | undefined;
  key: string | undefined;
  /** Which events are wanted, as a query string. */
  query: string;
  /** How many hours an item without an end is assumed to last; undefined: it has no end. */
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
  readonly job = 'ticket-sync';
  readonly variable = 'TICKET_FEED_URL';
  readonly secret: string | undefined;
  private readonly redact: (text: string) => string;
  private readonly pace: Pace;

  static from(config: Config): TicketingFeed {
    return new TicketingFeed({
      baseUrl: config.TICKET_FEED_URL,
      key: config.TICKET_FEED_API_KEY,
      query: config.TICKET_FEED_QUERY,
      assumedHours: config.TICKET_FEED_ASSUMED_HOURS ?? undefined,
      maxBytes: config.FEED_MAX_MB * 2 ** 20,
    });
  }

  constructor(
    private readonly settings: TicketingSettings,
    private readonly limits: Partial<TicketingLimits> = {},
  ) {
    this.secret = settings.key;
    this.redact = redaction(settings.key);
    this.pace = new Pace(limits.pace ?? PACE);
  }

  get configured(): boolean {
    return this.settings.baseUrl !== undefined;
  }

  async fetch(signal: AbortSignal): Promise<Entries> {
    const { maxBytes, query, assumedHours } = this.settings;
    const { limits, pace } = this;
    const explain = (body: Uint8Array) => readRefusal(body, this.redact);
    const downloads = new Downloads({ maxBytes, entries: ENTRIES, signal, limits, pace, explain });
    const reader = new TicketingReader(assumedHours);
    const ask = async (request: PageRequest) => {
      const { document, bytes } = await downloads.get(this.urlOf(request), request.kept);
      return { info: await inSteps(reader.read(document)), bytes };
    };
    try {
      await askForPages(ask, boundsOf(new URLSearchParams(query)), Date.now());
      return reader.entries;
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
