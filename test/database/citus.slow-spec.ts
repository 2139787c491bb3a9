import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { migrate } from '../../src/database/migrate.js';
import type { JobName } from '../../src/jobs/schedule.js';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventBody, gigBody } from '../support/factories.js';
import { CAMPUS } from '../support/feeds.js';
import { until } from '../support/until.js';

// Citus is not a package of this project. Without it, the tests check what they can on PostgreSQL. On a
// cluster:
// CITUS_URL=postgres://... npm run test:slow -- test/database/citus
// The database has only the extension; the test leaves its tables.
const cluster = process.env.CITUS_URL;

const FILE = readFileSync('deploy/citus.sql', 'utf8');

/** Runs the file as psql does by hand, in one transaction. */
async function distribute({ url }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(FILE); // several statements in one query are one transaction
  } finally {
    await client.end();
  }
}

/** The place of each table in the file. */
interface Place {
  table: string;
  kind: 'distributed' | 'reference' | 'local';
  column?: string;
  beside?: string;
}

const PLACES: Place[] = [
  ...FILE.matchAll(
    /^ +\(\d+, '(\w+)', '(distributed|reference|local)', (?:'(\w+)'|NULL), (?:'(\w+)'|NULL)\)/gm,
  ),
].map(([, table, kind, column, beside]) => ({ table, kind, column, beside }) as Place);
const placeOf = (table: string) => PLACES.find((place) => place.table === table)!;
/** The first of each group of colocated tables. */
const groupOf = ({ table, beside }: Place) => (beside === 'none' ? table : beside);
const DROPPED = [...FILE.matchAll(/^DROP INDEX IF EXISTS (\w+);$/gm)].map(([, name]) => name);

