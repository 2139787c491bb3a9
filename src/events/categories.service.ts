import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Replicas } from '../database/replicas.js';
import { CATEGORIES } from '../tagging/tagger.js';
import type { CategoriesDto } from './categories.dto.js';

/** Milliseconds that the counts may be old (decisions.md, "Events and gigs"). */
const MAX_AGE = 60_000;
/** Milliseconds that counting may take: it reads an index whole, once a minute. */
const COUNT_TIMEOUT = 20_000;

/** The closed list of categories and how many open events each has, counted at most once a minute. */
@Injectable()
export class CategoriesService {
  private counted?: { at: number; categories: Promise<CategoriesDto> };

  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {}

  list(): Promise<CategoriesDto> {
    const now = performance.now();
    if (!this.counted || now - this.counted.at > MAX_AGE) {
      const categories = this.count();
      this.counted = { at: now, categories };
      categories.catch(() => {
        this.counted = undefined;
      });
    }
    return this.counted.categories;
  }

  private async count(): Promise<CategoriesDto> {
    const rows = await this.database.readOn<{ category: string; count: number }>(
      this.replicas.any(),
      {
        text: `SELECT category, count(*)::int AS count FROM events
               WHERE status = 'OPEN' AND category IS NOT NULL GROUP BY category`,
        values: [],
      },
      COUNT_TIMEOUT,
    );
    const counts = new Map(rows.map((row) => [row.category, row.count]));
    return { data: CATEGORIES.map((category) => ({ category, openEvents: counts.get(category) ?? 0 })) };
  }
}
