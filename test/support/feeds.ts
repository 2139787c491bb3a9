import { SANDBOX_KEY, startFeedServer } from '../../sandbox/feed-server.js';
import { type Environment, startApp, type TestApp } from './app.js';
import type { Client } from './client.js';

const SITE = 'https://studentlife.example.edu/Events.aspx';

/** As ISO 8601, to the second. */
export function inHours(hours: number): string {
  return new Date(Math.floor(Date.now() / 1000 + hours * 3_600) * 1000).toISOString();
}

/**
 * The differences between the feeds for tests of both. Entries are complete; a test overrides what matters.
 */
export interface FeedKind {
  name: 'campus' | 'ticketing';
  job: 'campus-sync' | 'ticket-sync';
  source: 'CAMPUS_API' | 'TICKET_API';
  idOf(number: number): string;
  entry(number: number, changes?: object): object;
  /** Changes of an entry: its times, its name, and an invalid one. */
  at(start: string, end: string | null): object;
  named(name: string): object;
  unusable: object;
}

export const CAMPUS: FeedKind = {
  name: 'campus',
  job: 'campus-sync',
  source: 'CAMPUS_API',
  idOf: (number) => `${SITE}?e=${number}`,
  entry: (number, changes = {}) => ({
    id: CAMPUS.idOf(number),
    itemHash: `hash of ${number}`,
    title: `Jazz concert ${number}`,
    description: 'Main Library',
    content: 'The **jazz** ensemble plays standards. Live music, free for students.',
    startDate: inHours(24),
    endDate: inHours(26),
    location: 'Weigel Hall',
    tags: ['Social'],
    link: CAMPUS.idOf(number),
    label: 'Student Life',
    campus: 'columbus',
    color: '#bb0000',
    ...changes,
  }),
  at: (startDate, endDate) => ({ startDate, endDate }),
  named: (title) => ({ title, itemHash: `hash of ${title}` }),
  unusable: { title: null },
};

export const TICKETING: FeedKind = {
  name: 'ticketing',
  job: 'ticket-sync',
  source: 'TICKET_API',
  idOf: (number) => `vvG1z${number}`,
  entry: (number, changes = {}) => ({
    name: `Jazz concert ${number}`,
    type: 'event',
    id: TICKETING.idOf(number),
    test: false,
    locale: 'en-us',
    url: `https://tickets.example.com/jazz/event/0500${number}`,
    ...TICKETING.at('2031-03-01T18:00:00Z', '2031-03-01T20:00:00Z'),
    classifications: [{ primary: true, segment: { name: 'Music' }, genre: { name: 'Jazz' } }],
    info: 'The jazz ensemble plays standards. Live music, doors at 6:30.',
    _embedded: {
      venues: [
        {
          name: 'Olentangy Hall',
          timezone: 'America/New_York',
          city: { name: 'Columbus' },
          state: { stateCode: 'OH' },
          address: { line1: '1 Example Ave' },
          location: { longitude: '-83.0', latitude: '39.99' },
        },
      ],
    },
    ...changes,
  }),
  at: (start, end) => ({
    dates: { start: { dateTime: start }, ...(end && { end: { dateTime: end } }), status: { code: 'onsale' } },
  }),
  named: (name) => ({ name }),
  unusable: { name: null },
};

export const FEEDS = [CAMPUS, TICKETING];

/** The change to an entry that has ended. */
export function ended(kind: FeedKind): object {
  return kind.at(inHours(-3), inHours(-1));
}

interface Closable {
  close(): Promise<unknown>;
}

export type FeedTest = Awaited<ReturnType<typeof startFeeds>>;

type Start<Service extends TestApp> = (settings: Environment) => Promise<Service>;

/** The sandbox's feeds, empty at first, and the service that pulls them. */
export async function startFeeds<Service extends TestApp = TestApp>(
  start: Start<Service> = startApp as Start<TestApp> as Start<Service>,
) {
  const server = await startFeedServer({ campus: () => [], ticketing: () => [], perSecond: 1_000 });
  const settings = {
    CAMPUS_FEED_URL: server.url,
    TICKET_FEED_URL: server.url,
    TICKET_FEED_API_KEY: SANDBOX_KEY,
    TICKET_FEED_ASSUMED_HOURS: 'off', // so that an event without an end is the same in both feeds
  };
  const service = await start(settings);
  const { database } = service;
  const alice: Client = service.as('alice');

  const others: Closable[] = [];
  const sync = (kind: FeedKind) => service.runJob(kind.job);
  const rows = (columns: string) => database.query(`SELECT ${columns} FROM events ORDER BY external_id`);
  return {
    server,
    service,
    settings,
    alice,
    sync,
    rows,
    /** Serves these entries, and pulls them by the job of the feed. */
    serve: (kind: FeedKind, ...entries: unknown[]) => {
      server[kind.name].setEvents(entries);
      return sync(kind);
    },
    lastRun: async () => (await alice.get('/ingestion/runs?limit=1')).body.data[0],
    distinct: (columns: string) => database.query(`SELECT DISTINCT ${columns} FROM events`),
    /** Every row with the transactions that wrote it: an unchanged row was not written. */
    traces: () => rows('xmin::text, xmax::text, ctid::text, events.*'),
    eventOf: async (kind: FeedKind, number: number) => {
      const [row] = await database.query<{ id: string }>('SELECT id FROM events WHERE external_id = $1', [
        kind.idOf(number),
      ]);
      return (await alice.get(`/events/${row!.id}`)).body;
    },
    /** Repairs and empties the feeds, and deletes all events and runs. */
    reset: async () => {
      for (const feed of [server.campus, server.ticketing]) {
        feed.setFault(null);
        feed.setEvents([]);
      }
      await database.query('TRUNCATE events, ingestion_runs, job_claims CASCADE');
    },
    /** Closes something else at the end, unless the test has closed it, even if the test fails. */
    alsoClose: <Other extends Closable>(other: Other): Other => {
      let closed: Promise<unknown> | undefined;
      const close = other.close.bind(other);
      others.push(Object.assign(other, { close: () => (closed ??= close()) }));
      return other;
    },
    close: async () => {
      for (const other of others) await other.close();
      await service.close();
      await server.close();
    },
  };
}
