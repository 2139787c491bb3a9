/** A dash before none of these excludes nothing: letters, digits and visible ASCII characters but `-` and `<`. */
const IDLE_DASH = /-(?![\p{L}\p{M}\p{N}"-,./:;=-~])/gu;

/**
 * What somebody typed, so that PostgreSQL's web-search syntax always parses it: words, "phrases", or, -without. Its
 * parser gives up where many dashes follow each other, and skips the operators of its other syntax.
 */
export function webSearch(typed: string): string {
  // An apostrophe parts words but, other than a blank, begins no new one that a next dash would exclude.
  return typed.replace(/[!&|()]/g, ' ').replace(IDLE_DASH, "'");
}

/** SQL of the query that a parameter holds in web-search syntax, read as what is indexed is. */
export function queryOf(parameter: string): string {
  return `websearch_to_tsquery('pg_catalog.english', searchable_text(${parameter}))`;
}

/**
 * SQL of how well an event matches a query: by each of its words. To rank by all at once, ts_rank compares every two
 * places of theirs, which takes a text of single letters a quarter of a second.
 */
export function rankOf(vector: string, query: string): string {
  return `ts_rank(${vector}, regexp_replace(${query}::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery)`;
}
