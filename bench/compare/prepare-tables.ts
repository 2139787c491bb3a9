import type pg from 'pg';
import { loadEvents, loadOpenGigs } from '../data/events.js';
import type { Loader } from '../data/loader.js';
import { loadApplications, loadNotifications } from '../data/participation.js';
import { loadTies } from '../data/ties.js';
import { type Fixture, pickEvents, prepareOwnEvents } from '../scenarios/fixture.js';
import { GigSupply } from '../scenarios/gig-supply.js';
import { signTokens, userId } from '../tokens.js';

/** Connections of the load. Each has a user and requests of its own. */
export const CONNECTIONS = 32;
/** Applications a second that a connection sends at most: more than any server here can answer. */
const FASTEST = 150;
/** Users who own the gigs that the load applies to. */
const OWNERS = 500;
const NOTIFICATIONS = 100_000;
/** Notifications of the first connection's user, and how many more each further user has. */
const INBOX = { least: 300, more: 100 };

/**
 * Fills the tables and notes what the load needs to know of them, but for the cursors, which the servers make.
 * @param load events in the table, and seconds that a scenario loads each server
 */
export async function prepareTables(
  loader: Loader,
  database: pg.Client,
  load: { rows: number; seconds: number },
): Promise<Omit<Fixture, 'cursors' | 'depth' | 'draws'>> {
  const users = Array.from({ length: CONNECTIONS }, (_, connection) => userId(connection));
  await loadEvents(loader, 0, load.rows);
  const supply = load.seconds * FASTEST;
  const owners = Array.from({ length: 3 * supply }, (_, index) => ownerOf(index));
  const gigs = await loadOpenGigs(loader, [...users, ...owners]);
  const ownGigs = gigs.slice(0, CONNECTIONS);
  await loadApplications(loader, ownGigs);
  await loadNotifications(loader, recipients(users));
  await loadTies(database, users);
  const share = (part: number) => {
    const from = CONNECTIONS + part * supply;
    return new GigSupply(gigs.slice(from, from + supply), CONNECTIONS);
  };
  return {
    ...(await pickEvents(database)),
    ...(await prepareOwnEvents(loader, users)),
    tokens: await signTokens(CONNECTIONS),
    ownGigs,
    gigs: { service: share(0), baseline: share(1), 'baseline-go': share(2) },
  };
}

/** Inboxes of many sizes for the callers; the rest goes to others. */
function recipients(users: string[]): string[] {
  const called = users.flatMap((user, at) =>
    Array.from({ length: INBOX.least + at * INBOX.more }, () => user),
  );
  const others = Array.from({ length: NOTIFICATIONS - called.length }, (_, index) => ownerOf(index));
  return [...called, ...others];
}

function ownerOf(index: number): string {
  return `gig-owner-${index % OWNERS}`;
}
