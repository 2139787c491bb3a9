import { Injectable, Logger } from '@nestjs/common';
import { isGivenUp, sqlState } from '../../common/sqlstate.js';
import { Searches } from './searches.js';
import { SuggestionsTable } from './suggestions.table.js';

/** Words of a search that may be misspelled. */
const MAX_WORDS = 4;
/** Other spellings of one word. */
const MAX_ALIKE = 3;
/** Letters left out, put in, mistaken or swapped, in a short word and in a long one. */
const [SLIPS, SLIPS_OF_LONG] = [1, 2];
const [SHORT, LONG] = [3, 7];
/** The longest word that may be misspelled. */
const LONGEST = 40;
/** A word, and the dash that excludes it. */
const WORD = /(?<![\p{L}\p{M}\p{N}])-?[\p{L}\p{M}\p{N}]+/gu;
const UNDEFINED_FUNCTION = '42883';

/**
 * `$1`: words; `$2`: whether each may be only the beginning of what is meant. For those that no upcoming event has, the words
 * that are spelled nearly so, the nearest first.
 */
const NEAR = `
  SELECT typed, word, near.text AS other, meant, distance
  FROM (
    SELECT typed, word
    FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
    WHERE char_length(word) BETWEEN ${SHORT} AND ${LONGEST} AND NOT EXISTS (
      SELECT FROM suggestions known WHERE known.kind = 'WORD'
        AND CASE WHEN $2 THEN starts_with(known.folded, word) ELSE known.folded = word END)
    ORDER BY nth LIMIT ${MAX_WORDS}) unknown
  CROSS JOIN LATERAL (
    SELECT text, creators, meant, levenshtein_less_equal(meant, word, ${SLIPS_OF_LONG}) AS distance
    FROM suggestions, LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part
    WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= ${SLIPS_OF_LONG}) near
  WHERE distance <= ${SLIPS_OF_LONG}
  ORDER BY distance, left(near.text, 1) <> left(word, 1), near.creators DESC, near.text LIMIT 1000`;

/** A word as it was typed and as it is compared, and one that is spelled nearly so, or begins nearly so. */
interface Near {
  typed: string;
  word: string;
  other: string;
  /** What of the other one is compared. */
  meant: string;
  /** Letters to leave out, put in or change. */
  distance: number;
}

/** Finds what may be meant by misspelled words, among the words of upcoming events. */
@Injectable()
export class SpellingService {
  private readonly logger = new Logger(SpellingService.name);
  private isAvailable = true;

  constructor(
    private readonly searches: Searches,
    private readonly suggestions: SuggestionsTable,
  ) {}

  /** Other spellings of a search, the likeliest first: its unknown words are replaced by those that are spelled alike. */
  async alternatives(q: string): Promise<string[]> {
    const typed = [...new Set(q.match(WORD) ?? [])].filter((word) => !word.startsWith('-'));
    const respellings = await this.respellings(typed);
    return respellings.map((respell) => q.replace(WORD, respell));
  }

  /**
   * At most three ways to spell some words, the likeliest first. A word that occurs, and one that is like no other, stays.
   * @param asPrefix whether each may be only the beginning of what is meant
   */
  async respellings(words: string[], asPrefix = false): Promise<((word: string) => string)[]> {
    await this.suggestions.refresh();
    const near = (await this.near(words, asPrefix)).map((each) => ({ ...each, slips: slipsOf(each) }));
    const alike = new Map<string, string[]>();
    for (const { typed, word, other, slips } of near.sort((a, b) => a.slips - b.slips)) {
      const others = alike.get(typed) ?? [];
      const isLikely = slips <= ([...word].length < LONG ? SLIPS : SLIPS_OF_LONG);
      if (isLikely && others.length < MAX_ALIKE) alike.set(typed, [...others, other]);
    }
    const most = Math.max(0, ...[...alike.values()].map(({ length }) => length));
    return Array.from({ length: most }, (_, nth) => (word) => {
      const others = alike.get(word) ?? [word];
      return others[nth] ?? others.at(-1)!;
    });
  }

  private async near(words: string[], asPrefix: boolean): Promise<Near[]> {
    if (!this.isAvailable || words.length === 0) return [];
    try {
      return await this.searches.read<Near>({ text: NEAR, values: [words, asPrefix] });
    } catch (error) {
      if (isGivenUp(error)) return []; // too many words are compared: nobody's search fails by that
      if (sqlState(error) !== UNDEFINED_FUNCTION) throw error;
      this.logger.warn('The database has no extension fuzzystrmatch: typos in searches are not corrected.');
      this.isAvailable = false;
      return [];
    }
  }
}

/** How many slips make a word of another, or of its beginning. Letters that are swapped are one. */
function slipsOf({ word, other, meant, distance }: Near): number {
  const [typed, compared] = [word, meant].map((text) => [...text].sort().join(''));
  if (typed === compared) return 1;
  // In a short word, another letter makes another word too easily.
  const { length } = [...word];
  return length <= SHORT && length === [...other].length ? Number.POSITIVE_INFINITY : distance;
}
