import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { newEvent, send } from '../works/works.js';

/** Texts that cost a text parser quadratic time. */
const WORST = ['_a', '1_', '/~', 'x-1.2.3-', '<!--', 'a@', '&'];
/** The characters of a description at most. */
const LONGEST = 20_000;
const WORDS = ['room', 'winter', 'campus', 'food', 'concert', 'students', 'evening', 'library'];

/** Events of nothing but &, and as many of words from four letters, which are all alike. */
const WORST_EVENTS = `
  INSERT INTO events (id, title, description, type, location, start_at, tags, creator_id)
  SELECT gen_random_uuid(), title, repeat('&', 20000), 'EVENT', json_build_object('name', title),
    now() + n * interval '1 minute', string_to_array(left(title, 39), ' '), 'attacker'
  FROM generate_series(1, 1000) n, LATERAL (SELECT CASE n % 2 WHEN 0 THEN repeat('&', 200)
    ELSE translate(to_hex(n * 65537) || ' ' || to_hex(n * 92821), '0123456789ef', 'abcdabcdabcd') END AS title) worst`;

/** What one attacker does at the rate limit. */
export interface Kind {
  /** The value of `--only`. */
  name: string;
  title: string;
  /** Settings of a service of its own, where the attack needs one. */
  settings?(): Promise<Record<string, string>>;
  /** Readies the attack; returns the paths that it asks for. */
  prepare?(database: pg.Client, url: string, token: string): Promise<string[]>;
  /** The request of this number. @param paths what `prepare` returned */
  request(index: number, paths?: string[]): Request;
  /** Whether responses stay open, unread, to the end of the attack. */
  isHeld?: boolean;
  /** Milliseconds after which the attacker disconnects. */
  disconnectsAfter?: number;
}

/** A new kind is an entry here. */
export const KINDS: Kind[] = [
  kind('searches', 'searches for common words, each another one', (at) =>
    get(`/events?limit=100&q=${word(at)}%20OR%20${word(at + 3)}&${day(at)}`),
  ),
  kind('facets', 'facets of common words', (at) => get(`/events/facets?q=${word(at)}&${day(at)}`)),
  kind('deep-pages', 'pages of 100 at the largest offset', (at) =>
    get(`/events?limit=100&offset=${10_000 - (at % 100)}&${day(at)}`),
  ),
  kind('large-bodies', 'creations with the worst texts of 20,000 characters', (at) => {
    const text = WORST[at % WORST.length]!;
    return send('POST', '/events', { ...newEvent(at), description: text.repeat(LONGEST / text.length) });
  }),
  kind(
    'similar',
    'events that are like the latest ones',
    (at, paths) => get(paths![at % paths!.length]!),
    async (database) => {
      const { rows } = await database.query('SELECT id FROM events ORDER BY start_at DESC LIMIT 100');
      return rows.map(({ id }) => `/events/${id}/similar`);
    },
  ),
  kind('links', 'bodies of 510 links of 2,000 characters', (at) => {
    const images = Array(510).fill({ url: `https://x.example/${'a['.repeat(990)}`, alt: 'x' });
    return send('POST', '/events', { ...newEvent(at), images });
  }),
  kind(
    'calendars',
    'a calendar of the worst texts',
    (at, paths) => get(paths![at % paths!.length]!),
    readWorst,
  ),
  kind(
    'typos',
    'suggestions and searches of six typos among words that are alike',
    (at) => {
      const typos = Array.from({ length: 6 }, (_, nth) => `abcdx${'abcd'[(at + nth) % 4]}dyz${nth}`).join(
        '%20',
      );
      return get(at % 2 ? `/suggestions?q=${typos}` : `/events?q=${typos}`);
    },
    readWorst,
  ),
  {
    ...kind('feed', 'a feed that sends 64 KB of gzip, which are 22 million objects', () => {
      attack.emit('begin');
      return get('/ingestion/runs');
    }),
    settings: async () => ({ SCHEDULER_ENABLED: 'true', CAMPUS_FEED_URL: await serveBomb() }),
  },
  {
    ...kind('model', 'creations that a language model never answers', (at) =>
      send('POST', '/events', newEvent(at)),
    ),
    settings: async () => ({ TAGGER: 'llm', TAGGER_MODEL: 'mute', TAGGER_BASE_URL: await serve(() => {}) }),
  },
  {
    ...kind(
      'decisions',
      'decisions on 100 applications each, whose client disconnects after 30 ms',
      (_, [path, ...ids] = []) => send('PATCH', path!, { ids, status: 'REJECTED' }),
      receiveApplications,
    ),
    disconnectsAfter: 30,
  },
  kind(
    'accounts',
    'accounts that come and go: a gig, an application, a collection, and all is deleted',
    (at, paths) =>
      [
        send('POST', '/gigs', { ...newEvent(0) }),
        send('POST', paths![at % paths!.length]!, {}),
        send('POST', '/collections', { name: `Collection ${at}` }),
        { method: 'DELETE', path: '/users/me' } as const,
      ][at % 4]!,
    async (database) => {
      const { rows } = await database.query(`SELECT id FROM events WHERE type = 'GIG' AND status = 'OPEN'
        AND start_at > now() AND creator_id IS NOT NULL LIMIT 100`);
      return rows.map(({ id }) => `/gigs/${id}/applications`);
    },
  ),
  held('streams', 'streams of notifications that stay open', () => get('/notifications/stream')),
  held('unread', 'pages of 100 whose response is not read', (at) => get(`/events?limit=100&${day(at)}`)),
];

