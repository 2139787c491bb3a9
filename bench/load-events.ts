import type pg from 'pg';
import { believableEvent, type EventRow, seededRandom } from './event-rows.js';
import { Progress } from './progress.js';

/** Rows of one INSERT. */
const BATCH = 1_000;
const SEED = 20_261_120;
const DAY = 86_400_000;

/** The columns that are loaded, with their types; the others take their defaults. */
const COLUMNS = {
  id: 'uuid',
  title: 'text',
  description: 'text',
  type: 'text',
  location: 'jsonb',
  start_at: 'timestamptz',
  end_at: 'timestamptz',
  status: 'text',
  source: 'text',
  creator_id: 'text',
  external_id: 'text',
  external_url: 'text',
  ticket_url: 'text',
  tags: 'text[]',
  summary: 'text',
  category: 'text',
  compensation: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  item_hash: 'text',
};

const names = Object.keys(COLUMNS).join(', ');
const types = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');
const INSERT = `INSERT INTO events (${names}) SELECT ${names} FROM jsonb_to_recordset($1) AS loaded (${types})`;

/** Fills the empty table with as many events, and has PostgreSQL look at them as it would in the long run. */
export async function loadEvents(client: pg.Client, rows: number, signal: AbortSignal): Promise<void> {
  const progress = new Progress('Loading events', rows);
  const random = seededRandom(SEED);
  const today = Math.floor(Date.now() / DAY) * DAY;
  await client.query('SET synchronous_commit = off');
  try {
    for (let loaded = 0; loaded < rows; ) {
      signal.throwIfAborted();
      const batch: EventRow[] = [];
      while (batch.length < BATCH && loaded + batch.length < rows)
        batch.push(believableEvent(loaded + batch.length, today, random));
      await client.query(INSERT, [JSON.stringify(batch)]);
      loaded += batch.length;
      progress.show(loaded);
    }
  } finally {
    progress.end();
  }
  // What autovacuum and the checkpointer would do in the middle of a measurement.
  await client.query('VACUUM (ANALYZE) events');
  await client.query('CHECKPOINT');
}
