/** A phrase, or a link. Unless a link is quoted, the web-search syntax parts it at its colon and at each `&`. */
const PHRASE_OR_LINK = /"[^"]*"|\bhttps?:\/\/[^\s"]+/gi;
/** A dash that excludes no word: what follows is neither a letter, a digit nor a sign that a word may begin with. */
const IDLE_DASH = /-(?!["-%'*-,.-;=-{}~\p{L}\p{M}\p{N}])/gu;

/**
 * Makes what somebody typed (words, "phrases", or, -without) such that PostgreSQL's web-search syntax always parses it.
 * Its stack holds only 32 dashes that wait for their word.
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

/** SQL of the query that any word of another one meets. */
export function anyOf(query: string): string {
  return `regexp_replace(${query}::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;
}

/**
 * SQL of how well a vector matches a query, by any of its words. Where all words must match, ts_rank compares every two
 * positions: a quarter of a second for a text of single letters.
 */
export function rankOf(vector: string, query: string): string {
  return `ts_rank(${vector}, ${anyOf(query)})`;
}
