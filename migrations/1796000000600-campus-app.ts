import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The words of a decision, and the time of the last change that a notification stands for. */
export class CampusApp1796000000600 implements MigrationInterface {
  name = 'CampusApp1796000000600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE applications ADD COLUMN note text;
      ALTER TABLE notifications ADD COLUMN merged_at timestamptz(3)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN merged_at;
      ALTER TABLE applications DROP COLUMN note`);
  }
}
