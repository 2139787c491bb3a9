import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { counting, type PageQuery, page, pageQuery, pool, Refusal, totalOf, where } from './database.js';

const DAY = 86_400_000;
/** The matches of a search that are ranked. */
const MAX_RANKED = 1_000;
/** The columns of an event, by the members of a response. */
const COLUMNS = `
  id, title, description, type, location, start_at AS "startAt", end_at AS "endAt", status, source,
  creator_id AS "creatorId", external_id AS "externalId", external_url AS "externalUrl",
  ticket_url AS "ticketUrl", tags, summary, category, compensation, apply_by AS "applyBy", positions, images,
  created_at AS "createdAt", updated_at AS "updatedAt"`;
/** The filters that compare with a column, and the members that a PATCH changes. */
const FILTERS = {
  type: 'type',
  category: 'category',
  source: 'source',
  status: 'status',
  creatorId: 'creator_id',
};
const MUTABLE = { title: 'title', description: 'description', startAt: 'start_at', endAt: 'end_at' };

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const members = {
  title: text(200),
  description: text(20_000),
  startAt: { type: 'string', format: 'date-time' },
  endAt: { type: 'string', format: 'date-time', nullable: true },
};
const newEvent = {
  type: 'object',
  required: ['title', 'description', 'type', 'location', 'startAt'],
  properties: {
    ...members,
    type: { enum: ['EVENT', 'GIG'] },
    location: { type: 'object', required: ['name'], properties: { name: text(200) } },
    compensation: {
      type: 'object',
      nullable: true,
      required: ['amount', 'currency', 'type'],
      properties: {
        amount: { type: 'number', minimum: 0, maximum: 1_000_000 },
        currency: { type: 'string', pattern: '^[A-Z]{3}$' },
        type: { enum: ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'FIXED'] },
      },
    },
  },
};
const eventQuery = {
  type: 'object',
  properties: {
    ...pageQuery,
    ...Object.fromEntries(Object.keys(FILTERS).map((name) => [name, text(255)])),
    startDate: { type: 'string', format: 'date' },
    q: { type: 'string', maxLength: 500 },
    ids: { type: 'string', maxLength: 4_000 },
  },
};

interface EventRow {
  id: string;
  source: string;
  creatorId: string | null;
  startAt: Date;
  endAt: Date | null;
  version: number;
}
type EventQuery = PageQuery & Record<'startDate' | 'q' | 'ids' | keyof typeof FILTERS, string | undefined>;

/** The event of this id; a malformed id is an unknown one. */
async function findEvent(id: string): Promise<EventRow> {
  const query = `SELECT ${COLUMNS}, version FROM events WHERE id = $1`;
  const { rows } = isUuid(id) ? await pool.query<EventRow>(query, [id]) : { rows: [] };
  if (!rows[0]) throw new Refusal(404, 'NOT_FOUND');
  return rows[0];
}

function sendEvent(reply: FastifyReply, { version, ...event }: EventRow): FastifyReply {
  return reply.header('etag', `"${version}"`).send(event);
}

function select(query: EventQuery): { conditions: string[]; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const add = (condition: string, value: unknown) =>
    conditions.push(condition.replace('?', `$${values.push(value)}`));
  for (const [name, column] of Object.entries(FILTERS)) {
    const value = query[name as keyof typeof FILTERS];
    if (value !== undefined) add(`${column} = ?`, value);
  }
  if (query.startDate) add('start_at >= ?', `${query.startDate}T00:00:00Z`);
  if (query.q) add(`search @@ websearch_to_tsquery('pg_catalog.english', ?)`, query.q);
  return { conditions, values };
}

/** The best of the matches that start next, or else started last. */
async function search(query: EventQuery) {
  const { limit, offset, q } = query;
  const { conditions, values } = select(query);
  const count = pool.query(counting({ table: 'events', conditions }), [...values]);
  const today = `$${values.push(new Date(Math.floor(Date.now() / DAY) * DAY))}::timestamptz`;
  const matches = (condition: string) =>
    `SELECT id, start_at, search FROM events ${where([...conditions, condition])} ORDER BY start_at`;
  const { rows } = await pool.query(
    `WITH coming AS (${matches(`start_at >= ${today}`)}, id LIMIT ${MAX_RANKED}),
          past AS (${matches(`start_at < ${today}`)} DESC, id DESC LIMIT ${MAX_RANKED} - (SELECT count(*) FROM coming)),
          best AS (SELECT id, ts_rank(search, websearch_to_tsquery('pg_catalog.english', $${values.push(q)})) AS rank, start_at
                   FROM (SELECT * FROM coming UNION ALL SELECT * FROM past) nearest
                   ORDER BY rank DESC, start_at, id LIMIT ${limit} OFFSET ${offset})
     SELECT ${COLUMNS} FROM (SELECT id, rank FROM best) best JOIN events USING (id) ORDER BY rank DESC, start_at, id`,
    values,
  );
  return { data: rows, ...totalOf((await count).rows[0].count), limit, offset, nextCursor: null };
}

