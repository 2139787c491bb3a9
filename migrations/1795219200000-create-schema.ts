import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEARCH_EXPRESSION = 'event_search_text(title, tags, summary, location, description)';

export class CreateSchema1795219200000 implements MigrationInterface {
  name = 'CreateSchema1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id text PRIMARY KEY,
        name text,
        avatar_url text,
        headline text,
        bio text,
        email text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now()
      )`);

    // Declared immutable, which array_to_string alone is not: of text[] it is.
    await runner.query(`
      CREATE FUNCTION event_search_text(title text, tags text[], summary text, location jsonb, description text)
      RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT setweight(to_tsvector('pg_catalog.english', coalesce(title, '')), 'A')
          || setweight(to_tsvector('pg_catalog.english', coalesce(array_to_string(tags, ' '), '')), 'B')
          || setweight(to_tsvector('pg_catalog.english', coalesce(location ->> 'name', '')), 'B')
          || setweight(to_tsvector('pg_catalog.english', coalesce(summary, '')), 'C')
          || setweight(to_tsvector('pg_catalog.english', coalesce(left(description, 100000), '')), 'D')
      $$`);

    // To read a column, PostgreSQL walks all that are before it: those come first that a search reads of a thousand events.
    await runner.query(`
      CREATE TABLE events (
        id uuid PRIMARY KEY,
        start_at timestamptz(3) NOT NULL,
        search tsvector GENERATED ALWAYS AS (${SEARCH_EXPRESSION}) STORED,
        title text NOT NULL,
        description text NOT NULL,
        type text NOT NULL,
        location jsonb NOT NULL,
        end_at timestamptz(3),
        status text NOT NULL DEFAULT 'OPEN',
        source text NOT NULL DEFAULT 'USER',
        creator_id text,
        external_id text,
        external_url text,
        ticket_url text,
        tags text[] NOT NULL DEFAULT '{}',
        summary text,
        category text,
        compensation jsonb,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        version integer NOT NULL DEFAULT 1,
        item_hash text,
        tagging text NOT NULL DEFAULT 'DONE',
        CONSTRAINT events_type_check CHECK (type IN ('EVENT', 'GIG')),
        CONSTRAINT events_status_check CHECK (status IN ('OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED')),
        CONSTRAINT events_source_check CHECK (source IN ('USER', 'CAMPUS_API', 'TICKET_API')),
        CONSTRAINT events_tagging_check CHECK (tagging IN ('PENDING', 'DONE', 'FAILED'))
      )`);

    // TypeORM compares generated columns by what it notes in this table of its own.
    await runner.query(`
      CREATE TABLE IF NOT EXISTS typeorm_metadata (
        type varchar NOT NULL, database varchar, schema varchar, "table" varchar, name varchar, value text
      )`);
    await runner.query(
      `INSERT INTO typeorm_metadata (type, database, schema, "table", name, value)
       VALUES ('GENERATED_COLUMN', current_database(), current_schema(), 'events', 'search', $1)`,
      [SEARCH_EXPRESSION],
    );

    const indexes = [
      // The dedup key of the feeds, beside the primary key that is made from it.
      `CREATE UNIQUE INDEX events_external_id_key ON events (external_id)`,
      // GET /events in its default order, its date range, its cursor and, backwards, sort=-startAt.
      `CREATE INDEX events_start_at_idx ON events (start_at, id)`,
      // GET /events?sort=createdAt and -createdAt.
      `CREATE INDEX events_created_at_idx ON events (created_at, id)`,
      // GET /events?type=, and GET /gigs.
      `CREATE INDEX events_type_start_at_idx ON events (type, start_at, id)`,
      // GET /events?category=, and the counts of GET /categories.
      `CREATE INDEX events_category_start_at_idx ON events (category, start_at, id)`,
      // GET /events?source=.
      `CREATE INDEX events_source_start_at_idx ON events (source, start_at, id)`,
      // GET /events?status=.
      `CREATE INDEX events_status_start_at_idx ON events (status, start_at, id)`,
      // GET /events?creatorId=, "my events".
      `CREATE INDEX events_creator_id_start_at_idx ON events (creator_id, start_at, id)`,
      // GET /events?tag=.
      `CREATE INDEX events_tags_idx ON events USING gin (tags)`,
      // GET /events?q=.
      `CREATE INDEX events_search_idx ON events USING gin (search)`,
      // The auto-completion job, and events that disappeared from their feed.
      `CREATE INDEX events_to_complete_idx ON events (end_at, id)
         WHERE status IN ('OPEN', 'IN_PROGRESS') AND end_at IS NOT NULL`,
      // New external events that the tagger has not reached, or failed on.
      `CREATE INDEX events_to_tag_idx ON events (id) WHERE tagging <> 'DONE'`,
    ];
    for (const index of indexes) await runner.query(index);

    await runner.query(`
      CREATE TABLE job_claims (
        job text NOT NULL,
        tick timestamptz(3) NOT NULL,
        holder uuid NOT NULL,
        lease_until timestamptz(3) NOT NULL,
        finished_at timestamptz(3),
        PRIMARY KEY (job, tick)
      )`);
    // Runs whose holder may have died.
    await runner.query(
      `CREATE INDEX job_claims_unfinished_idx ON job_claims (lease_until) WHERE finished_at IS NULL`,
    );

    await runner.query(`
      CREATE TABLE ingestion_runs (
        id uuid PRIMARY KEY,
        source text NOT NULL,
        started_at timestamptz(3) NOT NULL DEFAULT now(),
        finished_at timestamptz(3),
        outcome text,
        received integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        updated integer NOT NULL DEFAULT 0,
        unchanged integer NOT NULL DEFAULT 0,
        ignored integer NOT NULL DEFAULT 0,
        rejected integer NOT NULL DEFAULT 0,
        completed integer NOT NULL DEFAULT 0,
        error text,
        reasons text[] NOT NULL DEFAULT '{}',
        CONSTRAINT ingestion_runs_source_check CHECK (source IN ('CAMPUS_API', 'TICKET_API')),
        CONSTRAINT ingestion_runs_outcome_check CHECK (outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED'))
      )`);
    // GET /ingestion/runs, and with ?source=, which also finds the last success.
    await runner.query(`CREATE INDEX ingestion_runs_started_at_idx ON ingestion_runs (started_at, id)`);
    await runner.query(
      `CREATE INDEX ingestion_runs_source_started_at_idx ON ingestion_runs (source, started_at, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE ingestion_runs, job_claims, events, users, typeorm_metadata`);
    await runner.query(`DROP FUNCTION event_search_text`);
  }
}
