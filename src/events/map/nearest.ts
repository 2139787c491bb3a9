import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  type Page,
  type PageQuery,
  startOfPage,
  toPage,
} from '../../common/pagination.js';
import type { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { splitTotal, type Walk, walkText } from '../../database/page.js';
import { Repository } from '../../database/repository.js';
import type { Row, Selection } from '../../database/table.js';
import { InjectTable } from '../../database/table.provider.js';
import { EventEntity } from '../event.entity.js';
import type { Window } from '../event-window.js';
import type { ListEventsQuery } from '../events-query.dto.js';
import { distanceIn, type Listed, sidesOf } from './event-area.js';
import type { Region } from './places.js';

/** Matches that are sorted by their distance (decisions.md, "The map"). */
const MAX_SORTED = 1_000;

/** Events in the order of their distance. */
@Injectable()
export class NearestEvents {
  constructor(
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
  ) {}

  /**
   * A page of the nearest among the 1 000 matches that are next to start, from today in UTC on; where those are fewer, the
   * latest of the earlier ones fill up. Of two as far away the one that starts first comes first.
   * @throws Problem VALIDATION_FAILED for a cursor that is not of this list
   */
  async page(
    query: ListEventsQuery,
    window: Window | undefined,
    region: Region,
    { limit = DEFAULT_LIMIT, ...start }: PageQuery,
    { selection, mode }: { selection?: Selection<EventEntity>; mode?: ReplicationMode } = {},
  ): Promise<Page<Listed<Row<EventEntity>>>> {
    const print = fingerprint('nearest events', query);
    const { position: after, offset } = startOfPage(print, start);

    const rows = MAX_SORTED + 1;
    const { criteria, coming, earlier } = sidesOf(query, window, region, rows);
    const where = this.events.where(...criteria);
    const found = [
      `coming AS MATERIALIZED (${this.soonest(coming, where, 'ASC')} LIMIT ${rows})`,
      ...(earlier.length > 0
        ? [
            `earlier AS MATERIALIZED (${this.soonest(earlier, where, 'DESC')} LIMIT ${rows} - (SELECT count(*) FROM coming))`,
            `found AS (SELECT * FROM coming UNION ALL SELECT * FROM earlier)`,
          ]
        : [`found AS (SELECT * FROM coming)`]),
    ];
    const distance = distanceIn(region, where);
    const isAfter = after
      ? `WHERE (distance, start_at, id) > (${where.parameter(after.distance)}::float8, ${where.parameter(after.at)}::timestamptz,
           ${where.parameter(after.id)}::uuid)`
      : '';
    const text = `
      WITH ${found.join(', ')},
      sorted AS (
        SELECT t.id, t.start_at, ${distance} AS distance
        FROM (SELECT * FROM found LIMIT ${MAX_SORTED}) f JOIN events t ON t.id = f.id),
      page AS (
        SELECT ${this.events.columns(selection)}, nearest.distance FROM (
          SELECT * FROM sorted ${isAfter} ORDER BY distance, start_at, id LIMIT ${limit + 1} OFFSET ${offset}
        ) nearest JOIN events t ON t.id = nearest.id)
      SELECT page.*, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN page ON true ORDER BY distance, "startAt", id`;

    const read = await this.database.read(
      { text, values: where.values },
      splitTotal<Listed<Row<EventEntity>>>,
      mode,
    );
    const data = read.rows.filter(({ id }) => id !== null).slice(0, limit);
    const last = data.at(-1);
    const next =
      last && read.rows.length > limit
        ? encodeCursor(print, { at: last.startAt, id: last.id, distance: last.distance })
        : null;
    return toPage(data, read.matches, limit, offset, next);
  }

  /** SQL of the ids of those that start first, or last. */
  private soonest(walks: Walk<EventEntity>[], matching: Where, direction: 'ASC' | 'DESC'): string {
    const order = `ORDER BY t.start_at ${direction}, t.id ${direction}`;
    const each = walks.map((walk) => {
      const where = this.events.whereOf(walk, matching);
      return `(${walkText('t.id, t.start_at', 'events', where, order, MAX_SORTED + 1)})`;
    });
    return `SELECT * FROM (${each.join(' UNION ALL ')}) t ${order}`;
  }
}
