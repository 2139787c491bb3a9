import type pg from 'pg';
import { loadEvents, loadOpenGigs } from '../data/events.js';
import { loadApplications, loadNotifications } from '../data/participation.js';
import { signTokens, userId } from '../tokens.js';
import { GigSupply } from './gig-supply.js';

/** Connections that the load comes over, each with a user and requests of its own. */
export const CONNECTIONS = 32;
/** Events that the load names, spread over the table. */
const NAMED_EVENTS = 6_400;
/** Applications a second that a connection may send: more than any server here answers. */
const FASTEST = 150;
/** Others who own gigs that the load applies to. */
const OWNERS = 500;
const NOTIFICATIONS = 100_000;
/** Notifications of the first connection's user, and how many more each further user has. */
const INBOX = { least: 300, more: 100 };

/** What the works know of the tables and of who calls. */
export interface Fixture {
  /** Ids of events all over the table. */
  ids: string[];
  /** A bearer token for each connection. */
  tokens: string[];
  /** A gig of each connection's user with applications. */
  ownGigs: string[];
  /** Gigs that each server takes applications to. */
  gigs: Record<'service' | 'floor', GigSupply>;
  /** Ids that nobody can apply to. */
  event: string;
  closedGig: string;
}

/**
 * Fills the tables and notes what the load needs to know of them.
 * @param load events in the table, and seconds that a work loads each server
 */
export async function prepareFixture(
  client: pg.Client,
  load: { rows: number; seconds: number },
  signal: AbortSignal,
): Promise<Fixture> {
  const users = Array.from({ length: CONNECTIONS }, (_, connection) => userId(connection));
  await loadEvents(client, load.rows, signal);
  const supply = load.seconds * FASTEST;
  const owners = Array.from({ length: 2 * supply }, (_, index) => `gig-owner-${index % OWNERS}`);
  const gigs = await loadOpenGigs(client, [...users, ...owners], signal);
  const ownGigs = gigs.slice(0, CONNECTIONS);
  await loadApplications(client, ownGigs, signal);
  await loadNotifications(client, recipients(users), signal);

  const { rows } = await client.query<{ id: string }>('SELECT id FROM events ORDER BY random() LIMIT $1', [
    NAMED_EVENTS,
  ]);
  return {
    ids: rows.map(({ id }) => id),
    tokens: await signTokens(CONNECTIONS),
    ownGigs,
    gigs: {
      service: new GigSupply(gigs.slice(CONNECTIONS, CONNECTIONS + supply), CONNECTIONS),
      floor: new GigSupply(gigs.slice(CONNECTIONS + supply), CONNECTIONS),
    },
    event: await find(client, `type = 'EVENT'`),
    closedGig: await find(client, `type = 'GIG' AND status = 'CANCELLED'`),
  };
}

/** Inboxes of many sizes for those who call, and what is left for others. */
function recipients(users: string[]): string[] {
  const called = users.flatMap((user, at) =>
    Array.from({ length: INBOX.least + at * INBOX.more }, () => user),
  );
  const others = Array.from(
    { length: NOTIFICATIONS - called.length },
    (_, index) => `gig-owner-${index % OWNERS}`,
  );
  return [...called, ...others];
}

async function find(client: pg.Client, condition: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM events WHERE ${condition} LIMIT 1`);
  if (!rows[0]) throw new Error(`The table holds no event where ${condition}`);
  return rows[0].id;
}
