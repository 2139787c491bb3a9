import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = { applications: 'gig_id', interactions: 'event_id', collection_items: 'event_id' };

/**
 * Lets an event be deleted at a cost that does not grow with what hangs on it: the service removes that, in batches where it
 * is much. A foreign key would remove all of it in one statement.
 */
export class RemoveInBatches1796083320000 implements MigrationInterface {
  name = 'RemoveInBatches1796083320000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE event_removals (
        event_id uuid PRIMARY KEY,
        removed_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    for (const [table, column] of Object.entries(TABLES))
      await runner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${column}_fkey`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, column] of Object.entries(TABLES)) {
      await runner.query(`DELETE FROM ${table} WHERE ${column} IN (SELECT event_id FROM event_removals)`);
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_fkey
           FOREIGN KEY (${column}) REFERENCES events (id) ON DELETE CASCADE`,
      );
    }
    await runner.query('DROP TABLE event_removals');
  }
}
