import { Injectable, Logger } from '@nestjs/common';
import { isCancelled, sqlState } from '../../common/sqlstate.js';
import { Searches } from './searches.js';

/** Words of a search that may be misspelled, and other spellings of each. */
const MAX_WORDS = 4;
const MAX_ALIKE = 3;
/** Letters left out, put in, mistaken or swapped, in a word and in a long one. */
const [TYPOS, TYPOS_OF_LONG] = [1, 2];
/** Letters of the shortest words that may be misspelled, of long ones, and of the longest. */
const [SHORT, LONG, LONGEST] = [3, 7, 40];
/** A word, and the dash that excludes it. */
const WORD = /(?<![\p{L}\p{M}\p{N}])-?[\p{L}\p{M}\p{N}]+/gu;
const UNDEFINED_FUNCTION = '42883';

/** SQL of the letters of a text: swapped ones are the same. */
const lettersOf = (text: string) => `ARRAY(SELECT unnest(string_to_array(${text}, NULL)) ORDER BY 1)`;
/**
 * `$1`: words; `$2`: whether each may be only the beginning of what is meant. For those that no upcoming event has, the words
 * that are spelled nearly so, the likeliest first. In a short word, another letter makes another word too easily.
 */
const NEAR = `
  SELECT typed, (array_agg(other ORDER BY typos, distance, differs, creators DESC, other))[:${MAX_ALIKE}] AS others
  FROM (
    SELECT *, CASE WHEN ${lettersOf('meant')} = ${lettersOf('word')} THEN 1
      WHEN char_length(word) <= ${SHORT} AND char_length(other) = char_length(word) THEN ${TYPOS_OF_LONG + 1}
      ELSE distance END AS typos
    FROM (
      SELECT typed, word, near.*, left(other, 1) <> left(word, 1) AS differs
      FROM (
        SELECT typed, word
        FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
        WHERE char_length(word) BETWEEN ${SHORT} AND ${LONGEST} AND NOT EXISTS (
          SELECT FROM suggestions known WHERE known.kind = 'WORD'
            AND CASE WHEN $2 THEN starts_with(known.folded, word) ELSE known.folded = word END)
        ORDER BY nth LIMIT ${MAX_WORDS}) unknown
      CROSS JOIN LATERAL (
        SELECT text AS other, meant, creators, levenshtein_less_equal(meant, word, ${TYPOS_OF_LONG}) AS distance
        FROM suggestions, LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part
        WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= ${TYPOS_OF_LONG}) near
      WHERE distance <= ${TYPOS_OF_LONG} ORDER BY distance, differs, creators DESC, other LIMIT 1000) nearest) alike
  WHERE typos <= CASE WHEN char_length(word) < ${LONG} THEN ${TYPOS} ELSE ${TYPOS_OF_LONG} END GROUP BY typed`;

type Respell = (word: string) => string;

/** Finds what may be meant by misspelled words, among the words of upcoming events. */
@Injectable()
export class SpellingService {
  private readonly logger = new Logger(SpellingService.name);
  private isAvailable = true;

  constructor(private readonly searches: Searches) {}

  /** Other spellings of a search, the likeliest first: its unknown words are replaced by those that are spelled alike. */
  async alternatives(q: string, userId: string): Promise<string[]> {
    const typed = [...new Set(q.match(WORD) ?? [])].filter((word) => !word.startsWith('-'));
    const respellings = await this.respellings(typed, userId);
    return respellings.map((respell) => q.replace(WORD, respell));
  }

  /**
   * At most three ways to spell some words, the likeliest first. A word that occurs, and one that is like no other, stays.
   * @param asPrefix whether each may be only the beginning of what is meant
   */
  async respellings(words: string[], userId: string, asPrefix = false): Promise<Respell[]> {
    const alike = await this.alike(words, userId, asPrefix);
    const most = Math.max(0, ...[...alike.values()].map(({ length }) => length));
    return Array.from({ length: most }, (_, nth) => (word) => {
      const others = alike.get(word) ?? [word];
      return others[nth] ?? others.at(-1)!;
    });
  }

  private async alike(words: string[], userId: string, asPrefix: boolean): Promise<Map<string, string[]>> {
    if (!this.isAvailable) return new Map();
    try {
      const near = { text: NEAR, values: [words, asPrefix] };
      const rows = await this.searches.read<{ typed: string; others: string[] }>(near, { userId });
      return new Map(rows.map(({ typed, others }) => [typed, others]));
    } catch (error) {
      this.isAvailable = sqlState(error) !== UNDEFINED_FUNCTION;
      if (!this.isAvailable)
        this.logger.warn('The database has no extension fuzzystrmatch: typos in searches are not corrected.');
      else if (!isCancelled(error)) throw error;
      return new Map(); // too many words are compared: nobody's search fails by that
    }
  }
}
