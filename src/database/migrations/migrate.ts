import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { MigrationLease, MigrationTaken } from './migration-lease.js';
import { shortTransaction } from './online-changes.js';

/** The instance that holds the advisory lock of this number migrates. */
export const MIGRATION_LOCK = 4_715_291_201;
/** Milliseconds before an instance asks again whether another is done. */
export const POLL_EVERY = 250;

/**
 * Brings the schema up to date, by one connection. Instances that start at once take turns, also through a
 * transaction-pooling proxy. Nobody waits in the database for their turn: a concurrent build of an index waits for every
 * statement that began before it, and so would wait for them.
 *
 * Each migration is a transaction of its own, which takes the lock of the migrations first. One with `transaction = false`
 * is run under a lease instead. One that was cut off is taken up by the next who comes.
 * @param log is told what is done, and what is waited for
 */
export async function migrate(
  options: PostgresDataSourceOptions,
  log: (message: string) => void = () => {},
): Promise<void> {
  await onOneConnection(options, (dataSource, runner) => new Migrations(dataSource, runner, log).run());
}

/** Works on a connection of its own, without a time limit: building an index on a large table takes as long as it takes. */
export async function onOneConnection(
  options: PostgresDataSourceOptions,
  work: (dataSource: DataSource, runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const dataSource = new DataSource({
    ...options,
    poolSize: 1,
    replication: undefined,
    extra: { ...options.extra, query_timeout: undefined },
  });
  await dataSource.initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await work(dataSource, runner);
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}

/** Whether this transaction is the one that migrates; then it is until it ends. */
export async function takesLock(runner: QueryRunner): Promise<boolean> {
  const [{ locked }] = await runner.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [MIGRATION_LOCK]);
  return locked;
}

type Pending = NonNullable<Awaited<ReturnType<Migrations['next']>>>;
type Turn = 'NONE_LEFT' | 'DONE' | 'ANOTHERS';

class Migrations {
  private readonly executor: MigrationExecutor;
  private readonly lease: MigrationLease;

  constructor(
    dataSource: DataSource,
    private readonly runner: QueryRunner,
    private readonly log: (message: string) => void,
  ) {
    this.executor = new MigrationExecutor(dataSource, runner);
    this.lease = new MigrationLease(runner);
  }

  async run(): Promise<void> {
    let isWaiting = false;
    while (await this.next()) {
      const turn = await this.takeTurn();
      if (turn === 'NONE_LEFT') return;
      if (turn === 'ANOTHERS') {
        if (!isWaiting) this.log('Another instance migrates the database; waiting for it.');
        await sleep(POLL_EVERY * (0.5 + Math.random()));
      }
      isWaiting = turn === 'ANOTHERS';
    }
  }

  /** The first migration that has not been run, or undefined. */
  private async next() {
    return (await this.executor.getPendingMigrations())[0];
  }

  /** Runs the next migration, unless another instance migrates. */
  private async takeTurn(): Promise<Turn> {
    let waits = 0;
    const turn = await shortTransaction(
      this.runner,
      async () => {
        if (!(await takesLock(this.runner)) || (await this.lease.isAnothers())) return 'ANOTHERS';
        const next = await this.next();
        if (!next) return 'NONE_LEFT';
        if (next.instance?.transaction === false) {
          await this.lease.take();
          return next;
        }
        await this.executor.executeMigration(next);
        this.log(`Migrated: ${next.name}`);
        return 'DONE';
      },
      ({ message }) => {
        if (waits++ === 0) this.log(`A migration waits until it disturbs nobody: ${message}`);
      },
    );
    return typeof turn === 'string' ? turn : this.runLeased(turn);
  }

  private async runLeased(migration: Pending): Promise<Turn> {
    this.lease.begin();
    try {
      await migration.instance!.up(this.runner);
      await shortTransaction(this.runner, () => this.executor.insertMigration(migration));
      this.log(`Migrated: ${migration.name}`);
      return 'DONE';
    } catch (error) {
      if (error instanceof MigrationTaken) return 'ANOTHERS';
      throw error;
    } finally {
      await this.lease.release().catch(() => {}); // it runs out by itself
    }
  }
}
