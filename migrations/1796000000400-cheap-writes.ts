import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The functions of generated columns in PL/pgSQL, with the same values. A session plans its expressions once,
 * but would inline an SQL function into each statement.
 */
export const columnFunctions = (schema: string): string => {
  const pure = (body: string) => `LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$ ${body} $$`;
  const vector = (configuration: string, text: string, weight: string) =>
    `setweight(to_tsvector('pg_catalog.${configuration}', ${schema}.fold(coalesce(${text}, ''))), '${weight}')`;
  const tags = `array_to_string(tags, ' ')`;
  const place = `location ->> 'name'`;
  const degrees = (member: string, most: number) => `
    CASE WHEN json_typeof(location -> '${member}') = 'number' THEN
      CASE WHEN (location ->> '${member}')::numeric BETWEEN -${most} AND ${most}
        THEN round((location ->> '${member}')::numeric, 9)::float8 END END`;
  return `
    CREATE OR REPLACE FUNCTION event_words(title text, tags text[], summary text, location json, description text)
    RETURNS tsvector ${pure(`BEGIN
      RETURN ${vector('english', 'title', 'A')} || ${vector('english', tags, 'B')} || ${vector('english', place, 'B')}
        || ${vector('english', 'summary', 'C')} || ${vector('english', 'left(description, 100000)', 'D')};
    END`)};
    CREATE OR REPLACE FUNCTION event_exact_words(title text, tags text[], location json) RETURNS tsvector ${pure(`BEGIN
      RETURN ${vector('simple', 'title', 'A')} || ${vector('simple', tags, 'B')} || ${vector('simple', place, 'B')};
    END`)};
    CREATE OR REPLACE FUNCTION event_squeezed(title text, tags text[], location json) RETURNS text ${pure(`
    DECLARE
      squeezed text := concat_ws(' ', ${schema}.squeeze(title), ${schema}.squeeze(${place}));
      tag text;
    BEGIN
      FOREACH tag IN ARRAY tags LOOP squeezed := concat_ws(' ', squeezed, ${schema}.squeeze(tag)); END LOOP;
      RETURN squeezed;
    END`)};
    CREATE OR REPLACE FUNCTION event_latitude(location json) RETURNS float8 ${pure(`BEGIN
      RETURN ${degrees('latitude', 90)};
    END`)};
    CREATE OR REPLACE FUNCTION event_longitude(location json) RETURNS float8 ${pure(`
    DECLARE
      longitude float8 := ${degrees('longitude', 180)};
    BEGIN
      RETURN CASE longitude WHEN 180 THEN -180 ELSE longitude END;
    END`)};`;
};

/**
 * Computes all generated columns and indexes with the current functions, if others were stored before.
 * A change of `location` would also fire a trigger.
 */
export const REWRITE_EVENTS = `
  UPDATE events SET title = title, place_latitude = place_latitude, place_longitude = place_longitude;
  REINDEX TABLE events`;

/**
 * A row trigger BEFORE UPDATE makes PostgreSQL recompute every generated column on any change. The trigger
 * AFTER UPDATE writes only if the coordinates differ.
 */
const triggers = (schema: string) => `
  CREATE OR REPLACE FUNCTION move_event() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE ${schema}.events SET place_latitude = place.latitude, place_longitude = place.longitude
      FROM (SELECT) event LEFT JOIN ${schema}.places place ON place.name = btrim(${schema}.fold(NEW.location ->> 'name'))
      WHERE id = NEW.id
        AND (NEW.place_latitude, NEW.place_longitude) IS DISTINCT FROM (place.latitude, place.longitude);
      RETURN NULL;
    END $$;
  DROP TRIGGER events_place ON events;
  DROP TRIGGER IF EXISTS events_move ON events;
  CREATE TRIGGER events_place BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION place_event();
  CREATE TRIGGER events_move AFTER UPDATE OF location ON events FOR EACH ROW EXECUTE FUNCTION move_event();`;

/**
 * By default, a fifth of the rows may be dead or new before a vacuum lets index-only scans skip the table
 * again.
 */
const AUTOVACUUM = `
  ALTER TABLE events SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)`;

/** Makes a write of an event recompute only the columns that depend on the change. */
export class CheapWrites1796000000400 implements MigrationInterface {
  name = 'CheapWrites1796000000400';

  async up(runner: QueryRunner): Promise<void> {
    const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
    await runner.query(columnFunctions(schema));
    await runner.query(triggers(schema));
    await runner.query(AUTOVACUUM);
  }

  /** Everything stays: every version works with it. */
  async down(): Promise<void> {}
}
