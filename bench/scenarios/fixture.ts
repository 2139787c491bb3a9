import type pg from 'pg';
import { loadClosedGig, loadTriplets } from '../data/events.js';
import type { Loader } from '../data/loader.js';
import type { Pair, Side } from '../pair.js';
import type { Server } from '../servers.js';
import { collectCursors } from './cursors.js';
import { Draws } from './draws.js';
import type { GigSupply } from './gig-supply.js';
import { OwnEvents } from './own-events.js';

/** Events that the load names, spread over the table. */
const NAMED_EVENTS = 6_400;
/** Events of each connection's user that it changes, for each of the servers. */
const OWN_EVENTS = 10;
/** The depth of the pages that are requested by a cursor, in events. In a small table it is half its size. */
const DEPTH = 50_000;
/** Cursors of a connection. */
const CURSORS = 4;

/** What the scenarios need to know of the tables and of the users who call. */
export interface Fixture {
  /** A bearer token for each connection. */
  tokens: string[];
  /** Ids of events all over the table, and the creators of some. */
  ids: string[];
  creators: string[];
  /** A gig of each connection's user with applications. */
  ownGigs: string[];
  /** Gigs that each server gets applications to. */
  gigs: Record<Side, GigSupply>;
  /** Events of each connection's user that each server changes. */
  ownEvents: Record<Side, OwnEvents>;
  /** What is random in the requests to each server. */
  draws: Record<Side, Draws>;
  /** Each server's cursors of pages that lie `depth` events deep. */
  cursors: Record<Side, string[]>;
  depth: number;
  /** Ids of events that nobody can apply to. */
  event: string;
  closedGig: string;
  /** Events that the first connection's user cannot change: one of a feed, and a cancelled one of their own. */
  external: string;
  ownClosedEvent: string;
}

/** Picks the events that the load names. */
export async function pickEvents(
  database: pg.Client,
): Promise<Pick<Fixture, 'ids' | 'creators' | 'event' | 'closedGig' | 'external'>> {
  const { rows } = await database.query<{ id: string; creator: string | null }>(
    // Only the events of the random ids are read whole.
    `SELECT id, creator_id AS creator FROM events
     WHERE id IN (SELECT id FROM events ORDER BY random() LIMIT $1) ORDER BY random()`,
    [NAMED_EVENTS],
  );
  return {
    ids: rows.map(({ id }) => id),
    creators: [...new Set(rows.flatMap(({ creator }) => creator ?? []))],
    event: await find(database, `type = 'EVENT'`),
    closedGig: await find(database, `type = 'GIG' AND status = 'CANCELLED'`),
    external: await find(database, `source = 'CAMPUS_API'`),
  };
}

/** Adds events that the users change, the same for each server. */
export async function prepareOwnEvents(
  loader: Loader,
  users: string[],
): Promise<Pick<Fixture, 'ownEvents' | 'ownClosedEvent'>> {
  const [service, baseline, baselineGo] = await loadTriplets(loader, users, OWN_EVENTS);
  const ownClosedEvent = await loadClosedGig(loader, users[0]!);
  return {
    ownEvents: {
      service: new OwnEvents(service),
      baseline: new OwnEvents(baseline),
      'baseline-go': new OwnEvents(baselineGo),
    },
    ownClosedEvent,
  };
}

/** Reads the cursors of the servers' lists, and prepares what is random. */
export async function prepareCursors(
  pair: Pair,
  tokens: string[],
  rows: number,
  signal: AbortSignal,
): Promise<Pick<Fixture, 'cursors' | 'depth' | 'draws'>> {
  const depth = Math.min(DEPTH, Math.floor(rows / 2));
  const wanted = { depth, count: CURSORS * tokens.length };
  const collect = (server: Server) => collectCursors(server, tokens[0]!, wanted, signal);
  const { service, baseline, baselineGo } = pair;
  const cursors = {
    service: await collect(service),
    baseline: await collect(baseline),
    'baseline-go': baselineGo ? await collect(baselineGo) : [],
  };
  const draws = { service: new Draws(), baseline: new Draws(), 'baseline-go': new Draws() };
  return { cursors, depth, draws };
}

async function find(database: pg.Client, condition: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(`SELECT id FROM events WHERE ${condition} LIMIT 1`);
  if (!rows[0]) throw new Error(`The table holds no event where ${condition}`);
  return rows[0].id;
}
