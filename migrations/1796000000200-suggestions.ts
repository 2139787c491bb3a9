import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Suggestions are found by the beginnings of their words. Without `fastupdate`, no reader scans a pending
 * list. A job fills the table.
 */
export class Suggestions1796000000200 implements MigrationInterface {
  name = 'Suggestions1796000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      TRUNCATE suggestions;
      ALTER TABLE suggestions ADD COLUMN beginnings text[] NOT NULL, ADD COLUMN made_at timestamptz(3) NOT NULL DEFAULT now();
      DROP INDEX suggestions_words_idx;
      CREATE INDEX suggestions_beginnings_idx ON suggestions USING gin (beginnings)
        WITH (fastupdate = off) WHERE kind <> 'WORD'`);
  }

  async down(): Promise<void> {
    throw new Error('Earlier versions fill this table otherwise. The way back is the backup from before it.');
  }
}
