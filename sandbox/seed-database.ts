import { hash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { startEmbeddedServer } from '../src/database/embedded/embedded-postgres.js';
import { DEMO_CALENDAR_TOKEN, demoId } from '../src/openapi/examples.js';
import { columbusInstant, dateOf, dayOf } from './columbus-time.js';
import { readJson } from './read-json.js';

/** The rows of one table of `seed.json`, by the names of its columns, and the columns of its primary key. */
interface TableRows {
  table: string;
  key: string[];
  /** The columns that most rows have in common. */
  defaults?: Record<string, unknown>;
  rows: Record<string, unknown>[];
}

/** What people add to the demo's rows: its table, the column that names the row, and the table of the row. */
const ADDED = [
  ['applications', 'gig_id', 'events'],
  ['interactions', 'event_id', 'events'],
  ['collection_items', 'collection_id', 'collections'],
  ['messages', 'conversation_id', 'conversations'],
] as const;

/** Seeds the database of the service that runs in this environment: its embedded one, or another. */
export async function seedDatabaseOf({ DATABASE_URL, DATA_DIR = '.data' }: NodeJS.ProcessEnv): Promise<void> {
  if (DATABASE_URL) return seedDatabase(DATABASE_URL, new Date());
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, attach: true });
  try {
    await seedDatabase(server.url, new Date());
  } finally {
    await server.stop();
  }
}

/**
 * Puts the demo's data into a migrated database, around `now`. The data of an earlier demo is restored:
 * applications are undecided again, and what was deleted is back. Everything else stays.
 */
export async function seedDatabase(databaseUrl: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {}); // the statement under way fails, too
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = seedRows(now);
    for (const [table, column, parent] of ADDED) {
      const ids = tables.find((rows) => rows.table === parent)?.rows.map(({ id }) => id);
      await client.query(`DELETE FROM ${table} WHERE ${column} = ANY($1::uuid[])`, [ids]);
    }
    for (const rows of tables) await upsert(client, rows);
    await client.query('COMMIT');
  } finally {
    await client.end(); // an open transaction is rolled back
  }
}

/**
 * The demo's town: four people, what they plan, and what they have done by now. The ids stay; the dates move
 * with `now`. In the file, `#101` is an id, `+2d 19:00` a day from now and a clock time in Columbus, `-96h`
 * so many hours ago. Tables stand before those that refer to them.
 */
function seedRows(now: Date): TableRows[] {
  return readJson<TableRows[]>('./seed.json', import.meta.url, (_key, value) => {
    if (value === '=now') return now.getTime();
    if (value === '=demo token') return hash('sha256', DEMO_CALENDAR_TOKEN);
    if (value === '=secret token') return hash('sha256', randomUUID());
    const [, id, days, clock, hours] = /^(?:#(\d+)|\+(\d+)d (\d\d:\d\d)|-(\d+)h)$/.exec(`${value}`) ?? [];
    if (id) return demoId(Number(id));
    if (clock) return columbusInstant(dateOf(dayOf(now) + Number(days)), clock).toISOString();
    if (hours) return new Date(now.getTime() - Number(hours) * 3_600_000).toISOString();
    return value;
  });
}

async function upsert(client: pg.Client, { table, key, defaults, rows }: TableRows): Promise<void> {
  const columns = Object.keys({ ...defaults, ...rows[0] });
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  // No client may see the same version of an event with other content.
  if (table === 'events') changes.push('version = events.version + 1');
  await client.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)
     ON CONFLICT (${key}) DO UPDATE SET ${changes}`,
    [JSON.stringify(rows.map((row) => ({ ...defaults, ...row })))],
  );
}
