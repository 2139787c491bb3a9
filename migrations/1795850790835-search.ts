import type { MigrationInterface, QueryRunner } from 'typeorm';

const PURE = 'LANGUAGE sql IMMUTABLE PARALLEL SAFE';

/** Letters that Unicode does not decompose into a base letter and a mark, each with its replacement. */
const SINGLE = { from: 'øđłıħŧəς', to: 'odlihteσ' };
const LIGATURES = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/**
 * The characters beyond ASCII that a pattern matches, as the inside of a bracket expression of PostgreSQL.
 */
function rangesOf(pattern: RegExp): string {
  const ranges: string[] = [];
  const { fromCodePoint } = String; // a global is slow to look up a million times where tests run
  const escaped = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;
  for (let code = 0x80, first = -1; code <= 0x110000; code += 1) {
    const isSurrogate = code >= 0xd800 && code <= 0xdfff;
    const matches = code <= 0x10ffff && !isSurrogate && pattern.test(fromCodePoint(code));
    if (matches && first < 0) first = code;
    if (!matches && first >= 0) {
      ranges.push(first === code - 1 ? escaped(first) : `${escaped(first)}-${escaped(code - 1)}`);
      first = -1;
    }
  }
  return ranges.join('');
}

/** The functions refer to each other with their schema: a dump is restored without a search path. */
const functions = (schema: string) => {
  const vector = (configuration: string, text: string, weight: string) =>
    `setweight(to_tsvector('pg_catalog.${configuration}', ${schema}.fold(coalesce(${text}, ''))), '${weight}')`;
  const tags = `array_to_string(tags, ' ')`;
  const place = `location ->> 'name'`;
  // Signs separate words before normalization can turn them into letters. Marks are removed twice: PostgreSQL
  // takes quadratic time to sort many of them.
  const marks = `[${rangesOf(/[\p{M}\p{Cf}ـ]/u)}]+`;
  const signs = `[${rangesOf(/[^\p{L}\p{N}]/u)}]+`;
  const letters = `regexp_replace(regexp_replace($1, '${marks}', '', 'g'), '${signs}', ' ', 'g')`;
  const plain = Object.entries(LIGATURES).reduce(
    (text, [ligature, letters]) => `replace(${text}, '${ligature}', '${letters}')`,
    `translate(lower(normalize(${letters}, NFKD)), '${SINGLE.from}', '${SINGLE.to}')`,
  );
  const degrees = (member: string, most: number) => `
    SELECT CASE WHEN json_typeof(location -> '${member}') = 'number' THEN
      CASE WHEN (location ->> '${member}')::numeric BETWEEN -${most} AND ${most}
        THEN round((location ->> '${member}')::numeric, 9)::float8 END END`;
  return `
    CREATE FUNCTION plain_letters(text) RETURNS text ${PURE} AS $$
      SELECT CASE WHEN octet_length($1) = length($1) THEN lower($1)
        ELSE left(normalize(regexp_replace(${plain}, '${marks}', '', 'g'), NFC), greatest(20000, 2 * length($1))) END
    $$;
    CREATE FUNCTION fold(text) RETURNS text ${PURE} AS $$
      SELECT CASE WHEN octet_length($1) = length($1)
        THEN regexp_replace(lower($1), '[^a-z0-9]+', ' ', 'g')
        ELSE regexp_replace(${schema}.plain_letters($1), '[^a-z0-9${rangesOf(/[\p{L}\p{N}]/u)}]+', ' ', 'g') END
    $$;
    CREATE FUNCTION squeeze(text) RETURNS text ${PURE} AS $$ SELECT replace(${schema}.fold($1), ' ', '') $$;
    COMMENT ON FUNCTION plain_letters IS 'A text in lower case, without marks and accents';
    COMMENT ON FUNCTION fold IS 'The words of a text: plain letters and digits, with a blank for all else';
    COMMENT ON FUNCTION squeeze IS 'The letters and digits of a text alone';

    CREATE FUNCTION event_words(title text, tags text[], summary text, location json, description text)
    RETURNS tsvector ${PURE} AS $$
      SELECT ${vector('english', 'title', 'A')} || ${vector('english', tags, 'B')} || ${vector('english', place, 'B')}
        || ${vector('english', 'summary', 'C')} || ${vector('english', 'left(description, 100000)', 'D')}
    $$;
    CREATE FUNCTION event_exact_words(title text, tags text[], location json) RETURNS tsvector ${PURE} AS $$
      SELECT ${vector('simple', 'title', 'A')} || ${vector('simple', tags, 'B')} || ${vector('simple', place, 'B')}
    $$;
    CREATE FUNCTION event_squeezed(title text, tags text[], location json) RETURNS text ${PURE} AS $$
      SELECT concat_ws(' ', ${schema}.squeeze(title), ${schema}.squeeze(${place}),
        (SELECT string_agg(${schema}.squeeze(tag), ' ') FROM unnest(tags) tag))
    $$;
    CREATE FUNCTION event_tags(tags text[]) RETURNS text[] ${PURE} AS $$
      SELECT ARRAY(SELECT lower(tag) FROM unnest(tags) tag)
    $$;
    CREATE FUNCTION event_latitude(location json) RETURNS float8 ${PURE} AS $$ ${degrees('latitude', 90)} $$;
    CREATE FUNCTION event_longitude(location json) RETURNS float8 ${PURE} AS $$
      SELECT CASE longitude WHEN 180 THEN -180 ELSE longitude END FROM (${degrees('longitude', 180)}) own (longitude)
    $$;
    -- A degree north is as long as a degree east there, so that boxes and distances on the map are those of the earth.
    CREATE FUNCTION mercator_y(latitude float8) RETURNS float8 ${PURE} AS $$
      SELECT degrees(ln(tan(radians(45 + greatest(-89.9, least(89.9, latitude)) / 2))))
    $$;
    CREATE FUNCTION place_event() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT latitude, longitude INTO NEW.place_latitude, NEW.place_longitude FROM ${schema}.places
        WHERE name = btrim(${schema}.fold(NEW.location ->> 'name'));
        RETURN NEW;
      END $$;`;
};

