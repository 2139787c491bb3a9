import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Caller } from '../../common/access.js';
import type { Rendered } from '../../common/http/rendered.js';
import { formatInstant } from '../../common/instant.js';
import { CountParam } from '../../common/validation/fields.js';
import { Standbys } from '../../database/standbys.js';
import { Statements } from '../../database/statements.js';
import { IS_UNENDED } from '../event.entity.js';
import { EventDto } from '../events.dto.js';
import { EventFilter, runningAt } from '../list/event-filter.js';
import { type EventHead, RenderedEvents } from '../list/rendered-events.js';
import { columnsOf, type StoredEvent } from '../stored-event.js';
import { SEARCH_TIMEOUT, SearchTurns } from './search-turns.js';

/** Events that are compared: the next to start, the next of the category, and those running (rules.md, "Finding things"). */
const MAX_NEXT = 1_000;
const MAX_OF_CATEGORY = 500;
const MAX_RUNNING = 500;
/** What each likeness weighs, from none to the same. Words of the title count less where they are tags or the place. */
const WEIGHTS = { tags: 3, title: 2, category: 1, place: 1 };
/** The rank of a title that has all words of a query. */
const FULL_RANK = 0.607927;
const SECOND = 1_000;
const DEFAULT_LIMIT = 6;
const MAX_LIMIT = 20;

export class SimilarQuery {
  @CountParam({
    min: 1,
    most: MAX_LIMIT,
    description: `The number of events, 1 to ${MAX_LIMIT}, by default ${DEFAULT_LIMIT}.`,
  })
  limit?: number = DEFAULT_LIMIT;
}

export class SimilarEventsDto {
  @ApiProperty({ type: [EventDto], maxItems: MAX_LIMIT })
  data: Rendered<EventDto>[];
}

/** Upcoming and running events that are most like another one. */
@Injectable()
export class SimilarEvents {
  constructor(
    private readonly statements: Statements,
    private readonly standbys: Standbys,
    private readonly rendered: RenderedEvents,
    private readonly turns: SearchTurns,
  ) {}

  /** @throws Problem UNAVAILABLE where too many search */
  list(caller: Caller, event: StoredEvent, limit: number): Promise<SimilarEventsDto> {
    return this.turns.run(caller.id, async () => ({ data: await this.mostAlike(caller, event, limit) }));
  }

  private async mostAlike(caller: Caller, event: StoredEvent, limit: number): Promise<Rendered<EventDto>[]> {
    const { id, title, tags, category, location } = event;
    const now = Math.floor(Date.now() / SECOND) * SECOND;
    const filter = new EventFilter();
    filter.and(`e.${IS_UNENDED}`).and(`e.id <> ${filter.value(id, 'uuid')}`);
    const scan = (most: number, ...conditions: string[]) =>
      `(SELECT e.id FROM events e ${filter.where(...conditions)} ORDER BY e.start_at, e.id LIMIT ${most})`;
    const starts = `e.start_at >= ${filter.value(formatInstant(now), 'timestamptz')}`;
    const ofCategory = category ? [`e.category = ${filter.value(category, 'text')}`] : [];
    const candidates = [
      scan(MAX_NEXT, starts),
      ...ofCategory.map((isOfCategory) => scan(MAX_OF_CATEGORY, starts, isOfCategory)),
      ...runningAt(filter, now).map((isRunning) => scan(MAX_RUNNING, isRunning)),
    ];
    const ownTags = filter.value(tags, 'text[]');
    const ownTitle = filter.value(title, 'text');
    const place = filter.value(location.name ?? null, 'text');
    const text = `
      WITH own AS MATERIALIZED (
        SELECT replace(plainto_tsquery('pg_catalog.english', fold(${ownTitle}))::text, ' & ', ' | ')::tsquery AS words),
      candidates AS (SELECT e.* FROM (${candidates.join(' UNION ')}) any_of JOIN events e ON e.id = any_of.id),
      alike AS (
        SELECT id, start_at, title,
          ${WEIGHTS.tags}.0 * shared.tags / greatest(1, cardinality(c.tags) + cardinality(${ownTags}) - shared.tags)
          + ${WEIGHTS.title} * least(1, ts_rank(ts_filter(c.search, '{a,b}'), own.words) / ${FULL_RANK})
          + ${WEIGHTS.category} * coalesce(category = ${filter.value(category, 'text')}, false)::int
          + ${WEIGHTS.place} * coalesce(plain_letters(location ->> 'name') = plain_letters(${place}), false)::int AS likeness
        FROM candidates c CROSS JOIN own
        CROSS JOIN LATERAL (SELECT count(*) AS tags FROM unnest(c.tags) tag WHERE tag = ANY(${ownTags})) shared),
      titles AS (
        SELECT DISTINCT ON (name) * FROM (
          SELECT *, coalesce(nullif(btrim(fold(title)), ''), title) AS name FROM alike WHERE likeness > 0) named
        ORDER BY name, likeness DESC, start_at, id)
      SELECT ${columnsOf(this.rendered.head)} FROM (
        SELECT * FROM titles ORDER BY likeness DESC, start_at, id LIMIT ${limit}
      ) best JOIN events e ON e.id = best.id ORDER BY likeness DESC, best.start_at, best.id`;
    const mode = this.standbys.modeFor(caller.id);
    const limits = { mode, timeout: SEARCH_TIMEOUT };
    const heads = await this.statements.shared<EventHead>({ text, values: filter.values }, limits);
    const shown = await this.rendered.inStates(heads, 'whole', mode);
    return shown.filter((each) => each !== undefined); // without what has changed meanwhile
  }
}
