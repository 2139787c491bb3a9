import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** How often a transaction is run again after a deadlock or a serialization failure. */
const MAX_RETRIES = 3;
const RETRYABLE = ['40001', '40P01'];

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);

/** Runs `work` in a transaction, and again after a deadlock. */
export async function transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryOnce(work);
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (attempt > MAX_RETRIES || !RETRYABLE.includes(code)) throw error;
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

async function tryOnce<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is dropped, and the server rolls back.
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}
