import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCreationCounts1795564800000 implements MigrationInterface {
  name = 'AddCreationCounts1795564800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE creation_counts (
        user_id text NOT NULL,
        kind text NOT NULL,
        hour integer NOT NULL,
        counts integer[] NOT NULL,
        PRIMARY KEY (user_id, kind),
        CONSTRAINT creation_counts_kind_check CHECK (kind IN ('EVENT', 'APPLICATION', 'CONVERSATION'))
      )`);
    // The purge of what no longer counts.
    await runner.query('CREATE INDEX creation_counts_hour_idx ON creation_counts (hour)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE creation_counts');
  }
}
