import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks the rows that were there before the constraint. It reads the whole table, and keeps nobody from writing meanwhile. */
export class ValidatePositions1796300060000 implements MigrationInterface {
  name = 'ValidatePositions1796300060000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE events VALIDATE CONSTRAINT events_positions_check');
  }

  async down(): Promise<void> {
    // The migration before it drops the column, and the constraint with it.
  }
}
