import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { Statements } from '../../database/statements.js';
import { isUnended, upcomingAndRunning } from '../event-conditions.js';
import { isOneOf } from '../list/event-filter.js';
import { type EventHead, SerializedEvents } from '../list/serialized-events.js';
import type { SimilarEventsDto } from './finding.dto.js';
import { Searches } from './searches.js';

/** Limits of candidates: upcoming and running ones, and more of the category (rules.md, "Finding things"). */
const MAX_NEXT = 1_000;
const MAX_OF_CATEGORY = 500;
/** Weights of similarities from 0 to 1. Title words that match only tags or the place count less. */
const WEIGHTS = { tags: 3, title: 2, category: 1, place: 1 };
/** The `ts_rank` of a title that has all words of the query. */
const FULL_RANK = 0.607927;

/** SQL of the most similar events. `$1`: the id of an event; `$2`: the limit. */
const mostSimilar = (columns: string) => `
  WITH own AS MATERIALIZED (
    SELECT tags, category, plain_letters(location ->> 'name') AS place,
      replace(plainto_tsquery('pg_catalog.english', fold(title))::text, ' & ', ' | ')::tsquery AS words
    FROM events WHERE id = $1),
  candidates AS (
    SELECT * FROM events e WHERE e.id <> $1 AND ${isOneOf(`
      ${upcomingAndRunning('e.id', MAX_NEXT, isUnended('e'))} UNION ALL
      (SELECT e.id FROM events e WHERE ${isUnended('e')} AND e.start_at >= now() AND e.category = (SELECT category FROM own)
       ORDER BY e.start_at, e.id LIMIT ${MAX_OF_CATEGORY})`)}),
  alike AS (
    SELECT id, start_at, title,
      ${WEIGHTS.tags}.0 * shared.tags / greatest(1, cardinality(c.tags) + cardinality(own.tags) - shared.tags)
      + ${WEIGHTS.title} * least(1, ts_rank(ts_filter(c.search, '{a,b}'), own.words) / ${FULL_RANK})
      + ${WEIGHTS.category} * coalesce(c.category = own.category, false)::int
      + ${WEIGHTS.place} * coalesce(plain_letters(c.location ->> 'name') = own.place, false)::int AS likeness
    FROM candidates c CROSS JOIN own
    CROSS JOIN LATERAL (SELECT count(*) AS tags FROM unnest(c.tags) tag WHERE tag = ANY(own.tags)) shared),
  titles AS (
    SELECT DISTINCT ON (name) * FROM (
      SELECT *, coalesce(nullif(btrim(fold(title)), ''), title) AS name FROM alike WHERE likeness > 0) named
    ORDER BY name, likeness DESC, start_at, id),
  best AS MATERIALIZED (SELECT ARRAY(SELECT id FROM titles ORDER BY likeness DESC, start_at, id LIMIT $2) AS ids)
  SELECT ${columns} FROM best JOIN events e ON e.id = ANY(best.ids) ORDER BY array_position(best.ids, e.id)`;

/** Finds the upcoming and running events that are most similar to an event. */
@Injectable()
export class SimilarEvents {
  constructor(
    private readonly statements: Statements,
    private readonly serialized: SerializedEvents,
    private readonly searches: Searches,
  ) {}

  /** @throws Problem UNAVAILABLE after 1.5 s in the queue of searches */
  async list(caller: Caller, eventId: string, limit: number): Promise<SimilarEventsDto> {
    const context = this.statements.contextFor(caller.id);
    const statement = { text: mostSimilar(this.serialized.headColumns), values: [eventId, limit] };
    const heads = await this.searches.read<EventHead>(statement, context);
    const serialized = await this.serialized.inSameStates(heads, 'whole', context.mode);
    return { data: serialized.filter((each) => each !== undefined) }; // without events changed meanwhile
  }
}
