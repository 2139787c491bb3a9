import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildIndex, dropIndex } from '../src/database/migrations/online-changes.js';

/**
 * Finds the events of a span of time that have several words, at a cost that does not grow with all that have one of them: the index
 * holds each word once more with the number of the eight days in which the event starts. src/events/search/time-tiles.ts numbers
 * them alike.
 *
 * - `timed_words` is each word of a vector with the number before it, and the number alone. Of a long word the beginning counts. Its
 *   cost keeps the planner from making them for row after row.
 * - `timed_query` is met by the timed words of all that meet a query and start in some of the eight days, and maybe of others: how near
 *   words are, their weights and what must not be there is left out. Prefixes are not known.
 */
export class WordsByTime1796700000000 implements MigrationInterface {
  name = 'WordsByTime1796700000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE OR REPLACE FUNCTION timed_words(search tsvector, start_at timestamptz) RETURNS tsvector
      LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 1000 AS $$
        SELECT array_to_tsvector(tile || ARRAY(SELECT tile || ' ' || left(lexeme, 255) FROM unnest(tsvector_to_array(search)) lexeme))
        FROM to_hex(floor(extract(epoch FROM start_at) / 691200)::integer) tile
      $$`);
    await runner.query(String.raw`
      CREATE OR REPLACE FUNCTION timed_query(query tsquery, tiles integer[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT CASE must
          WHEN '' THEN ''
          WHEN 'T' THEN string_agg(to_hex(tile), ' | ')
          ELSE string_agg(
            '(' || regexp_replace(regexp_replace(must, ' <[0-9-]+> ', ' & ', 'g'),
              '''((?:[^''\\]|''''|\\\\){1,255})(?:[^''\\]|''''|\\\\)*''(?::[A-D]+)?', '''' || to_hex(tile) || ' \1''', 'g') || ')',
            ' | ')
        END::tsquery
        FROM querytree(query) must, unnest(tiles) tile GROUP BY must
      $$`);
    await buildIndex(
      runner,
      'events_words_start_at_idx',
      'ON events USING gin (search, timed_words(search, start_at), event_time_tiles(start_at))',
    );
    await dropIndex(runner, 'events_search_start_at_idx');
  }

  async down(runner: QueryRunner): Promise<void> {
    await buildIndex(
      runner,
      'events_search_start_at_idx',
      'ON events USING gin (search, event_time_tiles(start_at))',
    );
    await dropIndex(runner, 'events_words_start_at_idx');
    await runner.query('DROP FUNCTION timed_query, timed_words');
  }
}
