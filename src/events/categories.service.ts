import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Statements } from '../database/statements.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';
import { type CategoriesDto, MAX_OPEN } from './categories.dto.js';
import { IS_UNENDED } from './event-status.js';

/** Milliseconds that the counts may be old (rules.md, "Events and gigs"). */
const MAX_AGE = 60_000;

/** The closed list of categories and how many open events each has, counted up to a limit, at most once a minute. */
@Injectable()
export class CategoriesService {
  private readonly counted = new LRUCache<'counts', CategoriesDto>({
    max: 1,
    ttl: MAX_AGE,
    fetchMethod: () => this.count(),
  });

  constructor(private readonly statements: Statements) {}

  list(): Promise<CategoriesDto> {
    return this.counted.forceFetch('counts');
  }

  private async count(): Promise<CategoriesDto> {
    const text = `SELECT category, least(count(*), ${MAX_OPEN})::int AS "openEvents" FROM events
                  WHERE ${IS_UNENDED} AND status = 'OPEN' AND category IS NOT NULL GROUP BY category`;
    const rows = await this.statements.query<{ category: Category; openEvents: number }>(
      { text, values: [] },
      { mode: 'slave' },
    );
    const counts = new Map(rows.map(({ category, openEvents }) => [category, openEvents]));
    return { data: CATEGORIES.map((category) => ({ category, openEvents: counts.get(category) ?? 0 })) };
  }
}
