import pg from 'pg';
import { startEmbeddedServer } from '../src/database/embedded-postgres.js';
import { type Rows, seed } from './seed.js';

/** What people have done with the demo's things since it planted them, which goes: a table, and its column that names them. */
const UPROOT = [
  ['applications', 'gig_id', 'events'],
  ['interactions', 'event_id', 'events'],
  ['collection_items', 'collection_id', 'collections'],
  ['messages', 'conversation_id', 'conversations'],
] as const;

/** Plants in the database of the service that runs in this environment: its own embedded one, or another. */
export async function plantFor({ DATABASE_URL, DATA_DIR = '.data' }: NodeJS.ProcessEnv): Promise<void> {
  if (DATABASE_URL) return plant(DATABASE_URL, new Date());
  const server = await startEmbeddedServer({ dataDir: DATA_DIR, attach: true });
  try {
    await plant(server.url, new Date());
  } finally {
    await server.stop();
  }
}

/**
 * Puts the demo's data into a migrated database, around `now`. What an earlier demo planted is as new: its applications
 * are undecided again, and what was deleted is back. Everything else stays.
 */
export async function plant(databaseUrl: string, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => {}); // a statement that is under way fails by it, too
  await client.connect();
  try {
    await client.query('BEGIN');
    const tables = seed(now);
    for (const [table, column, parent] of UPROOT) {
      const ids = tables.find((rows) => rows.table === parent)?.rows.map(({ id }) => id);
      await client.query(`DELETE FROM ${table} WHERE ${column} = ANY($1::uuid[])`, [ids]);
    }
    for (const rows of tables) await upsert(client, rows);
    await client.query('COMMIT');
  } finally {
    await client.end(); // which rolls back what has not been committed
  }
}

async function upsert(client: pg.Client, { table, key, rows }: Rows): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const changes = columns
    .filter((column) => !key.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  // A version that someone has seen must not come back with other content.
  if (table === 'events') changes.push('version = events.version + 1');
  await client.query(
    `INSERT INTO ${table} (${columns})
     SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)
     ON CONFLICT (${key}) DO UPDATE SET ${changes}`,
    [JSON.stringify(rows)],
  );
}
