import type { NamedSql } from '../../database/statements.js';
import { upcomingAndRunning } from '../event-conditions.js';

/** A part of a search: a phrase, or a run without blanks. A dash excludes it. */
const PART = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
/** Characters that are not letters by themselves: marks, soft hyphens, the Arabic tatweel. */
const HIDDEN = /[\p{M}\p{Cf}ـ]/gu;
/** Non-ASCII symbols. NFKD would turn some of them into letters, such as ™. */
const SIGN = /[^\p{L}\p{N}\p{ASCII}]+/gu;
/** Non-ASCII quotation marks: “…”, „…“, «…». */
const QUOTE = /[“”„‟«»＂]/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** Maximum number of excluded parts. PostgreSQL's parser fails at 33. */
const MAX_EXCLUDED = 20;
/** Events that are searched for letters if no event has the words (rules.md, "Finding things"). */
const MAX_CONTAINING = 20_000;
/** Words that PostgreSQL does not index, because they are too long. They are truncated. */
const TOO_LONG = /(\S{500})\S+/gu;

/** A search as PostgreSQL parses it. */
export interface ParsedSearch {
  /** The stems without stop words, and all words unstemmed, each as the text of a `tsquery`. */
  stems: string;
  exact: string;
  /** Whether any event matches the words. */
  isFound: boolean;
  /** The letters and digits alone; empty if the search excludes something. */
  squeezed: string;
}

/** Parses a search. `$1`: the search in web-search syntax. */
export const PARSE = `
  SELECT stems::text, exact::text, CASE WHEN strpos($1, '-') = 0 THEN squeeze($1) ELSE '' END AS squeezed,
         CASE WHEN numnode(stems) > 0 THEN EXISTS (SELECT FROM events WHERE search @@ stems)
              ELSE EXISTS (SELECT FROM events WHERE exact @@ parsed.exact) END AS "isFound"
  FROM (SELECT websearch_to_tsquery('pg_catalog.english', plain_letters($1)) AS stems,
               websearch_to_tsquery('pg_catalog.simple', plain_letters($1)) AS exact) parsed`;

/** Converts input to web-search syntax: without punctuation but its dashes and quotation marks. */
export function toWebSearch(input: string): string {
  const plain = input
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

/**
 * SQL condition of events that a search matches. Stop words alone, such as "the who", are searched without
 * stemming. If no event has the words, events that contain the letters match: "wifi" finds Wi-Fi.
 */
export function conditionOf({ stems, exact, squeezed, isFound }: ParsedSearch): NamedSql {
  if (isFound && stems !== '') return { sql: 'e.search @@ :stems::tsquery', values: { stems } };
  if (isFound) return { sql: 'e.exact @@ :exact::tsquery', values: { exact } };
  if (squeezed === '') return { sql: 'false' };
  const candidates = upcomingAndRunning('e.id, e.squeezed', MAX_CONTAINING);
  const containing = `SELECT id FROM (${candidates}) near WHERE strpos(squeezed, :squeezed::text) > 0`;
  return { sql: `e.id = ANY(ARRAY(${containing}))`, values: { squeezed } };
}