/** The expressions of the generated columns of events, in the form that TypeORM records. */
const GENERATED = {
  search: 'event_words(title, tags, summary, location, description)',
  exact: 'event_exact_words(title, tags, location)',
  squeezed: 'event_squeezed(title, tags, location)',
  latitude: 'coalesce(event_latitude(location), place_latitude)',
  longitude: 'coalesce(event_longitude(location), place_longitude)',
};

/** `location` becomes the text that was sent. Columns derived from it follow. The table is rewritten once. */
const EVENTS = `
  DROP INDEX events_cell_4_start_at_idx, events_cell_9_start_at_idx, events_cell_14_start_at_idx,
    events_cell_19_start_at_idx, events_place_start_at_idx, events_words_start_at_idx, events_tags_start_at_idx,
    events_length_start_at_end_at_idx, events_type_start_at_idx, events_category_start_at_idx,
    events_source_start_at_idx, events_status_start_at_idx, events_open_category_idx, events_to_complete_idx;
  ALTER TABLE events
    DROP COLUMN search,
    ALTER COLUMN location TYPE json
      USING CASE WHEN location_sent::jsonb = location THEN location_sent ELSE location::json END,
    ADD COLUMN place_latitude float8,
    ADD COLUMN place_longitude float8,
    ADD COLUMN search tsvector GENERATED ALWAYS AS (${GENERATED.search}) STORED,
    ADD COLUMN exact tsvector GENERATED ALWAYS AS (${GENERATED.exact}) STORED,
    ADD COLUMN squeezed text GENERATED ALWAYS AS (${GENERATED.squeezed}) STORED,
    ADD COLUMN latitude float8 GENERATED ALWAYS AS (${GENERATED.latitude}) STORED,
    ADD COLUMN longitude float8 GENERATED ALWAYS AS (${GENERATED.longitude}) STORED;
  ALTER TABLE events DROP COLUMN location_sent;
  DROP FUNCTION event_search_text(text, text[], text, jsonb, text), event_cell(jsonb, integer), event_place(jsonb),
    event_latitude(jsonb), event_longitude(jsonb), event_time_tiles(timestamptz), timed_words(tsvector, timestamptz),
    words_of_tile(tsquery), query_in_tiles(text, integer[]), event_length(timestamptz, timestamptz),
    searchable_text(text), parsable_text(text), fold_accents(text), part_at_signs(text);
  DROP FUNCTION IF EXISTS timed_query(tsquery, integer[]);
  -- With what filters compare, so that a list looks at no row but those of its page.
  DROP INDEX events_start_at_idx;
  CREATE INDEX events_start_at_idx ON events (start_at, id) INCLUDE (end_at, type, status, source, category, compensation);
  CREATE INDEX events_words_tags_idx ON events USING gin (search, exact, event_tags(tags))
    WITH (gin_pending_list_limit = 256);
  CREATE INDEX events_point_idx ON events USING gist (point(longitude, mercator_y(latitude))) WHERE latitude IS NOT NULL;
  CREATE INDEX events_unended_start_at_idx ON events (start_at, id) INCLUDE (end_at, type, status, source, category, compensation)
    WHERE status IN ('OPEN', 'IN_PROGRESS');
  CREATE INDEX events_long_start_at_idx ON events (start_at, id) INCLUDE (end_at, type, status, source, category, compensation)
    WHERE end_at - start_at > '24:00:00'::interval;
  CREATE INDEX events_taking_start_at_idx ON events (start_at, id)
    INCLUDE (end_at, type, status, source, category, compensation, apply_by)
    WHERE type = 'GIG' AND status IN ('OPEN', 'IN_PROGRESS') AND (positions IS NULL OR accepted_count < positions);
  ${Object.entries(GENERATED)
    .map(
      ([name, value]) => `
  INSERT INTO typeorm_metadata (type, database, schema, "table", name, value)
    SELECT 'GENERATED_COLUMN', current_database(), current_schema(), 'events', '${name}', '${value}'
    WHERE NOT EXISTS (SELECT FROM typeorm_metadata WHERE "table" = 'events' AND name = '${name}');
  UPDATE typeorm_metadata SET value = '${value}' WHERE "table" = 'events' AND name = '${name}';`,
    )
    .join('')}
  ANALYZE events;`;

