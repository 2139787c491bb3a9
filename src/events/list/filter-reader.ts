import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { Statements } from '../../database/statements.js';
import { type Area, areaOf } from '../map/area.js';
import { SearchParser } from '../search/search-query.js';
import { SEARCH_TIMEOUT } from '../search/search-turns.js';
import { type Filters, filterOf } from './event-filter.js';
import { windowOf } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** Events of an area that the index of the map is to find at most. Of more, a scan by the start soon meets enough. */
const MAX_FOUND = 5_000;

/** Reads what a query says of time, of the map and of words. */
@Injectable()
export class FilterReader {
  constructor(
    private readonly config: Config,
    private readonly statements: Statements,
    private readonly parser: SearchParser,
  ) {}

  /** @throws Problem VALIDATION_FAILED for parameters that do not go together */
  async read(query: ListEventsQuery, mode: ReplicationMode): Promise<Filters> {
    const window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    const area = areaOf(query);
    return {
      window,
      area,
      isSmallArea: area && (await this.isSmall(area, mode)),
      search: query.q ? await this.parser.parse(query.q) : undefined,
    };
  }

  /** Whether the index of the map is the quickest way to an area: PostgreSQL knows nothing of how many points a box has. */
  private async isSmall(area: Area, mode: ReplicationMode): Promise<boolean> {
    const filter = filterOf({}, { area, isSmallArea: true });
    const text = `SELECT count(*)::int AS found FROM (SELECT FROM events e ${filter.where()} LIMIT ${MAX_FOUND + 1}) few`;
    const limits = { mode, timeout: SEARCH_TIMEOUT };
    const [row] = await this.statements.query<{ found: number }>({ text, values: filter.values }, limits);
    return row!.found <= MAX_FOUND;
  }
}
