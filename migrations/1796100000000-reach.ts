import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of a decision, and the time of the last change that a notification stands for; the last
 * run of each job. A database of an unreleased build may have these.
 */
export class Reach1796100000000 implements MigrationInterface {
  name = 'Reach1796100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE applications ADD COLUMN IF NOT EXISTS note text;
      ALTER TABLE notifications ADD COLUMN IF NOT EXISTS merged_at timestamptz(3)`);
    await runner.query(`
      CREATE TABLE IF NOT EXISTS job_runs (
        job text CONSTRAINT job_runs_pkey PRIMARY KEY,
        outcome text NOT NULL CONSTRAINT job_runs_outcome_check CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED')),
        seconds double precision NOT NULL,
        counts jsonb NOT NULL,
        succeeded_at timestamptz(3))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_runs');
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN merged_at;
      ALTER TABLE applications DROP COLUMN note`);
  }
}
