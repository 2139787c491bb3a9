import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inShortBatches, shortTransaction } from '../src/database/migrations/online-changes.js';

/** Signs that mean what one of ASCII means, as `unaccent` has them; those without a counterpart only part or join what is seen. */
const SIGNS = '‘’‚‛ʹʻʼʽˈ′“”„‟ʺ″«»‹›〝〞‐‑\u00ad\u200c\u200d\u2060\ufeff\ufe0e\ufe0f';
const PLAIN = `''''''''''""""""""""""--`;

/** Punctuation, symbols, blanks and emoji beyond ASCII, as a class of PostgreSQL's regular expressions. */
const PARTING = [
  // Latin and general ones
  String.raw`\u00a0-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02df\u02e5-\u02eb\u02ed\u02ef-\u02ff`,
  // Armenian, Hebrew, Arabic, Indian, Thai and so on
  String.raw`\u055a-\u055f\u0589\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u0606-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06de`,
  String.raw`\u0964\u0965\u0e4f\u0e5a\u0e5b\u10fb\u1360-\u1368\u17d4-\u17d6`,
  // Punctuation, currencies, signs like letters, arrows, mathematics, boxes and dingbats, without letters and digits in circles
  String.raw`\u2000-\u2070\u207a-\u207e\u208a-\u208e\u20a0-\u20c1\u2100\u2101\u2103-\u2106\u2108\u2109\u2114\u2116-\u2118`,
  String.raw`\u211e-\u2123\u2125\u2127\u2129\u212e\u213a\u213b\u2140-\u2144\u214a-\u214d\u214f\u218a\u218b\u2190-\u245f`,
  String.raw`\u2500-\u2775\u2794-\u2bff\u2e00-\u2e2e\u2e30-\u2e7f\u2ff0-\u3004\u3008-\u3020\u3030\u3036\u3037\u303d-\u303f\u30fb`,
  // For private use, and emoji
  String.raw`\ue000-\uf8ff\ufe45\ufe46\ufffc\ufffd\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f\U0001f12f\U0001f150-\U0001f1ff\U0001f252-\U0001fbef`,
].join('');

const searchableText = (schema: string, text: string) => `
  CREATE OR REPLACE FUNCTION searchable_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT ${schema}.parsable_text(${text})
  $$`;

/** Indexes the rows again whose texts may have such a sign, and leaves alone what is indexed as it should be. */
const indexAgain = (runner: QueryRunner) =>
  inShortBatches(runner, 'events', (ids) =>
    runner.query(
      `UPDATE events SET title = title
       WHERE id = ANY($1)
         AND concat_ws(' ', title, array_to_string(tags, ' '), location ->> 'name', summary, description) ~ '[^\\x01-\\x7f]'
         AND search IS DISTINCT FROM event_search_text(title, tags, summary, location, description)`,
      [ids],
    ),
  );

/**
 * Lets the search find the words beside signs that ASCII does not have: “Blue” is blue, and music—dance is both. PostgreSQL takes such signs
 * for letters where the locale of the database is C, as it is here and on many servers.
 */
export class PartWordsAtSigns1796900000000 implements MigrationInterface {
  name = 'PartWordsAtSigns1796900000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      await runner.query(`
        CREATE OR REPLACE FUNCTION part_at_signs(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
          SELECT CASE WHEN octet_length($1) = length($1) THEN $1
            ELSE regexp_replace(translate($1, '${SIGNS}', '${PLAIN.replaceAll("'", "''")}'), '[${PARTING}]+', ' ', 'g') END
        $$`);
      const schema = await schemaOf(runner);
      // By their schema, for a restore of a dump runs without a search path.
      await runner.query(searchableText(schema, `${schema}.fold_accents(${schema}.part_at_signs($1))`));
    });
    await indexAgain(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      const schema = await schemaOf(runner);
      await runner.query(searchableText(schema, `${schema}.fold_accents($1)`));
    });
    await indexAgain(runner);
    await runner.query('DROP FUNCTION IF EXISTS part_at_signs(text)');
  }
}

async function schemaOf(runner: QueryRunner): Promise<string> {
  const [{ schema }] = await runner.query('SELECT quote_ident(current_schema()) AS schema');
  return schema;
}
