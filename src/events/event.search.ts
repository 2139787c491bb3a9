import { Injectable } from '@nestjs/common';
import { DEFAULT_LIMIT, MAX_TOTAL, type Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { countUpTo } from '../database/page-reader.js';
import type { Row } from '../database/table.js';
import { EventEntity } from './event.entity.js';
import { whereOf } from './event.list.js';
import type { EventDto, ListEventsQuery } from './events.dto.js';

/** How many matches are ranked, and so how deep one can page (contract.md 4). */
const MAX_RANKED = 1_000;

/** Full-text search by relevance. */
@Injectable()
export class EventSearch {
  constructor(private readonly database: Database) {}

  /**
   * A page of the best among the first 1 000 events that match.
   * @throws Problem VALIDATION_FAILED for a cursor or an offset past 1 000
   */
  async best({
    limit = DEFAULT_LIMIT,
    offset = 0,
    cursor,
    ...query
  }: ListEventsQuery): Promise<Page<EventDto>> {
    if (cursor !== undefined)
      throw Problem.invalid({
        pointer: 'cursor',
        detail: 'needs sort where q is given: matches by rank have no cursor',
      });
    if (offset > MAX_RANKED)
      throw Problem.invalid({
        pointer: 'offset',
        detail: `must be at most ${MAX_RANKED} where q is given without sort`,
      });
    const table = this.database.table(EventEntity);
    const where = whereOf(query);
    const values = [...where.values, query.q];
    const rows = this.database.query<Row<EventEntity>>({
      text: `SELECT ${table.select()} FROM (
               SELECT matches.id, ts_rank(matches.search, websearch_to_tsquery('pg_catalog.english', $${values.length})) AS rank
               FROM (SELECT t.id, t.search FROM events t ${where} LIMIT ${MAX_RANKED}) matches
               ORDER BY rank DESC, id LIMIT ${limit} OFFSET ${offset}
             ) best JOIN events t ON t.id = best.id ORDER BY best.rank DESC, t.id`,
      values,
    });
    const [data, total] = await Promise.all([rows, countUpTo(this.database, table, where)]);
    return {
      data: data as EventDto[],
      total: Math.min(total, MAX_TOTAL),
      totalIsExact: total <= MAX_TOTAL,
      limit,
      offset,
      nextCursor: null,
    };
  }
}