/** The events of these ids, in their order. */
async function named(ids: string[]) {
  const { rows } = await pool.query<EventRow>(`SELECT ${COLUMNS} FROM events WHERE id = ANY($1)`, [ids]);
  const found = new Map(rows.map((row) => [row.id, row]));
  const data = ids.flatMap((id) => found.get(id) ?? []);
  return { data, total: data.length, totalIsExact: true, limit: 100, offset: 0, nextCursor: null };
}

declare module 'fastify' {
  interface FastifyRequest {
    event: EventRow;
  }
}

/** Finds the event before the body is validated: 404 and 403 go before 400. */
async function findOwn(request: FastifyRequest): Promise<void> {
  const event = await findEvent((request.params as { id: string }).id);
  if (event.source !== 'USER') throw new Refusal(403, 'EXTERNAL_EVENT');
  if (event.creatorId !== request.user) throw new Refusal(403, 'NOT_OWNER');
  request.event = event;
}

/** The event after the change; undefined where somebody else has changed it since it was read. */
async function change(seen: EventRow, body: Record<string, unknown>): Promise<EventRow | undefined> {
  const changes = Object.entries(MUTABLE).filter(([name]) => body[name] !== undefined);
  const next = { ...seen, ...body };
  if (next.endAt && new Date(next.endAt) <= new Date(next.startAt))
    throw new Refusal(400, 'VALIDATION_FAILED');
  if (changes.length === 0) return seen;
  const values: unknown[] = [seen.id, seen.version];
  const assignments = changes.map(([name, column]) => `${column} = $${values.push(body[name])}`);
  const { rows } = await pool.query<EventRow>(
    `UPDATE events SET ${assignments}, version = version + 1, updated_at = now()
     WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}, version`,
    values,
  );
  return rows[0];
}

export function events(server: FastifyInstance): void {
  server.decorateRequest('event');

  server.get<{ Querystring: EventQuery }>(
    '/events',
    { schema: { querystring: eventQuery } },
    async ({ query }) => {
      if (query.ids) return named(query.ids.split(','));
      if (query.q) return search(query);
      const order = { by: 'start_at', member: 'startAt', direction: 'ASC' } as const;
      return page(query, { table: 'events', columns: COLUMNS, ...order, ...select(query) });
    },
  );

  server.get<{ Params: { id: string } }>('/events/:id', async ({ params, headers }, reply) => {
    const event = await findEvent(params.id);
    if (headers['if-none-match'] === `"${event.version}"`) return reply.code(304).send();
    return sendEvent(reply, event);
  });

  server.post<{ Body: Record<string, unknown> }>(
    '/events',
    { schema: { body: newEvent } },
    async ({ body, user }, reply) => {
      const { title, description, type, location, startAt, endAt = null, compensation = null } = body;
      const { rows } = await pool.query<EventRow>(
        `INSERT INTO events (id, title, description, type, location, start_at, end_at, compensation, creator_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}, version`,
        [uuidv7(), title, description, type, location, startAt, endAt, compensation, user],
      );
      return sendEvent(reply.code(201), rows[0]!);
    },
  );

  server.patch<{ Body: Record<string, unknown> }>(
    '/events/:id',
    { schema: { body: { type: 'object', properties: members } }, preValidation: findOwn },
    async ({ event, body, headers }, reply) => {
      // Of two writers, the second reads the event again and decides again.
      for (let seen = event; ; seen = await findEvent(event.id)) {
        const expected = headers['if-match'];
        if (expected !== undefined && expected !== `"${seen.version}"`)
          throw new Refusal(412, 'STALE_VERSION');
        const updated = await change(seen, body);
        if (updated) return sendEvent(reply, updated);
      }
    },
  );
}