describe('the file that distributes the tables', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** The unique indexes, with their columns. */
  const uniqueIndexes = () =>
    database.query<{ table: string; name: string; columns: string[] }>(
      `SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name,
              (SELECT json_agg(attname ORDER BY attname) FROM pg_attribute WHERE attrelid = i.indrelid AND attnum = ANY(i.indkey)) AS columns
       FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
       WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace`,
    );

  it('places every table once, after the one with which it is colocated', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
    );
    const placed = PLACES.map(({ table }) => table);
    const names = tables.map(({ name }) => name);
    expect([
      ...names
        .filter((name) => !placed.includes(name))
        .map((name) => `deploy/citus.sql does not place ${name}`),
      ...placed.filter((name) => !names.includes(name)).map((name) => `deploy/citus.sql places ${name}`),
      ...placed.filter((name, at) => placed.indexOf(name) !== at).map((name) => `${name} is placed twice`),
    ]).toEqual([]);
    expect(FILE.match(/^ +\(\d+, /gm)).toHaveLength(PLACES.length);
    for (const [index, place] of PLACES.entries()) {
      const before = PLACES.slice(0, index).map(({ table }) => table);
      if (place.kind === 'distributed') expect(['none', ...before]).toContain(place.beside);
      else expect([place.column, place.beside]).toEqual([undefined, undefined]);
    }
  });

  it('colocates only tables distributed by values of the same type', async () => {
    const types = await database.query<{ column: string; type: string }>(
      `SELECT attrelid::regclass || '.' || attname AS column, atttypid::regtype::text AS type
       FROM pg_attribute WHERE attrelid::regclass::text = ANY($1)`,
      [PLACES.map(({ table }) => table)],
    );
    const typeOf = ({ table, column }: Place) =>
      types.find((each) => each.column === `${table}.${column}`)?.type;
    for (const place of PLACES.filter(({ kind }) => kind === 'distributed')) {
      expect(typeOf(place)).toBeDefined();
      expect(typeOf(placeOf(groupOf(place)!))).toBe(typeOf(place));
    }
  });

  it('leaves no unique index without the distribution column of its table', async () => {
    const bad = (await uniqueIndexes()).filter(({ table, columns }) => {
      const { kind, column } = placeOf(table);
      return kind === 'distributed' && !columns.includes(column!);
    });
    // The file drops it: the id of a feed's event is made of its external id.
    expect(bad.map(({ name }) => name)).toEqual(DROPPED);
    expect(DROPPED).toEqual(['events_external_id_key']);
  });

  it('leaves no foreign key between tables that are not colocated', async () => {
    const keys = await database.query<Record<'child' | 'parent', string> & Record<'from' | 'to', string[]>>(
      `SELECT conrelid::regclass::text AS child, confrelid::regclass::text AS parent,
              (SELECT json_agg(attname ORDER BY n) FROM unnest(conkey) WITH ORDINALITY AS k (num, n)
               JOIN pg_attribute ON attrelid = conrelid AND attnum = k.num) AS from,
              (SELECT json_agg(attname ORDER BY n) FROM unnest(confkey) WITH ORDINALITY AS k (num, n)
               JOIN pg_attribute ON attrelid = confrelid AND attnum = k.num) AS to
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    expect(keys.length).toBeGreaterThan(0);
    for (const { child, parent, from, to } of keys) {
      const [own, other] = [placeOf(child), placeOf(parent)];
      if (other.kind === 'reference') continue;
      expect([own.kind, other.kind]).toEqual(['distributed', 'distributed']);
      expect(groupOf(own)).toBe(groupOf(other));
      expect(from.indexOf(own.column!)).toBe(to.indexOf(other.column!));
      expect(from).toContain(own.column);
    }
  });

  it('leaves triggers only on local tables', async () => {
    const triggers = await database.query<{ name: string; table: string }>(
      // hold_version exists only in tests.
      `SELECT tgname AS name, tgrelid::regclass::text AS table FROM pg_trigger
       WHERE NOT tgisinternal AND tgname <> 'hold_version'`,
    );
    const left = triggers.filter(
      ({ name, table }) =>
        placeOf(table).kind !== 'local' && !FILE.includes(`\nDROP TRIGGER IF EXISTS ${name} ON ${table};\n`),
    );
    expect(left).toEqual([]);
  });

  it('names every function of the schema except those of triggers', async () => {
    const functions = await database.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype
         AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
    );
    const named = [...FILE.matchAll(/^ {4}'(\w+)\(.*\)',?$/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual(functions.map(({ name }) => name).sort());
  });

  it('keeps every key that an INSERT may conflict on', async () => {
    const indexes = await uniqueIndexes();
    const columnsOf = Object.fromEntries(
      getMetadataArgsStorage().columns.map(({ propertyName, options }) => [
        propertyName,
        options.name ?? propertyName,
      ]),
    );
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      .map((file) => readFileSync(join('src', file), 'utf8'));
    const inSql = sources.flatMap((text) => [
      ...text.matchAll(/INSERT INTO \w+(?:(?!INSERT INTO)[\s\S])*?ON CONFLICT \(([\w, ]+)\)/g),
    ]);
    const inCode = sources.flatMap((text) => [
      ...text.matchAll(/\bon: \[([^\]]+)\]/g),
      ...text.matchAll(/= \[([^\]]+)\] satisfies Conflict/g),
    ]);
    const keys = [
      ...inSql.map(([, columns]) => columns!.split(', ')),
      ...inCode.map(([, properties]) =>
        [...properties!.matchAll(/'(\w+)'/g)].map(([, name]) => columnsOf[name!]!),
      ),
    ].map((columns) => columns.sort());
    expect(keys.length).toBeGreaterThan(2);
    for (const key of keys) {
      const left = indexes.filter(
        ({ name, columns }) => String(columns) === String(key) && !DROPPED.includes(name),
      );
      expect([key, left]).not.toEqual([key, []]);
    }
  });

  it('is refused without Citus', async () => {
    await expect(distribute(database)).rejects.toThrow('This database does not have the extension citus.');
  });
});

/** Functions with the names of those of Citus, which only record their arguments. */
const NOTING = `
  CREATE TABLE pg_dist_partition (logicalrel regclass, called text);
  CREATE FUNCTION create_distributed_table(regclass, text, colocate_with text) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO pg_dist_partition VALUES ($1, concat_ws(' ', $1, 'by', $2, 'beside', $3)) $$;
  CREATE FUNCTION create_reference_table(regclass) RETURNS void LANGUAGE sql
    AS $$ INSERT INTO pg_dist_partition VALUES ($1, concat_ws(' ', $1, 'everywhere')) $$;
  CREATE FUNCTION create_distributed_function(regprocedure) RETURNS void LANGUAGE sql AS '';
  GRANT ALL ON ALL TABLES IN SCHEMA public TO events`;

async function databaseThatNotes(): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated: false });
  await database.query(NOTING);
  return database;
}

async function databaseOf(url: string): Promise<TestDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  return {
    url,
    query: async (text, values) => (await pool.query(text, values)).rows,
    drop: () => pool.end(),
  };
}

describe.each([
  ['a PostgreSQL that notes what it is told to distribute', databaseThatNotes],
  ['the Citus cluster of CITUS_URL', cluster === undefined ? undefined : () => databaseOf(cluster)],
])('the service on %s', (_, open) => {
  // Without a cluster the second is skipped: see above.
  const test = open ? it : it.skip;
  // Citus has no xmin for some rows, so nothing is cached.
  const settings: Environment = { EVENT_CACHE_MB: '0' };
  let database: TestDatabase;
  let service: TestApp;
  let feeds: FeedServer;

  const start = async (more: Environment = {}) => {
    const started = await startApp({ ...settings, ...more }, database);
    await until(async () => (await fetch(`${started.url}/health/ready`)).status === 200);
    return started;
  };

  beforeAll(async () => {
    if (!open) return;
    database = await open();
    await migrate(dataSourceOptions(database.url));
    await distribute(database);
    feeds = await startFeedServer({ campus: () => [] });
    service = await start({ CAMPUS_FEED_URL: feeds.url });
  });
  afterAll(async () => {
    await service?.close();
    await feeds?.close();
    await database?.drop();
  });

  test('has every table in its place, even if the file runs again', async () => {
    const placed = async () =>
      (await database.query<{ name: string }>('SELECT logicalrel::text AS name FROM pg_dist_partition')).map(
        ({ name }) => name,
      );
    const expected = PLACES.filter(({ kind }) => kind !== 'local').map(({ table }) => table);
    expect((await placed()).sort()).toEqual(expected.sort());
    await distribute(database);
    expect(await placed()).toHaveLength(expected.length);
  });

  test('serves the whole course of a gig', async () => {
    const [olga, ann] = [service.as('olga'), service.as('ann')];
    const once = { 'Idempotency-Key': 'gig' };
    const gig = (await olga.post('/gigs', gigBody({ title: 'Two zebra sofas' }), once)).body;
    expect((await olga.post('/gigs', gigBody({ title: 'Two zebra sofas' }), once)).body.id).toBe(gig.id);
    const events = await Promise.all(
      [1, 2, 3].map((n) => olga.post('/events', eventBody({ title: `Zebra talk ${n}` }))),
    );
    expect(events.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await olga.patch(`/gigs/${gig.id}`, { title: 'Three zebra sofas' })).status).toBe(200);

    const lists = [
      '/events',
      '/events?sort=-createdAt&limit=2&offset=1',
      '/events?q=zebra',
      '/events?q=zebra&sort=startAt',
      '/events?type=EVENT&status=OPEN&creatorId=olga',
      '/events?when=weekend&tz=America/New_York',
      '/gigs?category=MOVING_DELIVERY',
      '/categories',
    ];
    for (const path of lists) expect([path, (await ann.get(path)).status]).toEqual([path, 200]);
    expect((await ann.get('/events?q=zebra')).body.total).toBe(4);
    const first = (await ann.get('/events?limit=2')).body;
    expect((await ann.get(`/events?limit=2&cursor=${first.nextCursor}`)).body.data).toHaveLength(2);

    for (const action of ['VIEW', 'VIEW', 'SAVE'])
      expect((await ann.post(`/events/${gig.id}/interactions`, { action })).status).toBeLessThan(300);
    expect((await olga.get(`/events/${gig.id}/interactions/summary`)).body).toMatchObject({
      VIEW: 1,
      SAVE: 1,
    });
    const application = (await ann.post(`/gigs/${gig.id}/applications`, { message: 'Gladly' })).body;
    expect((await ann.post(`/gigs/${gig.id}/applications`)).status).toBe(409);
    expect((await olga.get(`/gigs/${gig.id}/applications`)).body.data).toHaveLength(1);
    const decided = await olga.patch(`/gigs/${gig.id}/applications/${application.id}`, {
      status: 'ACCEPTED',
    });
    expect(decided.status).toBe(200);
    expect((await ann.get('/applications')).body.data).toMatchObject([{ gig: { id: gig.id } }]);
    expect((await ann.get('/notifications/unread-count')).body).toEqual({ count: 1 });
    expect((await ann.get('/notifications?unread=true')).body.data).toHaveLength(1);
    expect((await ann.patch('/notifications', { read: true })).status).toBe(200);

    const collection = (await ann.post('/collections', { name: 'Mine', visibility: 'PUBLIC' })).body;
    expect((await ann.post(`/collections/${collection.id}/items`, { eventId: gig.id })).status).toBe(201);
    expect((await olga.get(`/collections/${collection.id}`)).body.items).toHaveLength(1);
    expect((await olga.get('/collections?ownerId=ann')).body.data).toMatchObject([{ itemCount: 1 }]);

    const conversation = (await ann.post('/conversations', {})).body;
    const said = await ann.post(`/conversations/${conversation.id}/messages`, {
      content: 'Any zebra talks?',
    });
    expect(said.status).toBe(201);
    expect((await ann.get(`/conversations/${conversation.id}`)).body.messages).toHaveLength(2);

    expect((await olga.delete(`/gigs/${gig.id}`)).status).toBe(204);
    expect((await ann.get('/interactions')).body.data).toEqual([]);
    expect((await ann.get(`/collections/${collection.id}`)).body.items).toEqual([]);
    expect((await ann.delete(`/collections/${collection.id}`)).status).toBe(204);
    expect((await ann.delete(`/conversations/${conversation.id}`)).status).toBe(204);
  });

  test('runs the jobs', async () => {
    feeds.campus.setEvents([1, 2, 3].map((n) => CAMPUS.entry(n)));
    const run = (name: JobName) => service.runJob(name);
    expect(await run('campus-sync')).toMatchObject({ outcome: 'SUCCEEDED', created: 3, tagged: 3 });
    feeds.campus.setEvents([CAMPUS.entry(1), CAMPUS.entry(2, CAMPUS.named('Another name'))]);
    expect(await run('campus-sync')).toMatchObject({ outcome: 'SUCCEEDED', updated: 1, unchanged: 1 });
    for (const name of ['auto-completion', 'retag', 'purge'] as const)
      expect([name, await run(name)]).toEqual([name, expect.objectContaining({ outcome: 'SUCCEEDED' })]);
  });
});
