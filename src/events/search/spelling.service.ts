import { Injectable, Logger } from '@nestjs/common';
import { isGivenUp, sqlState } from '../../common/sqlstate.js';
import { Searches } from './searches.js';

/** Words of a search that may be misspelled, and other spellings of each. */
const MAX_WORDS = 4;
const MAX_ALIKE = 3;
/** Letters left out, put in, mistaken or swapped, in a short word and in a long one. */
const [SLIPS, SLIPS_OF_LONG] = [1, 2];
const [SHORT, LONG] = [3, 7];
/** The longest word that may be misspelled. */
const LONGEST = 40;
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
  SELECT typed, (array_agg(other ORDER BY slips, distance, differs, creators DESC, other))[:${MAX_ALIKE}] AS others
  FROM (
    SELECT *, CASE WHEN ${lettersOf('meant')} = ${lettersOf('word')} THEN 1
      WHEN char_length(word) <= ${SHORT} AND char_length(other) = char_length(word) THEN ${SLIPS_OF_LONG + 1}
      ELSE distance END AS slips
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
        SELECT text AS other, meant, creators, levenshtein_less_equal(meant, word, ${SLIPS_OF_LONG}) AS distance
        FROM suggestions, LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part
        WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= ${SLIPS_OF_LONG}) near
      WHERE distance <= ${SLIPS_OF_LONG} ORDER BY distance, differs, creators DESC, other LIMIT 1000) nearest) alike
  WHERE slips <= CASE WHEN char_length(word) < ${LONG} THEN ${SLIPS} ELSE ${SLIPS_OF_LONG} END GROUP BY typed`;

/** A word as it was typed, and those that are spelled nearly so. */
interface Near {
  typed: string;
  others: string[];
}

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
  async respellings(
    words: string[],
    userId: string,
    asPrefix = false,
  ): Promise<((word: string) => string)[]> {
    const alike = new Map(
      (await this.near(words, userId, asPrefix)).map(({ typed, others }) => [typed, others]),
    );
    const most = Math.max(0, ...[...alike.values()].map(({ length }) => length));
    return Array.from({ length: most }, (_, nth) => (word) => {
      const others = alike.get(word) ?? [word];
      return others[nth] ?? others.at(-1)!;
    });
  }

  private async near(words: string[], userId: string, asPrefix: boolean): Promise<Near[]> {
    if (!this.isAvailable || words.length === 0) return [];
    try {
      return await this.searches.read<Near>({ text: NEAR, values: [words, asPrefix] }, { userId });
    } catch (error) {
      if (isGivenUp(error)) return []; // too many words are compared: nobody's search fails by that
      if (sqlState(error) !== UNDEFINED_FUNCTION) throw error;
      this.logger.warn('The database has no extension fuzzystrmatch: typos in searches are not corrected.');
      this.isAvailable = false;
      return [];
    }
  }
}
