import pg from 'pg';
import { startEmbeddedServer } from '../src/database/embedded/embedded-postgres.js';
import { seedRows, type TableRows } from './seed.js';

/** What people have added to the demo's rows: its table, the column that names the demo's row, and that row's table. */
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
 * Puts the demo's data into a migrated database, around `now`. The data of an earlier demo is restored: applications are
 * undecided again, and what was deleted is back. Everything else stays.
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

async function upsert(client: pg.Client, { table, key, rows }: TableRows): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  // No client may see the same version of an event with other content.
  if (table === 'events') changes.push('version = events.version + 1');
  await client.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)
     ON CONFLICT (${key}) DO UPDATE SET ${changes}`,
    [JSON.stringify(rows)],
  );
}