const OTHERS = `
  -- The places of PLACES_FILE, by their folded names.
  CREATE TABLE places (name text PRIMARY KEY, latitude float8 NOT NULL, longitude float8 NOT NULL);
  CREATE TRIGGER events_place BEFORE INSERT OR UPDATE OF location ON events
    FOR EACH ROW EXECUTE FUNCTION place_event();
  -- What may be suggested, and the words that may be meant: made anew every 15 minutes.
  CREATE TABLE suggestions (
    kind text NOT NULL, folded text NOT NULL, text text NOT NULL, event_id uuid, count integer NOT NULL,
    creators integer NOT NULL, creator text, starts timestamptz(3) NOT NULL,
    PRIMARY KEY (kind, folded),
    CONSTRAINT suggestions_kind_check CHECK (kind IN ('EVENT', 'TAG', 'PLACE', 'CATEGORY', 'WORD'))
  );
  CREATE INDEX suggestions_words_idx ON suggestions USING gin (to_tsvector('pg_catalog.simple', folded));
  -- The owner of a database may create it. Where this role may not, words are not corrected.
  DO $$
  BEGIN
    CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;
  EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
    RAISE WARNING 'There is no extension fuzzystrmatch: typos in searches are not corrected.';
  END $$;`;

/** Replaces the indexes by time and by cells with one index of words and terms and one of the map. */
export class Search1795850790835 implements MigrationInterface {
  name = 'Search1795850790835';

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
    await runner.query(functions(schema));
    await runner.query(EVENTS);
    await runner.query(OTHERS);
  }

  async down(): Promise<void> {
    throw new Error('This migration has removed columns. The way back is the backup from before it.');
  }
}
