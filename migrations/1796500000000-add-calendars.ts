import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddCalendars1796500000000 implements MigrationInterface {
  name = 'AddCalendars1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    // No foreign key to the collection: a calendar outlives it, and shows nothing then.
    await runner.query(`
      CREATE TABLE calendars (
        id uuid PRIMARY KEY,
        owner_id text NOT NULL,
        kind text NOT NULL,
        filter text,
        collection_id uuid,
        alarm_minutes integer,
        token_hash text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT calendars_kind_check CHECK (kind IN ('EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS'))
      )`);
    // GET /calendars, newest first.
    await runner.query(
      'CREATE INDEX calendars_owner_id_created_at_idx ON calendars (owner_id, created_at, id)',
    );
    // GET /calendars/{token}.ics and .rss.
    await runner.query('CREATE UNIQUE INDEX calendars_token_hash_key ON calendars (token_hash)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE calendars');
  }
}
