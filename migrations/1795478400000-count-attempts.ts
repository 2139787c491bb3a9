import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CountAttempts1795478400000 implements MigrationInterface {
  name = 'CountAttempts1795478400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE job_claims ADD COLUMN attempts integer NOT NULL DEFAULT 1`);
    await runner.query(`
      ALTER TABLE ingestion_runs
        ADD COLUMN tagged integer NOT NULL DEFAULT 0,
        ADD COLUMN untagged integer NOT NULL DEFAULT 0`);
    await runner.query(`ALTER TABLE events ADD COLUMN tagging_hints text[] NOT NULL DEFAULT '{}'`);
    await runner.query(`DROP INDEX events_to_tag_idx`);
    // What waits for the tagger, the oldest first; what it failed on for good stands apart, however much that is.
    await runner.query(
      `CREATE INDEX events_to_tag_idx ON events (tagging, created_at, id) WHERE tagging <> 'DONE'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX events_to_tag_idx`);
    await runner.query(`CREATE INDEX events_to_tag_idx ON events (id) WHERE tagging <> 'DONE'`);
    await runner.query(`ALTER TABLE events DROP COLUMN tagging_hints`);
    await runner.query(`ALTER TABLE ingestion_runs DROP COLUMN tagged, DROP COLUMN untagged`);
    await runner.query(`ALTER TABLE job_claims DROP COLUMN attempts`);
  }
}
