import type { MigrationInterface, QueryRunner } from 'typeorm';

/** ASCII punctuation, as the ranges of a bracket expression. */
const SIGNS = '!-/:-@[-`{-~';
/**
 * A tag of HTML, a comment, or else a lone `<`. Past the last `>` PostgreSQL's parser would look for the end of a tag
 * from every `<` to the end of the text.
 */
const TAG = '<(?:/?[a-zA-Z][a-zA-Z0-9:_.-]*(?:[[:space:]][^<>]*=[^<>]*)?[[:space:]/]*>|[!?][^<>]*>)?';
/** So many signs without white space. The parser may begin anew at each of them, and look at the whole run each time. */
const RUN = `(?:[^[:space:]${SIGNS}]*[${SIGNS}]){16}`;
/** What begins like a second mail address within the first costs the parser five times as much. */
const DOUBLE_MAIL = '@[^[:space:]@^]*@';

/** The search vector of an event, from texts that `clean` makes SQL of. */
const eventSearchText = (clean: (text: string) => string) => {
  const vector = (text: string, weight: string) =>
    `setweight(to_tsvector('pg_catalog.english', ${clean(`coalesce(${text}, '')`)}), '${weight}')`;
  return `
    CREATE OR REPLACE FUNCTION event_search_text(title text, tags text[], summary text, location jsonb, description text)
    RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ${vector('title', 'A')}
        || ${vector(`array_to_string(tags, ' ')`, 'B')}
        || ${vector(`location ->> 'name'`, 'B')}
        || ${vector('summary', 'C')}
        || ${vector('left(description, 100000)', 'D')}
    $$`;
};

/**
 * Indexes texts in time that grows as their length does (decisions.md, "Limits"). What the parser takes quadratic time for is
 * parted; the words of other texts are found as before, so their vectors stay.
 */
export class CleanSearchText1795392000000 implements MigrationInterface {
  name = 'CleanSearchText1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    // A run is parted by ^, which no token of the parser holds and the web-search syntax of q does not know. No pattern
    // captures anything or leaves a choice, so each walks over the text once.
    await runner.query(`
      CREATE FUNCTION searchable_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT regexp_replace(regexp_replace(regexp_replace($1,
          '${TAG}', ' ', 'g'), '${RUN}', '\\&^', 'g'), '${DOUBLE_MAIL}', '\\&^', 'g')
      $$`);
    // By its schema, for a restore of a dump runs without a search path.
    const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
    await runner.query(eventSearchText((text) => `${schema}.searchable_text(${text})`));
    // The few rows with such runs, long links mostly, are indexed again; their readers are not kept waiting.
    await runner.query(
      `UPDATE events SET title = title WHERE concat_ws(' ', title, summary, location ->> 'name', left(description, 100000)) ~ $1`,
      [RUN],
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(eventSearchText((text) => text));
    await runner.query('DROP FUNCTION searchable_text');
  }
}
