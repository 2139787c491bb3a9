import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What hangs on another row, and is deleted with it. */
const CHILDREN = [
  { table: 'applications', column: 'gig_id', parent: 'events' },
  { table: 'interactions', column: 'event_id', parent: 'events' },
  { table: 'collection_items', column: 'event_id', parent: 'events' },
  { table: 'calendars', column: 'collection_id', parent: 'collections' },
];

const PURE = 'LANGUAGE sql IMMUTABLE PARALLEL SAFE';

/** The functions of a location, of `json`. They name each other by their schema, as those of the baseline. */
const functions = (schema: string) => {
  const vector = (text: string, weight: string) =>
    `setweight(to_tsvector('pg_catalog.english', ${schema}.searchable_text(coalesce(${text}, ''))), '${weight}')`;
  const degrees = (member: string, most: number) => `
    CREATE FUNCTION event_${member}(location json) RETURNS float8 ${PURE} AS $$
      SELECT CASE WHEN json_typeof(location -> '${member}') = 'number' THEN
        CASE WHEN (location ->> '${member}')::numeric BETWEEN -${most} AND ${most}
          THEN round((location ->> '${member}')::numeric, 9)::float8 END END
    $$;`;
  return String.raw`
    CREATE FUNCTION event_search_text(title text, tags text[], summary text, location json, description text)
    RETURNS tsvector ${PURE} AS $$
      SELECT ${vector('title', 'A')}
        || ${vector(`array_to_string(tags, ' ')`, 'B')}
        || ${vector(`location ->> 'name'`, 'B')}
        || ${vector('summary', 'C')}
        || ${vector('left(description, 100000)', 'D')}
    $$;
    ${degrees('latitude', 90)}
    ${degrees('longitude', 180)}
    CREATE FUNCTION event_cell(location json, zoom integer) RETURNS bigint ${PURE} AS $$
      SELECT floor((${schema}.event_longitude(location) + 180) / 360 * (1 << zoom))::bigint * 1048576
        + floor((${schema}.event_latitude(location) + 90) / 360 * (1 << zoom))::bigint
    $$;
    CREATE FUNCTION event_place(location json) RETURNS text ${PURE} AS $$
      SELECT lower(left(CASE
        WHEN octet_length(location ->> 'name') = length(location ->> 'name') THEN btrim(location ->> 'name')
        ELSE ${schema}.fold_accents(btrim(location ->> 'name', E' \u00a0')) END, 201))
    $$;`;
};

/** `location` is the text that was sent, and what is computed of it follows. The table is written once. */
const LOCATION = `
  DROP INDEX events_cell_4_start_at_idx, events_cell_9_start_at_idx, events_cell_14_start_at_idx,
    events_cell_19_start_at_idx, events_place_start_at_idx;
  ALTER TABLE events
    DROP COLUMN search,
    ALTER COLUMN location TYPE json
      USING CASE WHEN location_sent::jsonb = location THEN location_sent ELSE location::json END,
    ADD COLUMN search tsvector
      GENERATED ALWAYS AS (event_search_text(title, tags, summary, location, description)) STORED;
  ALTER TABLE events DROP COLUMN location_sent;
  CREATE INDEX events_words_start_at_idx ON events
    USING gin (search, timed_words(search, start_at), event_time_tiles(start_at)) WITH (gin_pending_list_limit = 256);
  ${[4, 9, 14, 19]
    .map(
      (zoom) => `CREATE INDEX events_cell_${zoom}_start_at_idx ON events
        (event_cell(location, ${zoom}), start_at, id) WHERE event_cell(location, ${zoom}) IS NOT NULL;`,
    )
    .join('\n')}
  CREATE INDEX events_place_start_at_idx ON events (event_place(location), start_at, id)
    WHERE event_cell(location, 4) IS NULL;
  DROP FUNCTION event_search_text(text, text[], text, jsonb, text), event_cell(jsonb, integer),
    event_latitude(jsonb), event_longitude(jsonb), event_place(jsonb);
  DROP FUNCTION IF EXISTS timed_query(tsquery, integer[]);
  ANALYZE events;`;

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
                              ('max_parallel_workers_per_gather', '0'), ('jit', 'off') LOOP
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
    await runner.query('CREATE INDEX calendars_collection_id_idx ON calendars (collection_id)');
    await runner.query('ALTER TABLE messages ADD COLUMN IF NOT EXISTS context jsonb');
    await runner.query('DROP TABLE IF EXISTS event_removals, migration_lease, rate_counts');
    await runner.query('DROP INDEX events_to_tag_idx');
    await runner.query(
      `ALTER TABLE job_claims
         DROP COLUMN holder, DROP COLUMN lease_until, DROP COLUMN attempts, DROP COLUMN finished_at`,
    );

    const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
    await runner.query(functions(schema));
    await runner.query(LOCATION);
    await runner.query(LIMITS);
  }

  async down(): Promise<void> {
    throw new Error('This migration has removed data. The way back is the backup from before it.');
  }
}
