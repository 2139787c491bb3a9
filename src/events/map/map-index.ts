import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Statements } from '../../database/statements.js';
import { filterOf } from '../list/event-filter.js';
import type { Area } from './area.js';

/** Events of an area that the index of the map is to find at most. Of more, a scan by the start soon meets enough. */
const MAX_FOUND = 5_000;

/** Tells small areas from large ones, since PostgreSQL knows nothing of how many points a box has. */
@Injectable()
export class MapIndex {
  constructor(private readonly statements: Statements) {}

  /** Whether the index of the map is the quickest way to the events of an area. */
  async isSmall(area: Area, mode: ReplicationMode): Promise<boolean> {
    const filter = filterOf({}, { area, isSmallArea: true });
    const text = `SELECT count(*)::int AS found FROM (SELECT FROM events e ${filter.where()} LIMIT ${MAX_FOUND + 1}) few`;
    const [row] = await this.statements.query<{ found: number }>({ text, values: filter.values }, { mode });
    return row!.found <= MAX_FOUND;
  }
}
