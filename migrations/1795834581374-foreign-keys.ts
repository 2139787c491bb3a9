import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables whose rows are deleted with their parent row. */
const CHILDREN = [
  { table: 'applications', column: 'gig_id', parent: 'events' },
  { table: 'interactions', column: 'event_id', parent: 'events' },
  { table: 'collection_items', column: 'event_id', parent: 'events' },
  { table: 'calendars', column: 'collection_id', parent: 'collections' },
];

/** Interactions are listed by the time of the last one: one column instead of two. */
const INTERACTIONS = `
  UPDATE interactions SET last_at = listed_at WHERE last_at IS NULL;
  ALTER TABLE interactions ALTER COLUMN last_at SET NOT NULL, DROP COLUMN listed_at;
  CREATE INDEX interactions_user_id_last_at_idx ON interactions (user_id, last_at, id);
  CREATE INDEX interactions_user_id_action_last_at_idx ON interactions (user_id, action, last_at, id);
  CREATE INDEX interactions_passing_idx ON interactions (last_at, id) WHERE action IN ('VIEW', 'CLICK');`;

/** One row per hour instead of one row with an array of hours. */
const CREATION_COUNTS = `
  CREATE TEMPORARY TABLE former_counts ON COMMIT DROP AS TABLE creation_counts;
  TRUNCATE creation_counts;
  ALTER TABLE creation_counts DROP CONSTRAINT creation_counts_pkey, DROP COLUMN counts,
    ADD COLUMN count integer NOT NULL, ADD CONSTRAINT creation_counts_pkey PRIMARY KEY (user_id, kind, hour);
  INSERT INTO creation_counts (user_id, kind, hour, count)
    SELECT user_id, kind, hour - ago::int + 1, n FROM former_counts, unnest(counts) WITH ORDINALITY AS each (n, ago) WHERE n > 0;`;
/** A gig counts its accepted applicants. Its applicants are notified of changes. */
const GIGS = `
  ALTER TABLE events ADD COLUMN accepted_count integer NOT NULL DEFAULT 0;
  UPDATE events SET accepted_count = accepted.count
    FROM (SELECT gig_id, count(*) FROM applications WHERE status = 'ACCEPTED' GROUP BY gig_id) accepted
    WHERE id = gig_id;
  DROP INDEX applications_accepted_idx;
  ALTER TABLE notifications
    DROP CONSTRAINT notifications_type_check, DROP CONSTRAINT notifications_reference_type_check,
    ADD CONSTRAINT notifications_type_check CHECK (type IN (
      'APPLICATION_RECEIVED', 'APPLICATION_ACCEPTED', 'APPLICATION_REJECTED', 'GIG_CHANGED', 'GIG_CANCELLED')),
    ADD CONSTRAINT notifications_reference_type_check CHECK (reference_type IN ('APPLICATION', 'EVENT'));
  CREATE INDEX notifications_unread_of_gig_idx ON notifications (reference_id, type, recipient_id)
    WHERE read_at IS NULL AND reference_type = 'EVENT';`;

/** A calendar without a name gets one that distinguishes it. */
const CALENDARS = `
  ALTER TABLE calendars ADD COLUMN name text;
  UPDATE calendars SET name = CASE kind
    WHEN 'SAVED' THEN 'Saved events'
    WHEN 'APPLICATIONS' THEN 'My gigs'
    WHEN 'COLLECTION' THEN coalesce((SELECT name FROM collections c WHERE c.id = collection_id
      AND (c.visibility = 'PUBLIC' OR c.owner_id = calendars.owner_id)), 'Collection')
    ELSE left('Events and gigs' || coalesce(': ' || replace(replace(nullif(filter, ''), '=', ' '), '&', ', '), ''), 120)
    END;
  ALTER TABLE calendars ALTER COLUMN name SET NOT NULL;`;

/**
 * The limits of the migrating role in this database, unless it already has its own there. If another role
 * serves, or the role may not set them, an operator sets them by hand (docs/operating.md, "Limits of the
 * role").
 */
const LIMITS = `
  DO $$
  DECLARE
    name text;
    value text;
  BEGIN
    FOR name, value IN VALUES ('statement_timeout', '2500ms'), ('lock_timeout', '1s'),
                              ('idle_in_transaction_session_timeout', '10s'),
                              -- Statements are short: workers and compiling cost more than they gain.
                              ('max_parallel_workers_per_gather', '0'), ('jit', 'off'),
                              -- What is read often is in memory, or on a disk without a head to move.
                              ('random_page_cost', '1.1') LOOP
      IF NOT EXISTS (
        SELECT FROM pg_db_role_setting, unnest(setconfig) AS setting
        WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
          AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND starts_with(setting, name || '=')
      ) THEN
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET %I = %L', current_user, current_database(), name, value);
      END IF;
    END LOOP;
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE WARNING 'The role % gets no time limits: see docs/operating.md, "Limits of the role".', current_user;
  END $$`;

/** Migrates the schema and data of 1.1.0 to foreign keys from all children to their parents. */
export class ForeignKeys1795834581374 implements MigrationInterface {
  name = 'ForeignKeys1795834581374';

  async up(runner: QueryRunner): Promise<void> {
    // Parents first, in the lock order of the service, so that there are no deadlocks.
    await runner.query(
      'LOCK TABLE events, collections, applications, interactions, collection_items, calendars, messages, notifications',
    );
    for (const { table, column, parent } of CHILDREN) {
      await runner.query(
        `DELETE FROM ${table} WHERE ${column} IS NOT NULL
           AND NOT EXISTS (SELECT FROM ${parent} WHERE ${parent}.id = ${table}.${column})`,
      );
      await runner.query(
        `ALTER TABLE ${table} ADD CONSTRAINT ${table}_${column}_fkey
           FOREIGN KEY (${column}) REFERENCES ${parent} (id) ON DELETE CASCADE`,
      );
    }
    await runner.query(CALENDARS);
    await runner.query('CREATE INDEX calendars_collection_id_idx ON calendars (collection_id)');
    await runner.query(
      'CREATE INDEX applications_owner_id_created_at_idx ON applications (owner_id, created_at, id)',
    );
    await runner.query('ALTER TABLE messages ADD COLUMN IF NOT EXISTS context jsonb');
    await runner.query('DROP TABLE IF EXISTS event_removals, migration_lease, rate_counts');
    await runner.query('ALTER TABLE events DROP COLUMN tagging');
    await runner.query(
      `ALTER TABLE job_claims
         DROP COLUMN holder, DROP COLUMN lease_until, DROP COLUMN attempts, DROP COLUMN finished_at`,
    );

    await runner.query(INTERACTIONS);
    await runner.query(CREATION_COUNTS);
    await runner.query(GIGS);
    await runner.query(LIMITS);
  }

  async down(): Promise<void> {
    throw new Error('This migration has removed data. The way back is the backup from before it.');
  }
}
