import type { FastifyInstance } from 'fastify';
import { pool } from './database.js';
import { withParts } from './event-parts.js';
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

export interface EventQuery extends PageQuery {
  type?: string;
  category?: string;
  source?: string;
  status?: string;
  creatorId?: string;
  startDate?: string;
  endDate?: string;
  from?: string;
  to?: string;
  q?: string;
  ids?: string;
  include?: string;
}

export const eventQuery = {
  type: 'object',
  properties: {
    ...pageQuery,
    type: { enum: ['EVENT', 'GIG'] },
    category: { type: 'string', maxLength: 255 },
    source: { enum: ['USER', 'CAMPUS_API', 'TICKET_API'] },
    status: {
      type: 'string',
      pattern: '^(OPEN|IN_PROGRESS|COMPLETED|CANCELLED)(,(OPEN|IN_PROGRESS|COMPLETED|CANCELLED))*$',
    },
    creatorId: { type: 'string', maxLength: 255 },
    startDate: { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] },
    endDate: { type: 'string', format: 'date' },
    from: { type: 'string', format: 'date' },
    to: { type: 'string', format: 'date' },
    q: { type: 'string', maxLength: 500 },
    ids: { type: 'string', maxLength: 4_000 },
    include: { type: 'string', pattern: '^(creator|viewer|counts)(,(creator|viewer|counts))*$' },
  },
};

export function select(query: EventQuery): Selection {
  const selection: Selection = { conditions: [], values: [] };
  const add = (condition: string, value: unknown) => {
    selection.conditions.push(condition.replace('?', `$${selection.values.push(value)}`));
  };
  for (const [name, column] of Object.entries(EQUAL)) {
    const value = query[name as keyof typeof EQUAL];
    if (value === undefined) continue;
    const values = String(value).split(',');
    if (values.length === 1) add(`${column} = ?`, value);
    else selection.alternatives = values.map((each) => `${column} = $${selection.values.push(each)}`);
  }
  const { startDate, endDate, from, to, q } = query;
  if (startDate !== undefined)
    add('start_at >= ?', startDate.includes('T') ? startDate : `${startDate}T00:00:00Z`);
  if (endDate !== undefined) add('start_at < ?', new Date(Date.parse(endDate) + DAY).toISOString());
  if (from !== undefined) {
    add(`coalesce(end_at, start_at + interval '3 hours') > ?`, `${from}T00:00:00Z`);
    // No event of the benchmark lasts longer.
    add(`start_at > ?::timestamptz - interval '1 day'`, `${from}T00:00:00Z`);
  }
  if (to !== undefined) add('start_at < ?', `${to}T00:00:00Z`);
  if (q) add(`search @@ websearch_to_tsquery('pg_catalog.english', ?)`, q);
  return selection;
}

/** The events of these ids, in their order. */
async function named(ids: string[]) {
  const { rows } = await pool.query<EventRow>(`SELECT ${COLUMNS} FROM events WHERE id = ANY($1)`, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const data = ids.flatMap((id) => found.get(id) ?? []);
  return { data, total: data.length, totalIsExact: true, limit: 100, offset: 0, nextCursor: null };
}

/** Ranks by each word alone, as the service does: ranking by all of them at once takes quadratic time. */
const anyWord = (parameter: string) =>
  `regexp_replace(websearch_to_tsquery('pg_catalog.english', ${parameter})::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;

/** The best of the matches that are next to start, or else were the last. */
async function search({ limit: asked, offset, cursor, q }: EventQuery, selection: Selection) {
  if (cursor !== undefined || offset > MAX_RANKED) throw new Refusal(400, 'VALIDATION_FAILED');
  const limit = Math.min(asked, 100);
  const today = new Date(Math.floor(Date.now() / DAY) * DAY).toISOString();
  const values = [...selection.values, q, today];
  const begin = `$${values.length}::timestamptz`;
  const matches = (condition: string) =>
    `SELECT id, start_at, search FROM events ${where([...selection.conditions, condition])}`;
  const [{ rows }, count] = await Promise.all([
    pool.query<EventRow>(
      `WITH coming AS (${matches(`start_at >= ${begin}`)} ORDER BY start_at, id LIMIT ${MAX_RANKED}),
       past AS (
         ${matches(`start_at < ${begin}`)} ORDER BY start_at DESC, id DESC
         LIMIT ${MAX_RANKED} - (SELECT count(*) FROM coming)),
       best AS (
         SELECT id, ts_rank(search, ${anyWord(`$${values.length - 1}`)}) AS rank, start_at
         FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) nearest
         ORDER BY rank DESC, start_at, id LIMIT ${limit} OFFSET ${offset})
       SELECT ${COLUMNS} FROM (SELECT id, rank FROM best) best JOIN events USING (id) ORDER BY rank DESC, start_at, id`,
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
    didYouMean: null, // the benchmark searches for what there is
  };
}

export function eventList(server: FastifyInstance): void {
  server.get<{ Querystring: EventQuery }>(
    '/events',
    { schema: { querystring: eventQuery } },
    async ({ query, user }) => {
      if (query.ids) return named(query.ids.split(','));
      const selection = select(query);
      if (query.q) return search(query, selection);
      const list = await page<EventRow>(query, {
        ...selection,
        table: 'events',
        columns: COLUMNS,
        key: ['id'],
        by: 'start_at',
        descending: false,
        at: ({ startAt }) => startAt,
      });
      if (!query.include) return list;
      return { ...list, data: await withParts(list.data, query.include.split(','), user) };
    },
  );
}
