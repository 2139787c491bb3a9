import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shortTransaction } from '../src/database/migrations/online-changes.js';

/** Each instance counts requests by itself. */
export class DropRateCounts1799200000000 implements MigrationInterface {
  name = 'DropRateCounts1799200000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => runner.query('DROP TABLE rate_counts'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      await runner.query(`
        CREATE UNLOGGED TABLE rate_counts (
          asker text PRIMARY KEY,
          spent integer NOT NULL,
          ends_at timestamptz(3) NOT NULL
        ) WITH (fillfactor = 50)`);
      await runner.query('CREATE INDEX rate_counts_ends_at_idx ON rate_counts (ends_at, asker)');
    });
  }
}
