import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows are found by the beginnings of their words. No reader scans what is yet to be indexed. A job fills the table. */
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
