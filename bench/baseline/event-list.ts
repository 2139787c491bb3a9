import type { FastifyInstance } from 'fastify';
import { pool } from './database.js';
import { COLUMNS, type EventRow } from './event-row.js';
import { countUpTo, MAX_TOTAL, type PageQuery, page, pageQuery, type Selection, where } from './page.js';
import { Refusal } from './refusal.js';

const DAY = 86_400_000;
const MAX_RANKED = 1_000;
/** The columns of the filters that compare with one. */
const EQUAL = {
  type: 'type',
  category: 'category',
  source: 'source',
  status: 'status',
  creatorId: 'creator_id',
};

interface EventQuery extends PageQuery {
  type?: string;
  category?: string;
  source?: string;
  status?: string;
  creatorId?: string;
  startDate?: string;
  endDate?: string;
  q?: string;
}

const eventQuery = {
  type: 'object',
  properties: {
    ...pageQuery,
    type: { enum: ['EVENT', 'GIG'] },
    category: { type: 'string', maxLength: 255 },
    source: { enum: ['USER', 'CAMPUS_API', 'TICKET_API'] },
    status: { enum: ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] },
    creatorId: { type: 'string', maxLength: 255 },
    startDate: { type: 'string', format: 'date' },
    endDate: { type: 'string', format: 'date' },
    q: { type: 'string', maxLength: 500 },
  },
};

function select(query: EventQuery): Selection {
  const selection: Selection = { conditions: [], values: [] };
  const add = (condition: string, value: unknown) => {
    selection.conditions.push(condition.replace('?', `$${selection.values.push(value)}`));
  };
  for (const [name, column] of Object.entries(EQUAL)) {
    const value = query[name as keyof typeof EQUAL];
    if (value !== undefined) add(`${column} = ?`, value);
  }
  const { startDate, endDate, q } = query;
  if (startDate !== undefined) add('start_at >= ?', `${startDate}T00:00:00Z`);
  if (endDate !== undefined) add('start_at < ?', new Date(Date.parse(endDate) + DAY).toISOString());
  if (q) add(`search @@ websearch_to_tsquery('pg_catalog.english', ?)`, q);
  return selection;
}

/** Ranks by each word alone, as the service does: ranking by all of them at once takes quadratic time. */
const anyWord = (parameter: string) =>
  `regexp_replace(websearch_to_tsquery('pg_catalog.english', ${parameter})::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;

/** The best of the first matches. */
async function search({ limit: asked, offset, cursor, q }: EventQuery, selection: Selection) {
  if (cursor !== undefined || offset > MAX_RANKED) throw new Refusal(400, 'VALIDATION_FAILED');
  const limit = Math.min(asked, 100);
  const values = [...selection.values, q];
  const [{ rows }, count] = await Promise.all([
    pool.query<EventRow>(
      `SELECT ${COLUMNS} FROM (
         SELECT id, ts_rank(search, ${anyWord(`$${values.length}`)}) AS rank
         FROM (SELECT id, search FROM events ${where(selection.conditions)} LIMIT ${MAX_RANKED}) matches
         ORDER BY rank DESC, id LIMIT ${limit} OFFSET ${offset}
       ) best JOIN events USING (id) ORDER BY rank DESC, id`,
      values,
    ),
    countUpTo('events', selection),
  ]);
  return {
    data: rows,
    total: Math.min(count, MAX_TOTAL),
    totalIsExact: count <= MAX_TOTAL,
    limit,
    offset,
    nextCursor: null,
  };
}

export function eventList(server: FastifyInstance): void {
  server.get<{ Querystring: EventQuery }>(
    '/events',
    { schema: { querystring: eventQuery } },
    async ({ query }) => {
      const selection = select(query);
      if (query.q) return search(query, selection);
      return page<EventRow>(query, {
        ...selection,
        table: 'events',
        columns: COLUMNS,
        key: ['id'],
        by: 'start_at',
        descending: false,
        at: ({ startAt }) => startAt,
      });
    },
  );
}
