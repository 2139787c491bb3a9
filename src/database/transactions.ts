import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { Config } from '../common/config.js';
import { Measured, type Sample } from '../common/discovery.js';
import { isRetryable, isUnavailable } from '../common/sqlstate.js';
import { FairQueue, QUEUE } from './fair-queue.js';
import { clientOf, pipelined, Statements } from './statements.js';

/** Maximum retries of a whole transaction after a deadlock or a serialization failure. */
const MAX_RETRIES = 3;
/** The share of the pool for writers: when they wait for a locked table, readers keep their connections. */
const WRITERS = 0.6;
/** Tries to acquire a lock, again within `RETRY_WITHIN` milliseconds. TypeORM has no advisory locks. */
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked';
const RETRY_WITHIN = 100;
/** Maximum concurrent writes of one user or job. */
const MAX_OF_EACH = 2;

/** The writer: the id of a user, or `Symbol.for` the name of a job, which no token can name. */
export type Writer = string | symbol;

/** Runs the writes of all users and jobs in a fair queue, and retries them after a deadlock. */
@Injectable()
export class Transactions {
  private readonly queue: FairQueue<Writer>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly statements: Statements,
    { DATABASE_POOL_SIZE }: Config,
  ) {
    const all = Math.max(1, Math.floor(DATABASE_POOL_SIZE * WRITERS));
    this.queue = new FairQueue('writers', { each: MAX_OF_EACH, all });
  }

  @Measured(QUEUE)
  measure(): Sample[] {
    return this.queue.samples();
  }

  /**
   * Runs the work in one transaction, and repeats it after a deadlock, so it may affect only the database.
   * It locks rows in this order: the profile, gigs by their ids, applications, others.
   * @throws Problem UNAVAILABLE if the writer's turn does not come; or as the work does
   */
  run<Result>(writer: Writer, work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.inTurn(writer, () => this.transaction(work));
  }

  /** TypeORM's `transaction`, but BEGIN is pipelined with the first statements: this saves a round trip. */
  private async transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      // After a tick it is sent: no statement of the work overtakes it.
      const sent = tick().then(() => work(runner.manager));
      const [, result] = await pipelined(runner.startTransaction(), sent);
      await runner.commitTransaction();
      return result;
    } catch (cause) {
      // TypeORM releases a runner whose session has ended. The next statement says only that it is released.
      if (runner.isReleased && !isUnavailable(cause)) throw new Error('Connection terminated', { cause });
      await runner.rollbackTransaction().catch(() => {}); // the first error says more
      throw cause;
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs the work as `run` does, one transaction at a time over all instances. A wait takes no connection.
   * @param lock name of the written data, and of the job that writes unless a user does
   */
  async runExclusive<Result>(
    lock: string,
    work: (manager: EntityManager) => Promise<Result>,
    writer: Writer = Symbol.for(lock),
  ): Promise<Result> {
    for (;;) {
      const done = await this.run(writer, async (manager) => {
        const [{ locked }] = await manager.query(TRY_LOCK, [lock]);
        return locked ? { result: await work(manager) } : undefined;
      });
      if (done) return done.result;
      await sleep(Math.random() * RETRY_WITHIN);
    }
  }

  /** Runs a one-statement write. @throws Problem UNAVAILABLE if its turn never comes; or as the write does */
  inTurn<Result>(writer: Writer, write: () => Promise<Result>): Promise<Result> {
    return this.queue.run(writer, async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await write();
        } catch (error) {
          if (attempt > MAX_RETRIES || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * attempt);
        } finally {
          if (typeof writer === 'string') this.statements.recordWrite(writer);
        }
      }
    });
  }
}

/** For the hash tables of 100 000 rows. The server takes what it needs. */
const WORK_MEM = '64MB';
/** Milliseconds in which the server must report that it has cancelled a statement. */
const CANCEL_WITHIN = 300;

/**
 * Runs a statement that may exceed the role's `statement_timeout`. Its own holds until the transaction ends.
 * @param timeout milliseconds
 * @returns how many rows it wrote
 */
export async function runLong(
  manager: EntityManager,
  text: string,
  values: unknown[] = [],
  timeout = 30_000,
): Promise<number> {
  const client = await clientOf(manager);
  const statement = { text, values, query_timeout: timeout + CANCEL_WITHIN } as pg.QueryConfig;
  const limits = `SET LOCAL statement_timeout = ${timeout}; SET LOCAL work_mem = '${WORK_MEM}'`;
  const [, { rowCount }] = await pipelined(client.query(limits), client.query(statement));
  return rowCount ?? 0;
}

/** Deletes up to `most` rows, and by foreign keys their dependents. TypeORM's `delete` has no limit. */
export function deleteSome(
  manager: EntityManager,
  { tableName, primaryColumns }: EntityMetadata,
  { where, values, most }: { where: string; values?: unknown[]; most: number },
): Promise<number> {
  const key = primaryColumns.map(({ databaseName }) => databaseName).join();
  const some = `SELECT ${key} FROM ${tableName} WHERE ${where} LIMIT ${most}`;
  // Conditions are checked again if a concurrent change has held a row; the sub-select is not.
  return runLong(manager, `DELETE FROM ${tableName} WHERE (${where}) AND (${key}) IN (${some})`, values);
}
