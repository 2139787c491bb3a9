import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DEFAULT_LIMIT, type Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { type Matches, splitTotal, toPage } from '../database/page.js';
import { Repository } from '../database/repository.js';
import type { Statement } from '../database/table.js';
import { criteriaOf } from './event.criteria.js';
import { EventEntity } from './event.entity.js';
import type { EventDto, ListEventsQuery } from './events.dto.js';
import { queryOf, rankOf, webSearch } from './web-search.js';

/** Matches that are ranked. So far one can page (decisions.md, "Lists"). */
const MAX_RANKED = 1_000;
/** Every page needs the same first matches. Scans that join another scan, or run in parallel, begin anywhere. */
const IN_TABLE_ORDER = `SELECT set_config('synchronize_seqscans', 'off', true),
                               set_config('max_parallel_workers_per_gather', '0', true)`;

/** Full-text search by relevance. */
@Injectable()
export class EventSearch {
  constructor(
    private readonly database: Database,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
  ) {}

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
    const criteria = criteriaOf(query);
    const where = this.events.where(criteria);
    const values = [...where.values, webSearch(query.q ?? '')];
    const text = `
      WITH found AS (SELECT t.id, t.search FROM events t ${where} LIMIT ${MAX_RANKED + 1})
      SELECT ${this.events.columns()}, (SELECT count(*)::int FROM found) AS matches FROM (
        SELECT id, ${rankOf('search', queryOf(`$${values.length}`))} AS rank
        FROM (SELECT id, search FROM found LIMIT ${MAX_RANKED}) first ORDER BY rank DESC, id LIMIT ${limit} OFFSET ${offset}
      ) best JOIN events t ON t.id = best.id ORDER BY best.rank DESC, t.id`;
    const best = await this.database.transaction(async (transaction) => {
      const query = (statement: Statement) => this.database.query<EventDto & Matches>(statement, transaction);
      const [, found] = await Promise.all([
        query({ text: IN_TABLE_ORDER, values: [] }),
        query({ text, values }),
      ]);
      return found;
    });
    const { rows, matches } = splitTotal<EventDto>(best);
    const isBeyondAll = rows.length === 0 && offset > 0;
    const total = isBeyondAll ? await this.events.countBy(criteria) : matches;
    return toPage([...rows], total, limit, offset, null);
  }
}
