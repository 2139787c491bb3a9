import type { MigrationInterface, QueryRunner } from 'typeorm';
import { shortTransaction } from '../src/database/migrations/online-changes.js';

/**
 * Parts `timed_query` in two: what reads the words of a query, once for a statement, and what writes them out for tiles. Regular
 * expressions for each tile were a tenth of what a search for rare words took.
 */
export class WordsOfTiles1798000000000 implements MigrationInterface {
  name = 'WordsOfTiles1798000000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      // Each word is cut as `timed_words` cuts it. chr(1) is never in a word: PostgreSQL's parser takes it for a blank.
      await runner.query(String.raw`
        CREATE OR REPLACE FUNCTION words_of_tile(query tsquery) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
          SELECT CASE must
            WHEN '' THEN ''
            WHEN 'T' THEN chr(1)
            ELSE '(' || regexp_replace(regexp_replace(must, ' <[0-9-]+> ', ' & ', 'g'),
              '''((?:[^''\\]|''''|\\\\){1,255})(?:[^''\\]|''''|\\\\)*''(?::[A-D]+)?', '''' || chr(1) || ' \1''', 'g') || ')'
          END
          FROM querytree(query) must
        $$`);
      await runner.query(`
        CREATE OR REPLACE FUNCTION query_in_tiles(words text, tiles integer[]) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
          SELECT coalesce(string_agg(replace(words, chr(1), to_hex(tile)), ' | ') FILTER (WHERE words <> ''), '')::tsquery
          FROM unnest(tiles) tile
        $$`);
      await runner.query(`
        COMMENT ON FUNCTION words_of_tile IS 'The words that a query must have, without how near they are, with chr(1) for a tile'`);
      await runner.query(`
        COMMENT ON FUNCTION query_in_tiles IS 'The query of such words in any of these tiles, for timed_words'`);
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION query_in_tiles, words_of_tile');
  }
}
