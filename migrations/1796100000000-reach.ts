import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The words of a decision, and the time of the last change that a notification stands for. A database of an
 * unreleased build may have these two columns.
 */
export class Reach1796100000000 implements MigrationInterface {
  name = 'Reach1796100000000';
  /** Builds of 2.0 cannot fill the suggestions of this schema, and do not know its types of notifications. */
  oldestBuild = '2.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE applications ADD COLUMN IF NOT EXISTS note text;
      ALTER TABLE notifications ADD COLUMN IF NOT EXISTS merged_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN merged_at;
      ALTER TABLE applications DROP COLUMN note`);
  }
}
