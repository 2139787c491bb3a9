import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex, shortTransaction } from '../src/database/migrations/online-changes.js';

/** The sizes of cells: 360 degrees halved so many times. src/events/map/cells.ts has the same. */
const ZOOMS = [4, 9, 14, 19];
/** Characters of a place's name that are compared: one more than the name of a place may have. */
const COMPARED = 201;

/**
 * Finds what is in a part of the map in the order of its start: the events of each cell of the map are next to each other in
 * an index, whose cells have several sizes. Events without coordinates are next to others at a place of the same name.
 */
export class FindOnAMap1796400000000 implements MigrationInterface {
  name = 'FindOnAMap1796400000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => createFunctions(runner));
    for (const zoom of ZOOMS)
      await buildIndex(
        runner,
        `events_cell_${zoom}_start_at_idx`,
        `ON events (event_cell(location, ${zoom}), start_at, id) WHERE event_cell(location, ${zoom}) IS NOT NULL`,
      );
    await buildIndex(
      runner,
      'events_place_start_at_idx',
      'ON events (event_place(location), start_at, id) WHERE event_cell(location, 4) IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const zoom of ZOOMS) await dropIndex(runner, `events_cell_${zoom}_start_at_idx`);
    await dropIndex(runner, 'events_place_start_at_idx');
    await runner.query('DROP FUNCTION event_place, event_cell, event_latitude, event_longitude');
  }
}

/** Functions of one expression each, which PostgreSQL puts in place of the call. By their schema, for a dump's restore. */
async function createFunctions(runner: QueryRunner): Promise<void> {
  const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  const degrees = (member: string, most: number) => `
    CREATE OR REPLACE FUNCTION event_${member}(location jsonb) RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN jsonb_typeof(location -> '${member}') = 'number' THEN
        CASE WHEN (location -> '${member}')::numeric BETWEEN -${most} AND ${most}
          THEN round((location -> '${member}')::numeric, 9)::float8 END END
    $$`;
  await runner.query(degrees('latitude', 90));
  await runner.query(degrees('longitude', 180));
  await runner.query(`
    CREATE OR REPLACE FUNCTION event_cell(location jsonb, zoom integer) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT floor((${schema}.event_longitude(location) + 180) / 360 * (1 << zoom))::bigint * 1048576
        + floor((${schema}.event_latitude(location) + 90) / 360 * (1 << zoom))::bigint
    $$`);
  await runner.query(`
    CREATE OR REPLACE FUNCTION event_place(location jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT lower(left(CASE
        WHEN octet_length(location ->> 'name') = length(location ->> 'name') THEN btrim(location ->> 'name')
        ELSE ${schema}.fold_accents(btrim(location ->> 'name', E' \\u00a0')) END, ${COMPARED}))
    $$`);
}
