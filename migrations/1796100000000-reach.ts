import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Messages that wait for the webhook. */
const OUTBOX = `
  CREATE TABLE outbox_messages (
    user_id text NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    reference_id uuid NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz(3) NOT NULL DEFAULT now(),
    created_at timestamptz(3) NOT NULL,
    CONSTRAINT outbox_messages_pkey PRIMARY KEY (user_id, id)
  );
  CREATE INDEX outbox_messages_next_attempt_at_idx ON outbox_messages (next_attempt_at);
  CREATE INDEX outbox_messages_created_at_idx ON outbox_messages (created_at)`;

/**
 * The words of a decision, and the time of the last change that a notification stands for. A database of an
 * unreleased build may have these two columns. Series of copies, and the keys of requests that make them.
 */
export class Reach1796100000000 implements MigrationInterface {
  name = 'Reach1796100000000';
  /** Builds of 2.0 cannot fill the suggestions of this schema, and do not know its types of notifications. */
  oldestBuild = '2.1.0';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE applications ADD COLUMN IF NOT EXISTS note text;
      ALTER TABLE notifications ADD COLUMN IF NOT EXISTS merged_at timestamptz(3)`);
    await runner.query(`
      ALTER TABLE events ADD COLUMN IF NOT EXISTS series_id uuid;
      CREATE INDEX IF NOT EXISTS events_series_id_start_at_idx ON events (series_id, start_at, id) WHERE series_id IS NOT NULL;
      ALTER TABLE idempotency_keys ADD COLUMN further_event_ids uuid[] NOT NULL DEFAULT '{}'`);
    await runner.query(OUTBOX);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox_messages');
    await runner.query(`
      ALTER TABLE idempotency_keys DROP COLUMN further_event_ids;
      ALTER TABLE events DROP COLUMN series_id`);
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN merged_at;
      ALTER TABLE applications DROP COLUMN note`);
  }
}
