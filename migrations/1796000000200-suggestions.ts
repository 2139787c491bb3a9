import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The job fills the table. Rows know the beginnings among whose best they are. No reader looks through what is to be indexed. */
export class Suggestions1796000000200 implements MigrationInterface {
  name = 'Suggestions1796000000200';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      TRUNCATE suggestions;
      ALTER TABLE suggestions ADD COLUMN beginnings text[] NOT NULL, ADD COLUMN made_at timestamptz(3) NOT NULL DEFAULT now();
      DROP INDEX suggestions_words_idx;
      CREATE INDEX suggestions_words_idx ON suggestions USING gin (to_tsvector('pg_catalog.simple', folded))
        WITH (fastupdate = off) WHERE kind <> 'WORD';
      CREATE INDEX suggestions_beginnings_idx ON suggestions USING gin (beginnings)
        WITH (fastupdate = off) WHERE kind <> 'WORD'`);
  }

  async down(): Promise<void> {
    throw new Error('Earlier versions fill this table otherwise. The way back is the backup from before it.');
  }
}
