import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { formatInstant } from '../../common/instant.js';
import { Remembered } from '../../common/remembered.js';
import { Database } from '../../database/database.js';
import { IS_UNENDED } from '../event-status.js';
import { type Suggestable, SuggestionIndex } from './suggestion-index.js';
import type { SuggestionsDto, SuggestionsQuery } from './suggestions.dto.js';

/** Milliseconds that suggestions may be old, and how many times as long as it took to read them. */
const MAX_AGE = 10 * 60_000;
const TIMES_AS_LONG = 100;
/** Events to come that are read: the soonest, and those among the latest that were added. */
const MAX_EVENTS = 20_000;
const MAX_NEW = 1_000;
const BATCH = 2_000;

const COLUMNS = `t.id, t.title, t.tags, t.location ->> 'name' AS place, t.category, t.start_at AS "startAt"`;

/**
 * What somebody who types may mean, of what is to come. An instance has it in memory, so that it answers while they type; it
 * reads it again for a hundredth of its time at most.
 */
@Injectable()
export class SuggestionsService {
  private readonly index = new Remembered<SuggestionIndex>(MAX_AGE, TIMES_AS_LONG);

  constructor(private readonly database: Database) {}

  async list({ q, limit }: SuggestionsQuery): Promise<SuggestionsDto> {
    const index = await this.index.get(() => SuggestionIndex.of(this.upcoming()));
    return { data: index.find(q, limit!) };
  }

  /** The events to come, in the order of their start, and at last those that start later and were just added. */
  private async *upcoming(): AsyncGenerator<Suggestable[]> {
    const read = (text: string, values: unknown[]) =>
      this.database.readOn<Suggestable & { startAt: string }>('slave', { text, values });
    let last = { startAt: formatInstant(Date.now()), id: NIL as string };
    for (let held = 0; held < MAX_EVENTS; held += BATCH) {
      const batch = await read(
        `SELECT ${COLUMNS} FROM events t WHERE t.${IS_UNENDED} AND (t.start_at, t.id) > ($1, $2)
         ORDER BY t.start_at, t.id LIMIT ${BATCH}`,
        [last.startAt, last.id],
      );
      yield batch;
      if (batch.length < BATCH) return;
      last = batch.at(-1)!;
    }
    yield await read(
      `SELECT ${COLUMNS} FROM (SELECT * FROM events ORDER BY created_at DESC, id DESC LIMIT ${MAX_NEW}) t
       WHERE t.${IS_UNENDED} AND (t.start_at, t.id) > ($1, $2) ORDER BY t.start_at, t.id`,
      [last.startAt, last.id],
    );
  }
}
