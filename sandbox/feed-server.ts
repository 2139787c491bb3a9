import { campusEndpoint } from './campus-endpoint.js';
import { campusEvents } from './campus-events.js';
import type { Fault, FaultKind } from './faults.js';
import { type RequestLog, startSandboxServer } from './sandbox-server.js';

export interface FeedServer {
  /** What `CAMPUS_FEED_URL` takes. */
  readonly url: string;
  /** What has been asked of the campus feed so far. */
  readonly requests: RequestLog;
  /** Serves these from now on: feed events, or whatever stands in their place. */
  setEvents(events: readonly unknown[]): void;
  /** Misbehaves from now on, or no more. A kind alone takes its defaults, a number is a status. */
  setFault(fault: Fault | FaultKind | number | null): void;
  /** Ends every connection at once, whatever is under way. */
  close(): Promise<void>;
}

export interface FeedServerOptions {
  port?: number;
  /** Asked at every request. */
  events?: () => readonly unknown[];
  now?: () => Date;
}

/** Starts the sandbox feed on 127.0.0.1, without options on a free port and with some 300 events around today. */
export async function startFeedServer(options: FeedServerOptions = {}): Promise<FeedServer> {
  const { port = 0, now = () => new Date() } = options;
  let events = options.events ?? (() => campusEvents({ now: now() }));
  const server = await startSandboxServer([campusEndpoint(() => events(), now)], port);
  return {
    url: server.url,
    requests: server.requests('campus'),
    setEvents: (list) => {
      events = () => list;
    },
    setFault: (fault) => server.setFault('campus', fault),
    close: server.close,
  };
}
