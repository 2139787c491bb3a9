import type pg from 'pg';
import { INSERT_APPLICANTS, insertApplications } from '../data/events.js';
import { settle } from '../data/loader.js';
import { type Server, signTokens, userId } from '../servers.js';

/** Events that the load names, and gigs that it applies to, at most. */
const NAMED = 6_400;
/** Gigs of each caller: the first has applications, and the others change. */
const OWN_GIGS = 11;
const APPLICATIONS = 100;
/** Notifications of each caller. */
const INBOX = 300;
/** Users who apply to each of the gigs, one after the other. */
const APPLICANTS = 500;
/** Callers of a run at most; those who apply are others. */
const CALLERS = 1_000;
/** The depth of the pages by cursor in events; in a small table it is half its size. */
const DEPTH = 50_000;
const CURSORS = 4;

/** What the works need to know of the tables and of the users who call. */
export interface Fixture {
  /** A bearer token for each connection. */
  tokens: string[];
  /** Ids of events all over the table. */
  ids: string[];
  /** Gigs of each caller. */
  ownGigs: string[][];
  /** Open gigs of others, tokens of those who apply, and how many applications were sent. No pair comes twice. */
  supply: { gigs: string[]; applicants: string[]; sent: number };
  /** Each server's cursors of pages that lie deep in the list. */
  cursors: Record<string, string[]>;
}

/** Makes callers, one for each connection, who own gigs with applications and have notifications. */
export async function prepareFixture(
  database: pg.Client,
  servers: Server[],
  { connections, rows, first = 0 }: { connections: number; rows: number; first?: number },
): Promise<Fixture> {
  const users = Array.from({ length: connections }, (_, index) => userId(first + index));
  const { rows: open } = await database.query<{ id: string }>(
    `SELECT id FROM events WHERE type = 'GIG' AND status = 'OPEN' AND start_at > now() + interval '1 day'
     AND creator_id LIKE 'user-%' ORDER BY id LIMIT $1`,
    [NAMED + connections * OWN_GIGS],
  );
  const gigs = open.map(({ id }) => id);
  const own = gigs.splice(0, connections * OWN_GIGS);
  const ownGigs = users.map((_, at) => own.slice(at * OWN_GIGS, (at + 1) * OWN_GIGS));
  for (const [at, ids] of ownGigs.entries())
    await database.query('UPDATE events SET creator_id = $1 WHERE id = ANY($2)', [users[at], ids]);
  await database.query(INSERT_APPLICANTS, [APPLICATIONS]);
  // The owner of a gig is noted in its applications, so they come anew. Those who applied in an earlier run start again.
  await database.query(
    `DELETE FROM applications WHERE gig_id = ANY($1) OR applicant_id LIKE 'bench-user-%'`,
    [own],
  );
  const shown = `'{${ownGigs.map(([id]) => id)}}'`;
  await database.query(insertApplications(`id = ANY(${shown}::uuid[])`), [APPLICATIONS]);
  await database.query(
    `INSERT INTO notifications (recipient_id, id, type, reference_id, created_at, data)
     SELECT owner, gen_random_uuid(), 'APPLICATION_RECEIVED', 'application-' || n, now() - n * interval '1 hour',
            jsonb_build_object('gigId', gen_random_uuid(), 'gigTitle', 'Stage hands', 'applicantName', 'Applicant ' || n)
     FROM unnest($1::text[]) owner, generate_series(1, ${INBOX}) n`,
    [users],
  );
  const { rows: named } = await database.query<{ id: string }>(
    'SELECT id FROM events ORDER BY hashtext(id::text) LIMIT $1',
    [NAMED],
  );
  await settle(database);
  const tokens = await signTokens(connections, first);
  const cursors: Fixture['cursors'] = {};
  for (const server of servers) {
    const reach = { depth: Math.min(DEPTH, Math.floor(rows / 2)), count: CURSORS * connections };
    cursors[server.name] = await collectCursors(server, tokens[0]!, reach);
  }
  const applicants = await signTokens(APPLICANTS, CALLERS);
  return { tokens, ids: named.map(({ id }) => id), ownGigs, supply: { gigs, applicants, sent: 0 }, cursors };
}

/** Reads a server's list of events to a depth (in events), and returns the next cursors, a page apart. */
async function collectCursors(
  { url, name }: Server,
  token: string,
  { depth, count }: { depth: number; count: number },
): Promise<string[]> {
  const nextCursor = async (limit: number, cursor?: string): Promise<string> => {
    const position = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${url}/events?limit=${limit}${position}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as { nextCursor?: string | null };
    if (!body.nextCursor) throw new Error(`The ${name} gives no cursor (status ${response.status})`);
    return body.nextCursor;
  };
  let cursor: string | undefined;
  for (let passed = 0; passed < depth; passed += 100) cursor = await nextCursor(100, cursor);
  const cursors: string[] = [];
  while (cursors.length < count) {
    cursor = await nextCursor(20, cursor);
    cursors.push(cursor);
  }
  return cursors;
}
