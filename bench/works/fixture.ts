import { SQL, settle } from '../data/loader.js';
import { LIMIT, type Server, signTokens, userId } from '../servers.js';
import type { Testbed } from '../testbed.js';

/** Events that the load names, and gigs that it applies to, at most. */
const NAMED = 6_400;
/** Gigs of each caller: the first has applications, and the others change. */
const OWN_GIGS = 11;
const APPLICATIONS = 100;
/** Notifications of each caller. */
const INBOX = 300;
/** Users who apply to each of the gigs, one after the other. They come after all callers. */
const APPLICANTS = 500;
const CALLERS = 1_000;
/** Users who create events, after those, and the number of one who has created as much as they may. */
const CREATORS = 200;
export const EXHAUSTED = 999;
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
  /** Open gigs of others, tokens of those who apply, and how many have applied. No pair comes twice. */
  supply: { gigs: string[]; applicants: string[]; sent: number };
  /** Tokens of the users who create events. */
  creators: string[];
  /** Each server's cursors of pages that lie deep in the list. */
  cursors: Record<string, string[]>;
}

/** Connections of the load, events in the table, and the number of the first caller. */
type Load = { connections: number; rows: number; first?: number };

/** Makes callers, one for each connection, who own gigs with applications and have notifications. */
export async function prepareFixture({ database }: Testbed, servers: Server[], load: Load): Promise<Fixture> {
  const { connections, rows, first = 0 } = load;
  const users = Array.from({ length: connections }, (_, index) => userId(first + index));
  const idsOf = async (text: string, most: number) =>
    (await database.query<{ id: string }>(text, [most])).rows.map(({ id }) => id);
  const gigs = await idsOf(SQL.openGigs!, NAMED + connections * OWN_GIGS);
  const own = gigs.splice(0, connections * OWN_GIGS);
  if (gigs.length === 0) throw new Error(`${rows} events are too few: take 10000 or more`);
  const ownGigs = users.map((_, at) => own.slice(at * OWN_GIGS, (at + 1) * OWN_GIGS));
  for (const [at, ids] of ownGigs.entries()) await database.query(SQL.own!, [users[at], ids]);
  await database.query(SQL.forget!, [own]);
  await database.query(SQL.applicants!, [APPLICATIONS]);
  await database.query(SQL.applications!, [APPLICATIONS, ownGigs.map(([id]) => id)]);
  await database.query(SQL.inboxes!, [users, INBOX]);
  await database.query(SQL.exhaust!, [userId(EXHAUSTED), LIMIT]);
  const ids = await idsOf(SQL.sample!, NAMED);
  await settle(database);
  const tokens = await signTokens(connections, first);
  const cursors: Fixture['cursors'] = {};
  const depth = Math.min(DEPTH, Math.floor(rows / 2));
  for (const server of servers)
    cursors[server.name] = await collectCursors(server, tokens[0]!, depth, CURSORS * connections);
  const supply = { gigs, applicants: await signTokens(APPLICANTS, CALLERS), sent: 0 };
  const creators = await signTokens(CREATORS, CALLERS + APPLICANTS);
  return { tokens, ids, ownGigs, supply, creators, cursors };
}

/** Reads a server's list to a depth in events, and returns the next cursors, a page apart. */
async function collectCursors(server: Server, token: string, depth: number, count: number) {
  const headers = { authorization: `Bearer ${token}` };
  const cursors = [''];
  for (let passed = 0; cursors.length <= count; passed += 100) {
    const limit = passed < depth ? 100 : 20;
    const position = cursors.at(-1) && `&cursor=${cursors.at(-1)}`;
    const response = await fetch(`${server.url}/events?limit=${limit}${position}`, { headers });
    const { nextCursor } = (await response.json()) as { nextCursor?: string };
    if (!nextCursor) throw new Error(`The ${server.name} gives no cursor (status ${response.status})`);
    if (passed < depth) cursors[0] = nextCursor;
    else cursors.push(nextCursor);
  }
  return cursors.slice(1);
}
