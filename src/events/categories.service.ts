import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { LRUCache } from 'lru-cache';
import { ApiCount } from '../common/api.decorators.js';
import { Statements } from '../database/statements.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';
import { isUnended } from './event-conditions.js';

/** Maximum age of the counts in milliseconds (rules.md, "Events and gigs"). */
const MAX_AGE = 60_000;
const MAX_OPEN = 10_000;

export class CategoryDto {
  @ApiProperty({ enum: CATEGORIES, enumName: 'Category', example: 'MUSIC' })
  category: Category;

  @ApiCount({ description: 'Its OPEN events, counted up to 10000.', maximum: MAX_OPEN, example: 42 })
  openEvents: number;
}

export class CategoriesDto {
  @ApiProperty({ type: [CategoryDto], maxItems: CATEGORIES.length, description: 'All categories.' })
  data: CategoryDto[];
}

/** The closed list of categories with their capped counts of OPEN events. Counts at most once a minute. */
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
    const text = `SELECT category, least(count(*), ${MAX_OPEN})::int AS "openEvents" FROM events e
                  WHERE ${isUnended('e')} AND status = 'OPEN' AND category IS NOT NULL GROUP BY category`;
    // TypeORM would not read the primary if a standby fails.
    const rows = await this.statements.query<CategoryDto>({ text, values: [] }, { mode: 'slave' });
    const counts = new Map(rows.map(({ category, openEvents }) => [category, openEvents]));
    return { data: CATEGORIES.map((category) => ({ category, openEvents: counts.get(category) ?? 0 })) };
  }
}
