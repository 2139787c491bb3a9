import type { MigrationInterface, QueryRunner } from 'typeorm';
import { inShortBatches, shortTransaction } from '../src/database/migrations/online-changes.js';

/** Letters that Unicode does not part into a plain one and a mark, and what PostgreSQL's `unaccent` writes for them. */
const LETTERS =
  'ÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƇƈƉƊƋƌƐƑƒƓƖƗƘƙƚƝƞƤƥƫƬƭƮƲƳƴƵƶǤǥȡȤȥȴȵȶȷȺȻȼȽȾȿɀɃɄɆɇɈɉɌɍɎɏɓɕɖɗɛɟɠɡɢɦ' +
  'ɧɨɪɫɬɭɱɲɳɴɼɽɾʀʂʈʉʋʏʐʑʙʛʜʝʟʠᴀᴃᴄᴅᴆᴇᴊᴋᴌᴍᴏᴘᴛᴜᴠᴡᴢᵬᵭᵮᵯᵰᵱᵲᵳᵴᵵᵶᵻᵽᵾᶀᶁᶂᶃᶄᶅᶆᶇᶈᶉᶊᶌᶍᶎᶏᶑᶒᶓᶖᶙẜẝỼỽỾỿ' +
  'ⱠⱡⱢⱣⱤⱥⱦⱧⱨⱩⱪⱫⱬⱮⱱⱲⱳⱴⱸⱺⱾⱿꜰꜱꝀꝁꝂꝃꝄꝅꝆꝇꝈꝉꝊꝋꝌꝍꝐꝑꝒꝓꝔꝕꝖꝗꝘꝙꝞꝟꝱꝲꝳꝴꝵꝶꝷꝹꝺꝻꝼꞆꞇꞐꞑꞒꞓꞠꞡꞢꞣꞤꞥꞦꞧꞨꞩꞪ';
const PLAIN =
  'DOdoDdHhiqLlNnTtbBBbCcDDDdEFfGIIKklNnPptTtTVYyZzGgdZzlntjACcLTszBUEeJjRrYybcddejggGh' +
  'hiIlllmnnNrrrRstuvYzzBGHjLqABCDDEJKLMOPTUVWZbdfmnprrstzIpUbdfgklmnprsvxzadeeiussVvYy' +
  'LlLPRatHhKkZzMvWwveoSZFSKkKkKkLlLlOoOoPpPpPpQqQqVvdlmnrRtDdFfTtNnCcGgKkNnRrSsH';
/** The same of ligatures and the like, each with its letters. */
const LIGATURES =
  'ÆAE ÞTH ßss æae þth ŒOE œoe ƕhv ƢOI ƣoi ȸdb ȹqp ɶOE ʣdz ʥdz ʦts ʪls ʫlz ᴁAE ᵫue ᵺth ẞSS ' +
  'ỺLL ỻll ꜲAA ꜳaa ꜴAO ꜵao ꜶAU ꜷau ꜸAV ꜹav ꜺAV ꜻav ꜼAY ꜽay ꝎOO ꝏoo ꝠVY ꝡvy ꝤTH ꝥth ꝦTH ꝧth';

const folded = LIGATURES.split(' ').reduce(
  (text, ligature) => `replace(${text}, '${ligature[0]}', '${ligature.slice(1)}')`,
  `translate(plain, '${LETTERS}', '${PLAIN}')`,
);

/** Indexes the rows again whose texts may have an accent, and leaves alone what is indexed as it should be. */
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
 * Lets the search ignore accents (decisions.md, "Database"), by the rules of PostgreSQL's `unaccent` for letters. That extension
 * is not used: not every database lets one create it, and what is found shall not depend on it.
 */
export class FoldAccents1795651200000 implements MigrationInterface {
  name = 'FoldAccents1795651200000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, () => createFunctions(runner));
    await indexAgain(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await shortTransaction(runner, async () => {
      await runner.query('DROP FUNCTION searchable_text');
      await runner.query('ALTER FUNCTION parsable_text(text) RENAME TO searchable_text');
    });
    await indexAgain(runner);
    await runner.query('DROP FUNCTION fold_accents');
  }
}

/** They may be there already, where an earlier start was cut off while it indexed. */
async function createFunctions(runner: QueryRunner): Promise<void> {
  // PostgreSQL sorts the marks after a letter in quadratic time, so long runs are parted first. Some characters stand for
  // many others, so the length is limited.
  await runner.query(`
    CREATE OR REPLACE FUNCTION fold_accents(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE
        WHEN octet_length($1) = length($1) THEN $1
        WHEN plain ~ '[${LETTERS}${LIGATURES.replace(/[ a-zA-Z]/g, '')}]' THEN ${folded}
        ELSE plain END
      FROM (SELECT left(normalize(regexp_replace(normalize(
        regexp_replace($1, '[^[:space:]!-~]{64}', '\\& ', 'g'), NFKD), '[\u0300-\u036f]+', '', 'g'), NFC), 2 * length($1)))
        AS folding (plain)
    $$`);
  const [{ schema, renamed }] = await runner.query(
    `SELECT quote_ident(current_schema()) AS schema, to_regprocedure('parsable_text(text)') IS NOT NULL AS renamed`,
  );
  if (!renamed) await runner.query('ALTER FUNCTION searchable_text(text) RENAME TO parsable_text');
  // By their schema, for a restore of a dump runs without a search path.
  await runner.query(`
    CREATE OR REPLACE FUNCTION searchable_text(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ${schema}.parsable_text(${schema}.fold_accents($1))
    $$`);
}
