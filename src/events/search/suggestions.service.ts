import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import type { SuggestionDto, SuggestionsDto, SuggestionsQuery } from './finding.dto.js';
import { Searches } from './searches.js';
import { SpellingService } from './spelling.service.js';
import { SuggestionsTable } from './suggestions.table.js';

/** Words of what was typed that count. */
const MAX_WORDS = 6;

/** The share of an answer that one user's texts may have, and how many they may be in any case. */
const SHARE = 0.5;
const MOST_OF_EACH = 2;

/**
 * `$1`: a query of beginnings of words, or null for all; `$2`: what the best begin with; `$3`: how many; `$4`: how many of
 * one user. What many people offer comes first, then one text of each, and so on: nobody fills the list alone.
 */
const FIND = `
  WITH found AS (
    SELECT *, starts_with(folded, btrim(fold($2))) AS begins,
      array_position(ARRAY['CATEGORY', 'TAG', 'PLACE', 'EVENT'], kind) AS rank
    FROM suggestions
    WHERE kind <> 'WORD'
      AND ($1::text IS NULL OR to_tsvector('pg_catalog.simple', folded) @@ to_tsquery('pg_catalog.simple', plain_letters($1)))),
  counted AS (
    SELECT *, CASE WHEN creator IS NOT NULL
      THEN row_number() OVER (PARTITION BY creator ORDER BY begins DESC, rank, starts, folded) END AS nth FROM found)
  SELECT kind, text, event_id AS "eventId", count, creator FROM counted
  WHERE nth IS NULL OR nth <= $4
  ORDER BY begins DESC, creators DESC, nth, rank, starts, folded LIMIT $3`;

/** A suggestion, and who offers it where that is one user alone. */
type Found = SuggestionDto & { creator: string | null };

/** What somebody who types may mean, of upcoming and running events. */
@Injectable()
export class SuggestionsService {
  constructor(
    private readonly table: SuggestionsTable,
    private readonly spelling: SpellingService,
    private readonly searches: Searches,
  ) {}

  /** Texts with words that begin so; then those whose words are spelled alike. @throws Problem UNAVAILABLE where too many search */
  async list(caller: Caller, { q = '', limit }: SuggestionsQuery): Promise<SuggestionsDto> {
    await this.table.refresh();
    const words = wordsOf(q);
    if (words.length === 0 && q !== '') return { data: [] };
    const found = await this.searches.run(caller.id, () => this.find(words, limit!));
    return { data: found.map(({ creator: _, ...suggestion }) => suggestion) };
  }

  private async find(words: string[], limit: number): Promise<Found[]> {
    const most = Math.max(MOST_OF_EACH, Math.ceil(limit * SHARE));
    const beginningWith = (query: string[]) => {
      const beginnings = query.length > 0 ? query.map((word) => `${word}:*`).join(' & ') : null;
      return this.searches.read<Found>({ text: FIND, values: [beginnings, query.join(' '), limit, most] });
    };
    const found = [...(await beginningWith(words))];
    if (found.length === limit || words.length === 0) return found;
    for (const respell of await this.spelling.respellings(words, true))
      for (const each of await beginningWith(words.map(respell))) {
        const isKnown = found.some(({ kind, text }) => kind === each.kind && text === each.text);
        const ofCreator = found.filter(({ creator }) => creator !== null && creator === each.creator);
        if (found.length < limit && !isKnown && ofCreator.length < most) found.push(each);
      }
    return found;
  }
}

function wordsOf(typed: string): string[] {
  const plain = typed.normalize('NFKD').replace(/\p{M}/gu, '');
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_WORDS);
}
