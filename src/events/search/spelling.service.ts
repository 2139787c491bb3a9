import { Injectable, Logger } from '@nestjs/common';
import { isGivenUp, sqlState } from '../../common/sqlstate.js';
import { Statements } from '../../database/statements.js';
import { SEARCH_TIMEOUT } from './search-turns.js';
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
  SELECT typed, word, near.text AS other
  FROM (
    SELECT typed, word
    FROM unnest($1::text[]) WITH ORDINALITY AS sent (typed, nth), btrim(fold(typed)) AS word
    WHERE char_length(word) BETWEEN ${SHORT} AND ${LONGEST} AND NOT EXISTS (
      SELECT FROM suggestions known WHERE known.kind = 'WORD'
        AND CASE WHEN $2 THEN starts_with(known.folded, word) ELSE known.folded = word END)
    ORDER BY nth LIMIT ${MAX_WORDS}) unknown
  CROSS JOIN LATERAL (
    SELECT text, creators, levenshtein_less_equal(
      CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END, word, ${SLIPS_OF_LONG}) AS distance
    FROM suggestions WHERE kind = 'WORD'
      AND char_length(text) >= char_length(word) - ${SLIPS_OF_LONG}
      AND ($2 OR char_length(text) <= char_length(word) + ${SLIPS_OF_LONG})) near
  WHERE distance <= ${SLIPS_OF_LONG}
  ORDER BY distance, left(near.text, 1) <> left(word, 1), near.creators DESC, near.text LIMIT 1000`;

/** A word as it was typed and as it is compared, and one that is spelled nearly so. */
interface Near {
  typed: string;
  word: string;
  other: string;
}

/** Finds what may be meant by misspelled words, among the words of upcoming events. */
@Injectable()
export class SpellingService {
  private readonly logger = new Logger(SpellingService.name);
  private isAvailable = true;

  constructor(
    private readonly statements: Statements,
    private readonly suggestions: SuggestionsTable,
  ) {}

  /** Other spellings of a search, the likeliest first: its unknown words are replaced by those that are spelled alike. */
  async alternatives(q: string): Promise<string[]> {
    const typed = [...new Set(q.match(WORD) ?? [])].filter((word) => !word.startsWith('-'));
    const alike = await this.alike(typed);
    const most = Math.max(0, ...[...alike.values()].map(({ length }) => length));
    return Array.from({ length: most }, (_, nth) =>
      q.replace(WORD, (word) => {
        const others = alike.get(word);
        return others ? others[Math.min(nth, others.length - 1)]! : word;
      }),
    );
  }

  /**
   * The words that are spelled like these, of each at most three; a word that occurs, and one that is like no other, is left out.
   * @param asPrefix whether each may be only the beginning of what is meant
   */
  async alike(words: string[], { asPrefix = false } = {}): Promise<Map<string, string[]>> {
    await this.suggestions.refresh();
    const slips = (await this.near(words, asPrefix))
      .map(({ typed, word, other }) => ({ typed, word, other, distance: distanceOf(word, other, asPrefix) }))
      .filter(({ word, other, distance }) => isSlip(word, other, distance))
      .sort((a, b) => a.distance - b.distance);
    const alike = new Map<string, string[]>();
    for (const { typed, other } of slips) {
      const others = alike.get(typed) ?? [];
      if (others.length < MAX_ALIKE) alike.set(typed, [...others, other]);
    }
    return alike;
  }

  private async near(words: string[], asPrefix: boolean): Promise<Near[]> {
    if (!this.isAvailable || words.length === 0) return [];
    try {
      const values = [words, asPrefix];
      return await this.statements.query<Near>({ text: NEAR, values }, { timeout: SEARCH_TIMEOUT });
    } catch (error) {
      if (isGivenUp(error)) return []; // too many words are compared: nobody's search fails by that
      if (sqlState(error) !== UNDEFINED_FUNCTION) throw error;
      this.logger.warn('The database has no extension fuzzystrmatch: typos in searches are not corrected.');
      this.isAvailable = false;
      return [];
    }
  }
}

function isSlip(word: string, other: string, distance: number): boolean {
  const { length } = [...word];
  if (distance > (length < LONG ? SLIPS : SLIPS_OF_LONG)) return false;
  // In a short word, another letter makes another word too easily.
  const isMistaken = length === [...other].length && [...word].sort().join() !== [...other].sort().join();
  return length > SHORT || !isMistaken;
}

/** The optimal string alignment distance of two words, or to the beginning of the second that is as long as the first. */
function distanceOf(word: string, other: string, asPrefix: boolean): number {
  const [one, two] = [[...word], [...other].slice(0, asPrefix ? word.length : undefined)];
  let [before, last]: number[][] = [[], Array.from({ length: two.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= two.length; column += 1) {
      const change = one[row - 1] === two[column - 1] ? 0 : 1;
      const isSwap = one[row - 1] === two[column - 2] && one[row - 2] === two[column - 1];
      const swap = isSwap ? before![column - 2]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(last![column]! + 1, next[column - 1]! + 1, last![column - 1]! + change, swap));
    }
    [before, last] = [last, next];
  }
  return last!.at(-1)!;
}
