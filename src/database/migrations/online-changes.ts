import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryRunner } from 'typeorm';
import { sqlState } from '../../common/sqlstate.js';
import { leaseOf } from './migration-lease.js';

/**
 * Milliseconds that a change waits for a lock. While it waits, all who come after it wait too, so it gives up soon, lets them
 * pass, and tries again.
 */
const LOCK_TIMEOUT = 500;
/** Milliseconds before it tries again: at least, and at most. */
const PAUSE = [500, 2_000] as const;
/** Milliseconds that a batch of rows is to take, since it keeps writers of the same rows waiting. */
const BATCH_TIME = 200;
const BATCH_ROWS = [10, 2_000] as const;
/** Lock not available, serialization failure, deadlock. */
const PASSING = ['55P03', '40001', '40P01'];
const DUPLICATE_TABLE = '42P07';

/**
 * Runs a part of a migration as a transaction of its own, which keeps nobody waiting behind it. Where it does not get a lock, it
 * tries again until it does. In a transaction that is open already, as TypeORM's commands have one, it just runs.
 * @param waits is told each time that it will be tried again
 */
export async function shortTransaction<Result>(
  runner: QueryRunner,
  work: () => Promise<Result>,
  waits: (error: Error) => void = () => {},
): Promise<Result> {
  if (runner.isTransactionActive) return work();
  for (;;) {
    try {
      return await attempt(runner, work);
    } catch (error) {
      if (!isPassing(error)) throw error;
      waits(error as Error);
      await pause();
    }
  }
}

async function attempt<Result>(runner: QueryRunner, work: () => Promise<Result>): Promise<Result> {
  await runner.startTransaction();
  try {
    await runner.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`);
    await leaseOf(runner)?.renew();
    const result = await work();
    await runner.commitTransaction();
    return result;
  } catch (error) {
    await runner.rollbackTransaction().catch(() => {});
    throw error;
  }
}

/**
 * Builds an index while others write to its table, unless it is there. What is left of a build that failed is built again. It
 * needs a migration with `transaction = false`; in a transaction the table is locked meanwhile.
 * @param definition what follows the name: `ON table (columns)`
 */
export async function buildIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  const how = runner.isTransactionActive ? '' : 'CONCURRENTLY';
  for (;;) {
    const isValid = await shortTransaction(runner, () => validity(runner, name));
    if (isValid) return;
    if (isValid === false) await dropIndex(runner, name);
    try {
      await runner.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${how} ${name} ${definition}`);
    } catch (error) {
      const isAgain = isPassing(error) || sqlState(error) === DUPLICATE_TABLE;
      if (runner.isTransactionActive || !isAgain) throw error;
      await pause();
    }
  }
}

/** Drops an index while others use its table, where it is there. In a transaction the table is locked meanwhile. */
export async function dropIndex(runner: QueryRunner, name: string): Promise<void> {
  const how = runner.isTransactionActive ? '' : 'CONCURRENTLY';
  for (;;) {
    try {
      await runner.query(`DROP INDEX ${how} IF EXISTS ${name}`);
      return;
    } catch (error) {
      if (runner.isTransactionActive || !isPassing(error)) throw error;
      await pause();
    }
  }
}

/**
 * Goes through a table by `id`, each batch in a transaction of its own. Done again after a failure, it begins anew: the work must
 * leave alone what is done.
 * @param work on the rows of these ids
 */
export async function inShortBatches(
  runner: QueryRunner,
  table: string,
  work: (ids: string[]) => Promise<unknown>,
): Promise<void> {
  let size = 100;
  for (let last: string | undefined, isFirst = true; isFirst || last; isFirst = false) {
    const started = performance.now();
    const after = last === undefined ? '' : 'WHERE id > $1';
    last = await shortTransaction(runner, async () => {
      const rows: { id: string }[] = await runner.query(
        `SELECT id FROM ${table} ${after} ORDER BY id LIMIT ${size}`,
        after ? [last] : [],
      );
      if (rows.length > 0) await work(rows.map(({ id }) => id));
      return rows.at(-1)?.id;
    });
    const factor = performance.now() - started > BATCH_TIME ? 0.5 : 2;
    size = Math.max(BATCH_ROWS[0], Math.min(BATCH_ROWS[1], Math.round(size * factor)));
  }
}

/** Whether an index is valid; undefined where there is none. */
async function validity(runner: QueryRunner, name: string): Promise<boolean | undefined> {
  const rows = await runner.query('SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass($1)', [
    name,
  ]);
  return rows[0]?.indisvalid;
}

function isPassing(error: unknown): boolean {
  return PASSING.includes(sqlState(error) ?? '');
}

function pause(): Promise<void> {
  return sleep(PAUSE[0] + Math.random() * (PAUSE[1] - PAUSE[0]));
}
