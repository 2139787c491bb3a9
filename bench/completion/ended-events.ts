import type pg from 'pg';
import { Cleanup } from '../cleanup.js';
import { loadEvents } from '../data/events.js';
import { Loader, type Part } from '../data/loader.js';
import { atDatabase, connect, type Testbed } from '../testbed.js';

/** Other events in the table. Each ended event has the texts of one of them. */
export const OTHERS = 20_000;
/** Characters of an ended event's description. Longer ones take far longer to load and index. */
export const DESCRIPTION = 200;
/** The copy of the database. */
const COPY = 'plain';

/** Fills the table with open events that have ended in the last half year. */
export async function loadEnded({ databaseUrl }: Testbed, rows: number, signal: AbortSignal): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const loader = new Loader(databaseUrl, cleanup, signal);
    await loadEvents(loader, 0, OTHERS);
    const client = await connect(databaseUrl, cleanup);
    await client.query(
      `CREATE TABLE samples AS SELECT row_number() OVER () - 1 AS position, title, description, type,
         location, creator_id, tags, summary, category, compensation FROM events`,
    );
    await client.query('CREATE UNIQUE INDEX ON samples (position)');
    await client.query('ANALYZE samples');
    await loader.fill('events', ended(rows));
    await client.query('DROP TABLE samples');
  } finally {
    await cleanup.run();
  }
}

function ended(count: number): Part {
  const text = `
    INSERT INTO events (id, title, description, type, location, start_at, end_at, status, creator_id,
                        tags, summary, category, compensation, created_at, updated_at)
    SELECT uuidv7(start - now()), title, left(description, ${DESCRIPTION}), type, location, start,
           start + interval '2 hours', 'OPEN', creator_id, tags, summary, category, compensation,
           start - interval '9 days', start - interval '9 days'
    FROM generate_series($1::int, $2::int - 1) AS n
    CROSS JOIN LATERAL (SELECT now() - interval '1 day' - n * (interval '180 days' / ${count}) AS start) at
    JOIN samples ON position = n % ${OTHERS}`;
  return { count, insert: (client, from, size) => client.query(text, [from, from + size]) };
}

/**
 * Copies the database with its files: table and indexes have the same shape. Nobody may be connected to it meanwhile.
 * @param admin a connection to another database
 * @returns its URL
 */
export async function copyDatabase(admin: pg.Client, databaseUrl: string): Promise<string> {
  const name = new URL(databaseUrl).pathname.slice(1);
  await admin.query(`CREATE DATABASE ${COPY} TEMPLATE ${name} STRATEGY file_copy`);
  await admin.query('CHECKPOINT');
  return atDatabase(databaseUrl, COPY);
}

/** Removes the copy, so that no vacuum of it disturbs a measurement. */
export async function dropCopy(admin: pg.Client): Promise<void> {
  await admin.query(`DROP DATABASE ${COPY}`);
  await admin.query('CHECKPOINT');
}
