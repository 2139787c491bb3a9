import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { Config } from '../common/config.js';
import { isAborted, isRetryable } from '../common/sqlstate.js';
import { FairQueue } from './fair-queue.js';
import { Standbys } from './standbys.js';

/** How often a whole transaction is tried again after a deadlock or a serialization failure. */
const MAX_RETRIES = 3;
/** The share of the pool that may write at once: a locked table holds up writers, and must leave readers their connections. */
const WRITERS = 0.6;
/** A lock that a transaction gets at once or not at all, and milliseconds until it tries again, at most. */
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked';
const RETRY_WITHIN = 100;
/** Writes of one user or job at once. */
const MOST_OF_EACH = 2;

/** The user who writes, by their id. A job is a user of its own, named by a symbol, which no token can name. */
export type Writer = string | symbol;

/** The writes of all users and jobs. Each takes its writer's turn, and is tried again after a deadlock. */
@Injectable()
export class Transactions {
  private readonly queue: FairQueue<Writer>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly standbys: Standbys,
    { DATABASE_POOL_SIZE }: Config,
  ) {
    this.queue = new FairQueue({
      each: MOST_OF_EACH,
      all: Math.max(1, Math.floor(DATABASE_POOL_SIZE * WRITERS)),
    });
  }

  /**
   * Runs the work in one transaction, and after a deadlock again: it may have no effects but on the database. All who lock
   * several rows take them in one order: the profile, gigs by their ids, applications, all others.
   * @throws Problem UNAVAILABLE where the writer's turn does not come; or as the work does
   */
  run<Result>(writer: Writer, work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    return this.inTurn(writer, () => this.transaction(work));
  }

  /** TypeORM's `transaction`, but its BEGIN goes out with the first statements of the work: a round trip less. */
  private async transaction<Result>(work: (manager: EntityManager) => Promise<Result>): Promise<Result> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      const begun = runner.startTransaction();
      await tick(); // it is sent: no statement of the work overtakes it
      const [, result] = await pipelined(begun, work(runner.manager));
      await runner.commitTransaction();
      return result;
    } catch (error) {
      await runner.rollbackTransaction().catch(() => {}); // what went wrong before says more
      throw error;
    } finally {
      await runner.release();
    }
  }

  /**
   * Runs the work as `run` does, one transaction at a time over all instances. Those that wait hold no connection.
   * @param lock names what is written
   */
  async runExclusive<Result>(
    writer: Writer,
    lock: string,
    work: (manager: EntityManager) => Promise<Result>,
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

  /** Runs a write of a single statement. @throws Problem UNAVAILABLE where the writer's turn does not come; or as the write does */
  inTurn<Result>(writer: Writer, write: () => Promise<Result>): Promise<Result> {
    return this.queue.run(writer, async () => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await write();
        } catch (error) {
          if (attempt > MAX_RETRIES || !isRetryable(error)) throw error;
          await sleep(Math.random() * 20 * attempt);
        } finally {
          if (typeof writer === 'string') this.standbys.wrote(writer);
        }
      }
    });
  }
}

/** Milliseconds in which the server reports that it has ended a statement for its time. */
const ANSWER_WITHIN = 300;

/** Runs a statement for which nobody waits. @param timeout milliseconds @returns how many rows it has written */
export async function runLong(
  manager: EntityManager,
  text: string,
  values: unknown[] = [],
  timeout = 30_000,
): Promise<number> {
  const client: pg.PoolClient = await manager.queryRunner!.connect();
  const statement = { text, values, query_timeout: timeout + ANSWER_WITHIN } as pg.QueryConfig;
  const limit = `SET LOCAL statement_timeout = ${timeout}`;
  const [, { rowCount }] = await pipelined(client.query(limit), client.query(statement));
  return rowCount ?? 0;
}

/** Deletes at most so many rows of a table, and by foreign keys what hangs on them. @returns how many */
export function deleteSome(
  manager: EntityManager,
  { tableName, primaryColumns }: EntityMetadata,
  { where, values, most }: { where: string; values?: unknown[]; most: number },
): Promise<number> {
  const key = primaryColumns.map(({ databaseName }) => databaseName).join();
  const some = `SELECT ${key} FROM ${tableName} WHERE ${where} LIMIT ${most}`;
  return runLong(manager, `DELETE FROM ${tableName} WHERE (${key}) IN (${some})`, values);
}

/** What statements return that go out together on one connection. @throws what the first to fail throws */
export async function pipelined<Statements extends readonly unknown[]>(
  ...statements: Statements
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const outcomes = await Promise.allSettled(statements);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return Promise.all(statements);
}
