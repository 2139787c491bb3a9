import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { Turns } from '../../database/turns.js';
import type { ListEventsQuery } from '../list/events-query.dto.js';

/** Searches of one user at once (contract 13). */
const MOST_OF_EACH = 2;

/** Milliseconds that each statement of a search has in the database (contract 13). */
export const SEARCH_TIMEOUT = 1_000;

/** Whether a list is a search, which costs more the more events match. */
export function isSearch({ q, bbox, near }: ListEventsQuery): boolean {
  return Boolean(q) || bbox !== undefined || near !== undefined;
}

/** The turns of searches, which cost more than other reads: half of a pool's connections are for them. */
@Injectable()
export class SearchTurns extends Turns {
  constructor({ DATABASE_POOL_SIZE }: Config) {
    super({ each: MOST_OF_EACH, all: Math.ceil(DATABASE_POOL_SIZE / 2) });
  }

  /** Lets a list wait for its turn where it is a search; another runs at once. @throws Problem UNAVAILABLE where too many search */
  runSearch<Result>(userId: string, query: ListEventsQuery, work: () => Promise<Result>): Promise<Result> {
    return isSearch(query) ? this.run(userId, work) : work();
  }
}
