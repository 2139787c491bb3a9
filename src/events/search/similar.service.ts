import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { Standbys } from '../../database/standbys.js';
import { IS_UNENDED } from '../event-status.js';
import { EventFilter } from '../list/event-filter.js';
import { running } from '../list/event-window.js';
import { type EventHead, RenderedEvents } from '../list/rendered-events.js';
import { columnsOf, type StoredEvent } from '../stored-event.js';
import type { SimilarEventsDto } from './finding.dto.js';
import { Searches } from './searches.js';

/** Events that are compared: the next to start, the next of the category, and those running (rules.md, "Finding things"). */
const MAX_NEXT = 1_000;
const MAX_OF_CATEGORY = 500;
const MAX_RUNNING = 500;
/** What each likeness weighs, from none to the same. Words of the title count less where they are tags or the place. */
const WEIGHTS = { tags: 3, title: 2, category: 1, place: 1 };
/** The rank of a title that has all words of a query. */
const FULL_RANK = 0.607927;
const SECOND = 1_000;

/** Upcoming and running events that are most like another one. */
@Injectable()
export class SimilarEvents {
  constructor(
    private readonly standbys: Standbys,
    private readonly rendered: RenderedEvents,
    private readonly searches: Searches,
  ) {}

  /** @throws Problem UNAVAILABLE where too many search */
  list(caller: Caller, event: StoredEvent, limit: number): Promise<SimilarEventsDto> {
    const { id, title, tags, category, location } = event;
    const filter = new EventFilter();
    filter.and(`e.${IS_UNENDED}`).and(`e.id <> ${filter.value(id, 'uuid')}`);
    const scan = (most: number, ...conditions: string[]) =>
      `(SELECT e.id FROM events e ${filter.where(...conditions)} ORDER BY e.start_at, e.id LIMIT ${most})`;
    const now = filter.instant(Math.floor(Date.now() / SECOND) * SECOND);
    const starts = `e.start_at >= ${now}`;
    const ownCategory = filter.value(category, 'text');
    const candidates = [
      scan(MAX_NEXT, starts),
      scan(MAX_OF_CATEGORY, starts, `e.category = ${ownCategory}`),
      ...running(now).map((isRunning) => scan(MAX_RUNNING, isRunning)),
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
          + ${WEIGHTS.category} * coalesce(category = ${ownCategory}, false)::int
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
    return this.searches.run(caller.id, async () => {
      const heads = await this.searches.read<EventHead>({ text, values: filter.values }, mode);
      const shown = await this.rendered.inStates(heads, 'whole', mode);
      return { data: shown.filter((each) => each !== undefined) }; // without what has changed meanwhile
    });
  }
}
