import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';

/** Seconds that a lease holds without being renewed. Each short transaction of a migration renews it. */
const LEASE_SECONDS = 10;

/** Another instance has taken the migration up. */
export class MigrationTaken extends Error {
  override readonly name = 'MigrationTaken';
}

const leases = new WeakMap<QueryRunner, MigrationLease>();

/** The lease under which this runner migrates, or undefined. */
export function leaseOf(runner: QueryRunner): MigrationLease | undefined {
  return leases.get(runner);
}

/**
 * Says that an instance is busy with a migration that is not one transaction, so that no lock can be held for all of it. An
 * index is built by one long statement, during which its holder can renew nothing: so the lease also holds while the server
 * builds or drops an index concurrently, for whomever.
 */
export class MigrationLease {
  private readonly holder = randomUUID();

  constructor(private readonly runner: QueryRunner) {}

  /** Whether another instance holds it. Only in a transaction that holds the lock of the migrations. */
  async isAnothers(): Promise<boolean> {
    await this.runner.query(`
      CREATE TABLE IF NOT EXISTS migration_lease (
        id integer PRIMARY KEY CHECK (id = 1),
        holder uuid NOT NULL,
        until timestamptz NOT NULL
      )`);
    const [{ held }] = await this.runner.query(
      `SELECT EXISTS (SELECT FROM migration_lease WHERE holder <> $1 AND until > clock_timestamp())
         OR EXISTS (
           SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'
             AND query ~* '^\\s*(CREATE|CREATE UNIQUE|DROP) INDEX CONCURRENTLY') AS held`,
      [this.holder],
    );
    return held;
  }

  /** Takes it, in the transaction that has asked whether it is free. */
  async take(): Promise<void> {
    await this.runner.query(
      `INSERT INTO migration_lease (id, holder, until)
       VALUES (1, $1, clock_timestamp() + interval '${LEASE_SECONDS} seconds')
       ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, until = excluded.until`,
      [this.holder],
    );
  }

  /** From now on each short transaction of the runner renews it. */
  begin(): void {
    leases.set(this.runner, this);
  }

  /** Prolongs it. The transaction that does so excludes others until it ends. @throws MigrationTaken */
  async renew(): Promise<void> {
    const renewed = await this.runner.query(
      `UPDATE migration_lease SET until = clock_timestamp() + interval '${LEASE_SECONDS} seconds'
       WHERE holder = $1 RETURNING id`,
      [this.holder],
    );
    if (renewed[0].length === 0) throw new MigrationTaken('Another instance has taken the migration up.');
  }

  async release(): Promise<void> {
    leases.delete(this.runner);
    await this.runner.query('DELETE FROM migration_lease WHERE holder = $1', [this.holder]);
  }
}
