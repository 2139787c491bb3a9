import { Injectable } from '@nestjs/common';
import { Remembered } from '../common/remembered.js';
import { Database } from '../database/database.js';
import { CATEGORIES, type Category } from '../tagging/tagger.js';
import { type CategoriesDto, MAX_OPEN } from './categories.dto.js';

/** Milliseconds that the counts may be old (decisions.md, "Events and gigs"). */
const MAX_AGE = 60_000;

/** The closed list of categories and how many open events each has, counted up to a limit, at most once a minute. */
@Injectable()
export class CategoriesService {
  private readonly counted = new Remembered<CategoriesDto>(MAX_AGE);

  constructor(private readonly database: Database) {}

  list(): Promise<CategoriesDto> {
    return this.counted.get(() => this.count());
  }

  private async count(): Promise<CategoriesDto> {
    const counts = CATEGORIES.map(
      (category) => `(SELECT count(*)::int FROM (
         SELECT 1 FROM events WHERE status = 'OPEN' AND category = '${category}' LIMIT ${MAX_OPEN}) open
       ) AS "${category}"`,
    );
    const [counted] = await this.database.readOn<Record<Category, number>>('slave' as const, {
      text: `SELECT ${counts}`,
      values: [],
    });
    return { data: CATEGORIES.map((category) => ({ category, openEvents: counted![category] })) };
  }
}