function kind(name: string, title: string, request: Kind['request'], prepare?: Kind['prepare']): Kind {
  return { name, title, request, prepare };
}

/** The addresses of a calendar of the worst events. */
async function readWorst(database: pg.Client, url: string, token: string): Promise<string[]> {
  const { rowCount } = await database.query(`SELECT FROM events WHERE creator_id = 'attacker' LIMIT 1`);
  if (rowCount === 0) {
    await database.query(WORST_EVENTS);
    const { user, password, host, port, database: name } = database;
    const DATABASE_URL = `postgres://${user}:${password}@${host}:${port}/${name}`;
    // Suggestions and other spellings come from the words that the job knows.
    await promisify(execFile)('node', ['dist/src/run-job.js', 'suggestions'], {
      env: { ...process.env, DATABASE_URL },
    });
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ kind: 'EVENTS', filter: 'creatorId=attacker' });
  const response = await fetch(`${url}/calendars`, { method: 'POST', headers, body });
  const { icsUrl, rssUrl } = (await response.json()) as Record<string, string>;
  return [icsUrl!, rssUrl!].map((address) => new URL(address).pathname);
}

/** The path of a gig of the attacker's, and the ids of 100 applications to it. */
async function receiveApplications(database: pg.Client, url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/gigs`, { method: 'POST', headers, body: JSON.stringify(newEvent(0)) });
  const { id } = (await response.json()) as { id: string };
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO applications (id, gig_id, applicant_id)
     SELECT gen_random_uuid(), $1, 'applicant ' || n FROM generate_series(1, 100) n RETURNING id`,
    [id],
  );
  return [`/gigs/${id}/applications`, ...rows.map((row) => row.id)];
}

/** A feed that answers when the attack begins, since the service pulls it at its start. */
const attack = new EventEmitter();
async function serveBomb(): Promise<string> {
  const bomb = gzipSync(`[${'{},'.repeat(22_000_000)}{}]`, { level: 9 });
  return serve(async (_request, response) => {
    await once(attack, 'begin');
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
  });
}

/** Serves until the process ends. @returns the URL */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function held(...args: Parameters<typeof kind>): Kind {
  return { ...kind(...args), isHeld: true };
}

const get = (path: string): Request => ({ method: 'GET', path });
const word = (index: number) => WORDS[index % WORDS.length]!;

/** A first day of the last half year. */
function day(index: number): string {
  const start = Date.now() - (index % 170) * 86_400_000;
  return `startDate=${new Date(start).toISOString().slice(0, 10)}`;
}
