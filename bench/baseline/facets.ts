import type { FastifyInstance } from 'fastify';
import { pool } from './database.js';
import { type EventQuery, eventQuery, select } from './event-list.js';
import { where } from './page.js';

const DAY = 86_400_000;
const MAX_COUNTED = 10_000;
const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;

interface Count {
  value: string;
  count: number;
}

/** One facet by all filters but its own, over the matches that are next to start. */
async function count(
  facet: (typeof FACETS)[number],
  query: EventQuery,
): Promise<{ counts: Count[]; isExact: boolean }> {
  const selection = select({ ...query, [facet]: undefined });
  const today = new Date(Math.floor(Date.now() / DAY) * DAY).toISOString();
  const begin = `$${selection.values.length + 1}::timestamptz`;
  const matches = (condition: string, order: string) =>
    `(SELECT id, ${facet === 'tag' ? 'tags' : facet} AS value FROM events ${where([...selection.conditions, condition])}
      ORDER BY ${order} LIMIT ${MAX_COUNTED + 1})`;
  const isTag = facet === 'tag';
  const { rows } = await pool.query<Count & { found: number }>(
    `WITH found AS MATERIALIZED (
       SELECT * FROM (${matches(`start_at >= ${begin}`, 'start_at, id')}
         UNION ALL ${matches(`start_at < ${begin}`, 'start_at DESC, id DESC')}) matching LIMIT ${MAX_COUNTED + 1}),
     counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
     SELECT ${isTag ? 'tag' : 'value'} AS value, count(*)::int AS count, (SELECT count(*)::int FROM found) AS found
     FROM counted ${isTag ? 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(value) AS tag) each' : 'WHERE value IS NOT NULL'}
     GROUP BY 1 ORDER BY count DESC, value ${isTag ? 'LIMIT 20' : ''}`,
    [...selection.values, today],
  );
  return {
    counts: rows.map(({ value, count }) => ({ value, count })),
    isExact: (rows[0]?.found ?? 0) <= MAX_COUNTED,
  };
}

export function facets(server: FastifyInstance): void {
  server.get<{ Querystring: EventQuery }>(
    '/events/facets',
    { schema: { querystring: eventQuery } },
    async ({ query }) => {
      const all = await Promise.all(FACETS.map((facet) => count(facet, query)));
      const counts = Object.fromEntries(FACETS.map((facet, index) => [facet, all[index]!.counts]));
      return { ...counts, isExact: all.every(({ isExact }) => isExact) };
    },
  );
}
