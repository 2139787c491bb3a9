import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets a user do again what stands first in their list without a change to any index: lists are ordered by a column that
 * then stays. It is the old column under a new name, with its indexes, so that no row is written. The time of what was last
 * done has a new one, null in the rows that are there: it is the time that they are listed at.
 */
export class ViewInPlace1796083380000 implements MigrationInterface {
  name = 'ViewInPlace1796083380000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE interactions RENAME COLUMN last_at TO listed_at');
    await runner.query('ALTER TABLE interactions ADD COLUMN last_at timestamptz(3)');
    await runner.query('ALTER TABLE interactions ALTER COLUMN last_at SET DEFAULT now()');
    // Room for the next state of a row on its page.
    await runner.query('ALTER TABLE interactions SET (fillfactor = 90)');
    for (const name of ['interactions_user_id', 'interactions_user_id_action'])
      await runner.query(`ALTER INDEX ${name}_last_at_idx RENAME TO ${name}_listed_at_idx`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['interactions_user_id', 'interactions_user_id_action'])
      await runner.query(`ALTER INDEX ${name}_listed_at_idx RENAME TO ${name}_last_at_idx`);
    await runner.query('ALTER TABLE interactions RESET (fillfactor)');
    await runner.query('UPDATE interactions SET listed_at = last_at WHERE last_at > listed_at');
    await runner.query('ALTER TABLE interactions DROP COLUMN last_at');
    await runner.query('ALTER TABLE interactions RENAME COLUMN listed_at TO last_at');
  }
}
