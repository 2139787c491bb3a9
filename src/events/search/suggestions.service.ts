import { Injectable } from '@nestjs/common';
import { Statements } from '../../database/statements.js';
import { SEARCH_TIMEOUT } from './search-turns.js';
import { SpellingService } from './spelling.service.js';
import type { SuggestionDto, SuggestionsDto, SuggestionsQuery } from './suggestions.dto.js';
import { SuggestionsTable } from './suggestions.table.js';

/** Words of what was typed that count. */
const MAX_WORDS = 6;

/**
 * `$1`: a query of beginnings of words, or null for all; `$2`: what the best begin with; `$3`: how many. What many people
 * offer comes first: nobody fills the list alone.
 */
const FIND = {
  name: 'find_suggestions',
  text: `
    SELECT kind, text, event_id AS "eventId", count FROM suggestions
    WHERE kind <> 'WORD'
      AND ($1::text IS NULL OR to_tsvector('pg_catalog.simple', folded) @@ to_tsquery('pg_catalog.simple', plain_letters($1)))
    ORDER BY starts_with(folded, btrim(fold($2))) DESC, creators DESC,
      array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind), starts, folded
    LIMIT $3`,
};

/** What somebody who types may mean, of upcoming and running events. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly statements: Statements,
    private readonly table: SuggestionsTable,
    private readonly spelling: SpellingService,
  ) {}

  /** Texts with words that begin so; then those whose words are spelled alike. */
  async list({ q = '', limit }: SuggestionsQuery): Promise<SuggestionsDto> {
    await this.table.refresh();
    const words = wordsOf(q);
    if (words.length === 0) return { data: q === '' ? await this.beginningWith([], limit!) : [] };
    const data = await this.beginningWith(words, limit!);
    if (data.length < limit!) {
      const alike = await this.spelling.alike(words, { asPrefix: true });
      for (let nth = 0; alike.size > 0 && nth < 3 && data.length < limit!; nth += 1) {
        const others = words.map((word) => alike.get(word)?.[nth] ?? alike.get(word)?.at(-1) ?? word);
        const isNew = ({ kind, text }: SuggestionDto) =>
          !data.some((each) => each.kind === kind && each.text === text);
        data.push(...(await this.beginningWith(others, limit!)).filter(isNew));
      }
    }
    return { data: data.slice(0, limit) };
  }

  private beginningWith(words: string[], limit: number): Promise<SuggestionDto[]> {
    const query = words.length > 0 ? words.map((word) => `${word}:*`).join(' & ') : null;
    const values = [query, words.join(' '), limit];
    return this.statements.query({ ...FIND, values }, { timeout: SEARCH_TIMEOUT });
  }
}

function wordsOf(typed: string): string[] {
  const plain = typed.normalize('NFKD').replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}
