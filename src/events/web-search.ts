/** A phrase, or else a link, which the web-search syntax parts at its colon and each `&` unless it is quoted. */
const PHRASE_OR_LINK = /"[^"]*"|\bhttps?:\/\/[^\s"]+/gi;
/** A dash that excludes no word: what follows is neither a letter, a digit nor a sign that a word may begin with. */
const IDLE_DASH = /-(?!["-%'*-,.-;=-{}~\p{L}\p{M}\p{N}])/gu;

/**
 * What somebody typed, such that PostgreSQL's web-search syntax always parses it: words, "phrases", or, -without. Its
 * stack holds 32 dashes that wait for their word.
 */
export function webSearch(typed: string): string {
  // The database folds accents so too: no sign of the syntax may come up there, nor lose the word behind it.
  const folded = typed
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC');
  const quoted = folded.replace(PHRASE_OR_LINK, (part) => (part.startsWith('"') ? part : `" ${part}"`));
  // An apostrophe parts words as a blank does, but begins none that a next dash would exclude.
  return quoted.replace(IDLE_DASH, "'");
}

/** SQL of the query that a parameter holds in web-search syntax, its words cleaned as those in the index are. */
export function queryOf(parameter: string): string {
  return `websearch_to_tsquery('pg_catalog.english', searchable_text(${parameter}))`;
}

/**
 * SQL of how well a vector matches a query, by any of its words. By all of them ts_rank would compare every two places
 * where words stand, which takes a quarter of a second for a text of single letters.
 */
export function rankOf(vector: string, query: string): string {
  return `ts_rank(${vector}, regexp_replace(${query}::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery)`;
}
