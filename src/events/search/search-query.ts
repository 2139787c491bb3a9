/** A part of what somebody typed: a phrase, or what stands between blanks, perhaps excluded by a dash. */
const PART = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
/** What is no letter by itself: marks, soft hyphens, the stroke that makes Arabic words longer. */
const HIDDEN = /[\p{M}\p{Cf}ـ]/gu;
/** Signs beyond ASCII, some of which would become letters: ™. */
const SIGN = /[^\p{L}\p{N}\p{ASCII}]+/gu;
/** Quotation marks of other scripts: “…”, „…“, «…». */
const QUOTE = /[“”„‟«»＂]/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** Parts that a search may exclude. PostgreSQL's parser gives up at 33. */
const MAX_EXCLUDED = 20;
/** What is longer than any word that PostgreSQL indexes: its beginning. */
const TOO_LONG = /(\S{500})\S+/gu;

/** What somebody searches for, as PostgreSQL has read it. */
export interface ParsedSearch {
  /** Its query without stop words, and with them: texts of the type `tsquery`. */
  stems: string;
  exact: string;
  /** Whether any event has its words. */
  isFound: boolean;
  /** Its letters, where it excludes nothing. */
  squeezed: string;
}

/** `$1`: a search in web-search syntax. */
export const PARSE = `
  SELECT stems::text, exact::text, CASE WHEN strpos($1, '-') = 0 THEN squeeze($1) ELSE '' END AS squeezed,
         CASE WHEN numnode(stems) > 0 THEN EXISTS (SELECT FROM events WHERE search @@ stems)
              ELSE EXISTS (SELECT FROM events WHERE exact @@ parsed.exact) END AS "isFound"
  FROM (SELECT websearch_to_tsquery('pg_catalog.english', plain_letters($1)) AS stems,
               websearch_to_tsquery('pg_catalog.simple', plain_letters($1)) AS exact) parsed`;

/**
 * What somebody typed, in PostgreSQL's web-search syntax: its words are parted at punctuation as those of events are, and a
 * dash or a quotation mark stands only where the syntax has a meaning for it.
 */
export function webSearch(typed: string): string {
  const plain = typed
    .replace(HIDDEN, '')
    .replace(QUOTE, '"')
    .replace(SIGN, ' ')
    .normalize('NFKD')
    .replace(HIDDEN, '');
  let excluded = 0;
  const parts = [...plain.matchAll(PART)].map(([, dash = '', phrase, part = '']) => {
    const words = (phrase ?? part).replace(NO_WORD, ' ').replace(TOO_LONG, '$1').trim();
    if (words === '' || (dash && ++excluded > MAX_EXCLUDED)) return '';
    const isWhole = phrase !== undefined || (dash && words.includes(' '));
    return dash + (isWhole ? `"${words}"` : words);
  });
  return parts.filter(Boolean).join(' ');
}
