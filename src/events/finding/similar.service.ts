import { Injectable } from '@nestjs/common';
import { In, MoreThanOrEqual } from 'typeorm';
import type { Caller } from '../../common/access.js';
import type { Rendered } from '../../common/http/rendered.js';
import { formatInstant } from '../../common/instant.js';
import type { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Repository } from '../../database/repository.js';
import { Standbys } from '../../database/standbys.js';
import { InjectTable } from '../../database/table.provider.js';
import { EventEntity } from '../event.entity.js';
import { UNENDED } from '../event-status.js';
import type { EventDto } from '../events.dto.js';
import { type EventHead, RenderedEvents } from '../rendered-events.js';
import { SearchTurns } from '../search/search-turns.js';
import { wordsIn } from '../search/spelling.js';
import { queryOf, rankOf } from '../search/web-search.js';
import type { StoredEvent } from '../stored-event.js';
import type { SimilarEventsDto } from './similar.dto.js';

/** Events that are compared: the next to start, and the next of the category (decisions.md, "Finding things"). */
const MAX_NEXT = 1_000;
const MAX_OF_CATEGORY = 500;
/** Words that are looked for. */
const MAX_WORDS = 20;
/** What each likeness weighs, from none to the same. Words of the title count less where they are tags or the place. */
const WEIGHTS = { tags: 3, title: 2, category: 1, place: 1 };
/** The rank of a title that has all words of a query. */
const FULL_RANK = 0.607927;
const COLUMNS = 't.id, t.start_at, t.search, t.tags, t.category, t.location';
const SECOND = 1_000;

/** What is to come and most like an event. */
@Injectable()
export class SimilarEvents {
  constructor(
    private readonly database: Database,
    private readonly standbys: Standbys,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly rendered: RenderedEvents,
    private readonly turns: SearchTurns,
  ) {}

  /** @throws Problem UNAVAILABLE where too many search */
  list(caller: Caller, event: StoredEvent, limit: number): Promise<SimilarEventsDto> {
    return this.turns.run(caller.id, async () => ({ data: await this.mostAlike(caller, event, limit) }));
  }

  private async mostAlike(caller: Caller, event: StoredEvent, limit: number): Promise<Rendered<EventDto>[]> {
    const { id, title, tags, category, location } = event;
    const now = formatInstant(Math.floor(Date.now() / SECOND) * SECOND);
    const coming = this.events
      .where({ status: In(UNENDED), startAt: MoreThanOrEqual(now) })
      .and('t.id <> ?', id);
    const next = (where: Where, most: number) =>
      `(SELECT ${COLUMNS} FROM events t ${where} ORDER BY t.start_at, t.id LIMIT ${most})`;
    const ofCategory = category
      ? `UNION ALL ${next(this.events.whereOf({ criteria: { category } }, coming), MAX_OF_CATEGORY)}`
      : '';
    const parameter = (value: unknown, type: string) => `${coming.parameter(value)}::${type}`;
    const ownTags = parameter(tags, 'text[]');
    const titled = queryOf(parameter(anyOf(wordsIn(title)), 'text'));
    const titleRank = `CASE WHEN search @@ ${titled} THEN ${rankOf(`ts_filter(search, '{a,b}')`, titled)} ELSE 0 END`;
    const text = `
      WITH candidates AS (
        SELECT DISTINCT ON (id) * FROM (
          ${next(coming, MAX_NEXT)} ${ofCategory}) any_of ORDER BY id),
      alike AS (
        SELECT id, start_at,
          ${WEIGHTS.tags}.0 * shared.tags / greatest(1, cardinality(c.tags) + cardinality(${ownTags}) - shared.tags)
          + ${WEIGHTS.title} * least(1, ${titleRank} / ${FULL_RANK})
          + ${WEIGHTS.category} * coalesce(category = ${parameter(category, 'text')}, false)::int
          + ${WEIGHTS.place} * coalesce(event_place(location) = event_place(${parameter(JSON.stringify(location), 'json')}), false)::int AS likeness
        FROM candidates c
        CROSS JOIN LATERAL (SELECT count(*) AS tags FROM unnest(c.tags) tag WHERE tag = ANY(${ownTags})) shared)
      SELECT ${this.events.columns(this.rendered.head)} FROM (
        SELECT * FROM alike WHERE likeness > 0 ORDER BY likeness DESC, start_at, id LIMIT ${limit}
      ) best JOIN events t ON t.id = best.id ORDER BY likeness DESC, best.start_at, best.id`;
    const mode = this.standbys.modeFor(caller.id);
    const statement = { text, values: coming.values };
    const heads = await this.database.read(statement, (rows: EventHead[]) => rows, mode);
    const shown = await this.rendered.inStates(heads, 'whole', mode);
    return shown.filter((event) => event !== undefined); // without what has changed meanwhile
  }
}

/** The search for any of these words or phrases. */
function anyOf(words: string[]): string {
  return [...new Set(words)].slice(0, MAX_WORDS).join(' or ');
}
