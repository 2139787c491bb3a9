import type pg from 'pg';
import type { BoundedClient, NamedStatement } from '../connections/bounded-client.js';
import type { Statement } from '../table.js';

/** Milliseconds of silence after which the primary is asked, which then has its own time. */
const TIMEOUT = 1_000;

/** How far the primary's log went at an instant of `performance.now()`, in bytes. */
export interface Mark {
  at: number;
  end: number;
}

/** A standby: where it is, and what it has. */
export class Replica {
  /** All that was written before this is there; by `performance.now()`. */
  has = Number.NEGATIVE_INFINITY;

  /**
   * @param name its host and port
   * @param reads the connections for statements
   * @param watch a connection of its own, so that it stays known what the standby has while all others are in use
   */
  constructor(
    readonly name: string,
    private readonly reads: pg.Pool,
    private readonly watch: pg.Pool,
  ) {}

  /** Runs one statement that only reads. Where that fails, the standby has nothing until it is looked at again. */
  async query<Result>(statement: Statement, timeout = TIMEOUT): Promise<Result[]> {
    try {
      return await askOn<Result>(this.reads, statement, timeout);
    } catch (error) {
      this.has = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /**
   * Finds out what it has. A server that is no standby has nothing: it may be a primary of old.
   * @param marks of the primary, the oldest first
   */
  async follow(marks: Mark[]): Promise<void> {
    const text = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS end`;
    try {
      const [row] = await askOn<{ end: number | null }>(this.watch, { text, values: [] }, TIMEOUT);
      const end = row?.end ?? Number.NEGATIVE_INFINITY;
      this.has = marks.findLast((mark) => mark.end <= end)?.at ?? Number.NEGATIVE_INFINITY;
    } catch {
      this.has = Number.NEGATIVE_INFINITY;
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.reads.end(), this.watch.end()]);
  }
}

/** Runs one statement on a connection of a pool of bounded clients. One that fails is closed. */
export async function askOn<Result>(
  pool: pg.Pool,
  statement: NamedStatement,
  timeout: number,
): Promise<Result[]> {
  const client = (await pool.connect()) as BoundedClient & pg.PoolClient;
  try {
    const { rows } = await client.ask(statement, timeout);
    client.release();
    return rows;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
