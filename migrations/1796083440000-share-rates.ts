import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ShareRates1796083440000 implements MigrationInterface {
  name = 'ShareRates1796083440000';

  async up(runner: QueryRunner): Promise<void> {
    // Not logged: it is written every second, and what a crash loses of it is a minute's counts.
    await runner.query(`
      CREATE UNLOGGED TABLE rate_counts (
        asker text PRIMARY KEY,
        spent integer NOT NULL,
        ends_at timestamptz(3) NOT NULL
      ) WITH (fillfactor = 50)`);
    // The removal of what has ended.
    await runner.query('CREATE INDEX rate_counts_ends_at_idx ON rate_counts (ends_at, asker)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE rate_counts');
  }
}
