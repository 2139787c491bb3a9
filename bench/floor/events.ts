import type { FastifyInstance, FastifyReply } from 'fastify';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import { pool } from './database.js';
import { type PageQuery, page, pageQuery } from './page.js';
import { Refusal } from './refusal.js';

const COLUMNS = `
  id, title, description, type, location, start_at AS "startAt", end_at AS "endAt", status, source,
  creator_id AS "creatorId", external_id AS "externalId", external_url AS "externalUrl", ticket_url AS "ticketUrl",
  tags, summary, category, compensation, created_at AS "createdAt", updated_at AS "updatedAt"`;

interface EventRow {
  id: string;
  startAt: Date;
  version: number;
}

interface NewEvent {
  title: string;
  description: string;
  type: string;
  location: object;
  startAt: string;
  endAt?: string | null;
  compensation?: object | null;
}

const newEvent = {
  type: 'object',
  required: ['title', 'description', 'type', 'location', 'startAt'],
  properties: {
    title: { type: 'string', minLength: 1, maxLength: 200 },
    description: { type: 'string', minLength: 1, maxLength: 20_000 },
    type: { enum: ['EVENT', 'GIG'] },
    location: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1, maxLength: 200 } },
    },
    startAt: { type: 'string', format: 'date-time' },
    endAt: { type: 'string', format: 'date-time', nullable: true },
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

const INSERT = `
  INSERT INTO events (id, title, description, type, location, start_at, end_at, compensation, creator_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${COLUMNS}, version`;

/** A row and its version, which is for the ETag alone. */
function sendEvent(reply: FastifyReply, { version, ...event }: EventRow): void {
  reply.header('etag', `"${version}"`).send(event);
}

export function events(server: FastifyInstance): void {
  server.get<{ Querystring: PageQuery }>(
    '/events',
    { schema: { querystring: pageQuery } },
    async ({ query }) =>
      page<EventRow>(query, {
        columns: COLUMNS,
        from: 'events',
        values: [],
        by: 'start_at',
        descending: false,
        at: ({ startAt }) => startAt,
      }),
  );

  server.get<{ Params: { id: string } }>('/events/:id', async ({ params, headers }, reply) => {
    const { rows } = isUuid(params.id)
      ? await pool.query<EventRow>(`SELECT ${COLUMNS}, version FROM events WHERE id = $1`, [params.id])
      : { rows: [] };
    const event = rows[0];
    if (!event) throw new Refusal(404, 'NOT_FOUND');
    if (headers['if-none-match'] === `"${event.version}"`)
      reply.code(304).header('etag', `"${event.version}"`).send();
    else sendEvent(reply, event);
    return reply;
  });

  server.post<{ Body: NewEvent }>(
    '/events',
    { schema: { body: newEvent } },
    async ({ body, user }, reply) => {
      const { title, description, type, location, startAt, endAt = null, compensation = null } = body;
      const { rows } = await pool.query<EventRow>(INSERT, [
        ...[uuidv7(), title.trim(), description, type, location, startAt, endAt, compensation, user],
      ]);
      sendEvent(reply.code(201), rows[0]!);
      return reply;
    },
  );
}
