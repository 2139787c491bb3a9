import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/**
 * Finds the matches of a search that start in a span of time, at a cost that does not grow with all that match: the index
 * holds the tiles of time that an event starts in beside its words. src/events/search/time-tiles.ts numbers them alike.
 */
export class SearchByTime1795737600000 implements MigrationInterface {
  name = 'SearchByTime1795737600000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION event_time_tiles(start_at timestamptz) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT ARRAY(
          SELECT ((level - 1) * 134217728 + floor(extract(epoch FROM start_at - '1970-01-01T00:00:00Z') / width))::integer
          FROM unnest(ARRAY[5400, 21600, 86400, 691200, 5529600, 88473600]) WITH ORDINALITY AS tile (width, level))
      $$`);
    await buildIndex(
      runner,
      'events_search_start_at_idx',
      'ON events USING gin (search, event_time_tiles(start_at))',
    );
    await dropIndex(runner, 'events_search_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'events_search_idx', 'ON events USING gin (search)');
    await dropIndex(runner, 'events_search_start_at_idx');
    await runner.query('DROP FUNCTION event_time_tiles');
  }
}
