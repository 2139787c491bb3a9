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
 * The marks of reminders, the reports, and the events of feeds that were taken down. A report has no foreign
 * key to its event, which it outlives.
 */
const REMINDERS_AND_REPORTS = `
  CREATE TABLE reminders (
    event_id uuid NOT NULL CONSTRAINT reminders_event_id_fkey REFERENCES events ON DELETE CASCADE,
    start_at timestamptz(3) NOT NULL,
    claimed_at timestamptz(3) NOT NULL DEFAULT now(),
    reached text DEFAULT '',
    CONSTRAINT reminders_pkey PRIMARY KEY (event_id, start_at)
  );
  CREATE INDEX reminders_reached_idx ON reminders (reached, event_id, start_at) WHERE reached IS NOT NULL;
  CREATE INDEX reminders_start_at_idx ON reminders (start_at, event_id);
  CREATE TABLE reports (
    id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_title text NOT NULL,
    event_creator text,
    reporter_id text NOT NULL,
    reason text NOT NULL,
    message text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    event_deleted_at timestamptz(3),
    CONSTRAINT reports_pkey PRIMARY KEY (event_id, reporter_id),
    CONSTRAINT reports_reason_check CHECK (reason IN ('SPAM', 'OFFENSIVE', 'WRONG', 'DANGEROUS', 'OTHER'))
  );
  CREATE INDEX reports_created_at_idx ON reports (created_at, id);
  CREATE INDEX reports_reporter_id_created_at_idx ON reports (reporter_id, created_at, id);
  CREATE INDEX reports_event_deleted_at_idx ON reports (event_deleted_at, id) WHERE event_deleted_at IS NOT NULL;
  CREATE TABLE takedowns (
    external_id text NOT NULL,
    source text NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT takedowns_pkey PRIMARY KEY (external_id, source)
  );
  ALTER TABLE notifications DROP CONSTRAINT notifications_type_check, ADD CONSTRAINT notifications_type_check
    CHECK (type IN ('APPLICATION_RECEIVED', 'APPLICATION_ACCEPTED', 'APPLICATION_REJECTED', 'GIG_CHANGED',
      'GIG_CANCELLED', 'EVENT_STARTS'));
  ALTER TABLE creation_counts DROP CONSTRAINT creation_counts_kind_check, ADD CONSTRAINT creation_counts_kind_check
    CHECK (kind IN ('EVENT', 'APPLICATION', 'CONVERSATION', 'REPORT'));`;
const NO_REMINDERS_AND_REPORTS = `
  DELETE FROM creation_counts WHERE kind = 'REPORT';
  ALTER TABLE creation_counts DROP CONSTRAINT creation_counts_kind_check, ADD CONSTRAINT creation_counts_kind_check
    CHECK (kind IN ('EVENT', 'APPLICATION', 'CONVERSATION'));
  DELETE FROM notifications WHERE type = 'EVENT_STARTS';
  ALTER TABLE notifications DROP CONSTRAINT notifications_type_check, ADD CONSTRAINT notifications_type_check
    CHECK (type IN ('APPLICATION_RECEIVED', 'APPLICATION_ACCEPTED', 'APPLICATION_REJECTED', 'GIG_CHANGED',
      'GIG_CANCELLED'));
  DROP TABLE takedowns, reports, reminders;`;

/**
 * The words of a decision, and the time of the last change that a notification stands for. A database of an
 * unreleased build may have these two columns. Series of copies, and the keys of requests that make them. The
 * last run of each job.
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
    await runner.query(`
      CREATE TABLE job_runs (
        job text CONSTRAINT job_runs_pkey PRIMARY KEY,
        outcome text NOT NULL CONSTRAINT job_runs_outcome_check CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED')),
        seconds double precision NOT NULL,
        counts jsonb NOT NULL,
        succeeded_at timestamptz(3))`);
    await runner.query(OUTBOX);
    await runner.query(REMINDERS_AND_REPORTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(NO_REMINDERS_AND_REPORTS);
    await runner.query('DROP TABLE outbox_messages, job_runs');
    await runner.query(`
      ALTER TABLE idempotency_keys DROP COLUMN further_event_ids;
      ALTER TABLE events DROP COLUMN series_id`);
    await runner.query(`
      ALTER TABLE notifications DROP COLUMN merged_at;
      ALTER TABLE applications DROP COLUMN note`);
  }
}
