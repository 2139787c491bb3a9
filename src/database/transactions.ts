import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { Config } from '../common/config.js';
import { isAborted, isRetryable } from '../common/sqlstate.js';
import { FairQueue } from './fair-queue.js';

/** How often a whole transaction is tried again after a deadlock or a serialization failure. */
const MAX_RETRIES = 3;
/** The share of the pool that may write at once: a locked table holds up writers, and must leave readers their connections. */
const WRITERS = 0.6;
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
    return this.inTurn(writer, () => this.dataSource.transaction(work));
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
        }
      }
    });
  }
}

/** Runs a statement for which nobody waits. @param timeout milliseconds @returns how many rows it has written */
export async function runLong(
  manager: EntityManager,
  text: string,
  values: unknown[] = [],
  timeout = 30_000,
): Promise<number> {
  const client: pg.PoolClient = await manager.queryRunner!.connect();
  await client.query(`SET LOCAL statement_timeout = ${timeout}`);
  const { rowCount } = await client.query({ text, values, query_timeout: timeout } as pg.QueryConfig);
  return rowCount ?? 0;
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
