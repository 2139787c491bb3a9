import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets the purge go on in an index exactly where its last batch ended, also among rows of the same moment. */
export class PurgeByIndex1796083200000 implements MigrationInterface {
  name = 'PurgeByIndex1796083200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX notifications_read_at_idx, idempotency_keys_created_at_idx, creation_counts_hour_idx',
    );
    await runner.query(
      'CREATE INDEX notifications_read_at_idx ON notifications (read_at, id) WHERE read_at IS NOT NULL',
    );
    await runner.query(
      'CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at, user_id, key)',
    );
    await runner.query('CREATE INDEX creation_counts_hour_idx ON creation_counts (hour, user_id, kind)');
    await runner.query('CREATE INDEX job_claims_tick_idx ON job_claims (tick, job)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `DROP INDEX notifications_read_at_idx, idempotency_keys_created_at_idx, creation_counts_hour_idx, job_claims_tick_idx`,
    );
    await runner.query(
      'CREATE INDEX notifications_read_at_idx ON notifications (read_at) WHERE read_at IS NOT NULL',
    );
    await runner.query('CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at)');
    await runner.query('CREATE INDEX creation_counts_hour_idx ON creation_counts (hour)');
  }
}
