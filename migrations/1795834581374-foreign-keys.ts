import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What hangs on another row, and is deleted with it. */
const CHILDREN = [
  { table: 'applications', column: 'gig_id', parent: 'events' },
  { table: 'interactions', column: 'event_id', parent: 'events' },
  { table: 'collection_items', column: 'event_id', parent: 'events' },
  { table: 'calendars', column: 'collection_id', parent: 'collections' },
];

/** A user's interactions are listed by when each was last done: one time instead of two. */
const INTERACTIONS = `
  UPDATE interactions SET last_at = listed_at WHERE last_at IS NULL;
  ALTER TABLE interactions ALTER COLUMN last_at SET NOT NULL, DROP COLUMN listed_at;
  CREATE INDEX interactions_user_id_last_at_idx ON interactions (user_id, last_at, id);
  CREATE INDEX interactions_user_id_action_last_at_idx ON interactions (user_id, action, last_at, id);
  CREATE INDEX interactions_passing_idx ON interactions (last_at, id) WHERE action IN ('VIEW', 'CLICK');`;

/**
 * Limits of the role that migrates, in this database, where it has none of its own there. Where another role serves, or this
 * one may not, they are given by hand (docs/operating.md, "Limits of the role").
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

/** From the schema of 1.1.0 to foreign keys from all children to their parents, with the data. */
export class ForeignKeys1795834581374 implements MigrationInterface {
  name = 'ForeignKeys1795834581374';

  async up(runner: QueryRunner): Promise<void> {
    // Parents first, as the service takes them: nobody waits for each other.
    await runner.query(
      'LOCK TABLE events, collections, applications, interactions, collection_items, calendars, messages',
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
    await runner.query('ALTER TABLE calendars ADD COLUMN name text');
    await runner.query('CREATE INDEX calendars_collection_id_idx ON calendars (collection_id)');
    await runner.query(
      'CREATE INDEX applications_owner_id_created_at_idx ON applications (owner_id, created_at, id)',
    );
    await runner.query('ALTER TABLE messages ADD COLUMN IF NOT EXISTS context jsonb');
    await runner.query('DROP TABLE IF EXISTS event_removals, migration_lease, rate_counts');
    await runner.query('DROP INDEX events_to_tag_idx');
    await runner.query(
      `ALTER TABLE job_claims
         DROP COLUMN holder, DROP COLUMN lease_until, DROP COLUMN attempts, DROP COLUMN finished_at`,
    );

    await runner.query(INTERACTIONS);
    await runner.query(LIMITS);
  }

  async down(): Promise<void> {
    throw new Error('This migration has removed data. The way back is the backup from before it.');
  }
}
