import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { running } from '../list/event-window.js';
import { Searches } from './searches.js';

/** A part of what somebody typed: a phrase, or what stands between blanks, perhaps excluded by a dash. */
const PART = /(-?)(?:"([^"]*)"?|([^\s"]+))/gu;
/** What is no letter by itself: marks, soft hyphens, the stroke that makes Arabic words longer. */
const HIDDEN = /[\p{M}\p{Cf}ـ]/gu;
/** Signs beyond ASCII, some of which would become letters: ™. */
const SIGN = /[^\p{L}\p{N}\p{ASCII}]+/gu;
/** A tag of HTML, as descriptions of feeds have them. */
const TAG = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi;
/** Quotation marks of other scripts: “…”, „…“, «…». */
const QUOTE = /[“”„‟«»＂]/g;
const NO_WORD = /[^\p{L}\p{N}]+/gu;
/** Parts that a search may exclude. PostgreSQL's parser gives up at 33. */
const MAX_EXCLUDED = 20;
/** What is longer than any word that PostgreSQL indexes: its beginning. */
const TOO_LONG = /(\S{500})\S+/gu;

/** Searches that are cached, and for how many milliseconds. */
const CACHED = { max: 1_000, ttl: 60_000 };

/** SQL of the query that any word of another one meets. Where all must match, `ts_rank` compares every two positions. */
const anyOf = (query: string) => `regexp_replace(${query}::text, ' (&|<[-0-9]+>) ', ' | ', 'g')`;

/** `$1`: a search in web-search syntax. `isFound`: whether any event has its words; `squeezed`: its letters, if it excludes nothing. */
const PARSE = `
  SELECT stems::text, exact::text, ${anyOf('stems')} AS "anyStem", ${anyOf('exact')} AS "anyExact",
         CASE WHEN strpos($1, '-') = 0 THEN squeeze($1) ELSE '' END AS squeezed,
         CASE WHEN numnode(stems) > 0 THEN EXISTS (SELECT FROM events WHERE search @@ stems)
              ELSE EXISTS (SELECT FROM events WHERE exact @@ parsed.exact) END AS "isFound"
  FROM (SELECT websearch_to_tsquery('pg_catalog.english', plain_letters($1)) AS stems,
               websearch_to_tsquery('pg_catalog.simple', plain_letters($1)) AS exact) parsed`;

/** Events among which those are found that contain the letters of a search whose words find nothing (contract 12). */
const MAX_CONTAINING = 20_000;
/** SQL of them, with the SQL of those letters: what is next to start from today on, and what is running. */
function containing(letters: string): string {
  const ahead = `e.start_at >= date_trunc('day', now(), 'UTC') ORDER BY e.start_at, e.id`;
  const each = [ahead, ...running('now()')].map(
    (condition) => `(SELECT e.id, e.squeezed FROM events e WHERE ${condition} LIMIT ${MAX_CONTAINING})`,
  );
  return `SELECT id FROM (${each.join(' UNION ALL ')}) near WHERE strpos(squeezed, ${letters}) > 0`;
}

interface Parsed extends Record<'stems' | 'exact' | 'anyStem' | 'anyExact' | 'squeezed', string> {
  isFound: boolean;
}

/** Adds a value to a statement, and returns the SQL of its parameter. */
interface Parameters {
  value(value: string, type: string): string;
}

/** What somebody searches for, as PostgreSQL has read it. */
export class ParsedSearch {
  constructor(private readonly parsed: Parsed) {}

  /**
   * SQL: whether `events e` match. Words that say nothing, such as "the who", are looked for as they stand. Where no event has the
   * words, those match that contain the letters: "wifi" finds Wi-Fi.
   */
  condition(parameters: Parameters): string {
    const { stems, exact, squeezed, isFound } = this.parsed;
    if (!isFound)
      return squeezed === '' ? 'false' : `e.id IN (${containing(parameters.value(squeezed, 'text'))})`;
    return stems === ''
      ? `e.exact @@ ${parameters.value(exact, 'tsquery')}`
      : `e.search @@ ${parameters.value(stems, 'tsquery')}`;
  }

  /** SQL: how well an event matches. Words of title, tags and place as they stand there rank before their stems. */
  rank(parameters: Parameters): string {
    const { anyStem, anyExact } = this.parsed;
    return `ts_rank(e.search, ${parameters.value(anyStem, 'tsquery')}) + ts_rank(e.exact, ${parameters.value(anyExact, 'tsquery')})`;
  }
}

/** Reads searches: words, "phrases", or, -without. */
@Injectable()
export class SearchParser {
  /** Searches that have found something: their further pages need not be read anew. */
  private readonly found = new LRUCache<string, ParsedSearch>(CACHED);

  constructor(private readonly searches: Searches) {}

  /** Whatever was typed can be parsed. Where it has no words, it finds nothing. */
  async parse(typed: string): Promise<ParsedSearch> {
    const search = webSearch(typed);
    const known = this.found.get(search);
    if (known) return known;
    const [parsed] = await this.searches.read<Parsed>({ text: PARSE, values: [search] });
    const result = new ParsedSearch(parsed!);
    if (parsed!.isFound) this.found.set(search, result);
    return result;
  }
}

/**
 * What somebody typed, in PostgreSQL's web-search syntax: its words are parted at punctuation as those of events are, and a
 * dash or a quotation mark stands only where the syntax has a meaning for it.
 */
export function webSearch(typed: string): string {
  const plain = typed
    .replace(TAG, ' ')
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
