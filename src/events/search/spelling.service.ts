import { Injectable, Logger } from '@nestjs/common';
import { isCancelled, sqlState } from '../../common/sqlstate.js';
import { Searches } from './searches.js';

/** Maximum number of misspelled words in a search, and of corrections of each. */
const MAX_WORDS = 4;
const MAX_CORRECTIONS = 3;
/** Maximum typos in a word and in a long word: missing, extra, wrong or swapped letters. */
const [TYPOS, TYPOS_OF_LONG] = [1, 2];
/** Letters of the shortest corrected word, of a long word, and of the longest corrected word. */
const [SHORT, LONG, LONGEST] = [3, 7, 40];
/** A word, with the dash that excludes it, if any. */
const WORD = /(?<![\p{L}\p{M}\p{N}])-?[\p{L}\p{M}\p{N}]+/gu;
const UNDEFINED_FUNCTION = '42883';

/** SQL of the sorted letters of a text: they do not change if letters are swapped. */
const lettersOf = (text: string) => `ARRAY(SELECT unnest(string_to_array(${text}, NULL)) ORDER BY 1)`;
/** SQL of the edit distance from a text to the word, which ends above the maximum number of typos. */
const distanceTo = (text: string) => `levenshtein_less_equal(${text}, word, ${TYPOS_OF_LONG})`;
/**
 * Finds corrections of words that no upcoming event has, best first. `$1`: the words; `$2`: whether each may
 * be a prefix, which is then one letter shorter or longer if that is closer. In a short word, a wrong letter
 * is no typo, because that easily makes another word.
 */
const CORRECT = `
  SELECT typed, (array_agg(other ORDER BY typos, distance, differs, creators DESC, other))[:${MAX_CORRECTIONS}] AS others
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
        SELECT text AS other, meant, creators, CASE WHEN $2 AND same_length = ${TYPOS_OF_LONG}
          THEN least(same_length, ${distanceTo('left(text, char_length(word) - 1)')}, ${distanceTo('left(text, char_length(word) + 1)')})
          ELSE same_length END AS distance
        FROM suggestions,
          LATERAL (SELECT CASE WHEN $2 THEN left(text, char_length(word)) ELSE text END AS meant) part,
          LATERAL (SELECT ${distanceTo('meant')} AS same_length) compared
        WHERE kind = 'WORD' AND abs(char_length(meant) - char_length(word)) <= ${TYPOS_OF_LONG}) near
      WHERE distance <= ${TYPOS_OF_LONG} ORDER BY distance, differs, creators DESC, other LIMIT 1000) nearest) alike
  WHERE typos <= CASE WHEN char_length(word) < ${LONG} THEN ${TYPOS} ELSE ${TYPOS_OF_LONG} END GROUP BY typed`;

type Correction = { typed: string; others: string[] };
type Respell = (word: string) => string;

/** Corrects misspelled words, with the words of upcoming events as the dictionary. */
@Injectable()
export class SpellingService {
  private readonly logger = new Logger(SpellingService.name);
  private isAvailable = true;

  constructor(private readonly searches: Searches) {}

  /** Alternative spellings of a search, best first. Its unknown words are replaced by their corrections. */
  async alternatives(q: string, userId: string): Promise<string[]> {
    const words = [...new Set(q.match(WORD) ?? [])].filter((word) => !word.startsWith('-'));
    const respellings = await this.respellings(words, userId);
    return respellings.map((respell) => q.replace(WORD, respell));
  }

  /** At most three functions that respell words or prefixes, best first. Words without a correction stay. */
  async respellings(words: string[], userId: string, asPrefix = false): Promise<Respell[]> {
    const corrections = await this.correct(words, userId, asPrefix);
    const most = Math.max(0, ...corrections.map(({ others }) => others.length));
    return Array.from({ length: most }, (_, nth) => (word) => {
      const { others } = corrections.find(({ typed }) => typed === word) ?? { others: [word] };
      return others[nth] ?? others.at(-1)!;
    });
  }

  private async correct(words: string[], userId: string, asPrefix: boolean): Promise<Correction[]> {
    if (!this.isAvailable) return [];
    try {
      return await this.searches.read({ text: CORRECT, values: [words, asPrefix] }, { userId });
    } catch (error) {
      this.isAvailable = sqlState(error) !== UNDEFINED_FUNCTION;
      if (!this.isAvailable)
        this.logger.warn('The database has no extension fuzzystrmatch: typos in searches are not corrected.');
      else if (!isCancelled(error)) throw error;
      return []; // a timeout of the comparison does not fail the search
    }
  }
}
