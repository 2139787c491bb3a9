import { campusEndpoint, campusEvents } from './campus/campus-events.js';
import type { Fault, FaultKind } from './faults.js';
import { type Endpoint, type RequestLog, startSandboxServer } from './sandbox-server.js';
import { ticketingEndpoint } from './ticketing/ticketing-endpoint.js';
import { ticketItems } from './ticketing/ticketing-events.js';

/** For `TICKET_FEED_API_KEY`. */
export const SANDBOX_KEY = 'sandbox-key';

export interface FeedServer {
  /** For `CAMPUS_FEED_URL` and `TICKET_FEED_URL`. */
  readonly url: string;
  readonly campus: SandboxFeed;
  readonly ticketing: SandboxFeed;
  /** Breaks all connections, also those with a request under way. */
  close(): Promise<void>;
}

/** One of the feeds. */
export interface SandboxFeed {
  readonly requests: RequestLog;
  /** Serves these from now on: events of the feed, or anything in place of them. */
  setEvents(events: readonly unknown[]): void;
  /** Misbehaves from now on; null ends it. A kind alone has its defaults, a number is a status. */
  setFault(fault: Fault | FaultKind | number | null): void;
}

export interface FeedServerOptions {
  port?: number;
  /** The events of a feed; called at every request. */
  campus?: () => readonly unknown[];
  ticketing?: () => readonly unknown[];
  now?: () => Date;
  key?: string;
  /** Requests of the ticketing feed that are let through within a second. */
  perSecond?: number;
  /** Served beside the feeds. */
  also?: Endpoint[];
}

/** Starts both feeds on 127.0.0.1: without options on a free port, with some 220 events around today. */
export async function startFeedServer(options: FeedServerOptions = {}): Promise<FeedServer> {
  const { port = 0, now = () => new Date(), key = SANDBOX_KEY, perSecond = 5, also = [] } = options;
  const events = {
    campus: options.campus ?? (() => campusEvents({ now: now() })),
    ticketing: options.ticketing ?? (() => ticketItems({ now: now() })),
  };
  const endpoints = [
    campusEndpoint(() => events.campus(), now),
    ticketingEndpoint({ events: () => events.ticketing(), key, perSecond }),
    ...also,
  ];
  const server = await startSandboxServer(endpoints, port);
  const feed = (name: keyof typeof events): SandboxFeed => ({
    requests: server.requests(name),
    setEvents: (list) => {
      events[name] = () => list;
    },
    setFault: (fault) => server.setFault(name, fault),
  });
  return { url: server.url, campus: feed('campus'), ticketing: feed('ticketing'), close: server.close };
}
