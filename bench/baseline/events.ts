import type { FastifyInstance } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import { pool } from './database.js';
import { newEvent } from './event-body.js';
import { COLUMNS, type EventRow, findEvent, sendEvent } from './event-row.js';
import { counting } from './quota.js';

interface NewEvent {
  title: string;
  description: string;
  type: string;
  location: object;
  startAt: string;
  endAt?: string | null;
  compensation?: object | null;
}

const INSERT = `
  INSERT INTO events (id, title, description, type, location, start_at, end_at, compensation, creator_id)
  SELECT $1::uuid, $2, $3, $4, $5::jsonb, $6::timestamptz, $7::timestamptz, $8::jsonb, $9 FROM counted
  RETURNING ${COLUMNS}, version`;

export function events(server: FastifyInstance): void {
  server.get<{ Params: { id: string } }>('/events/:id', async ({ params, headers }, reply) => {
    const event = await findEvent(params.id);
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
      const values = [
        uuidv7(),
        title.trim(),
        description,
        type,
        location,
        startAt,
        endAt,
        compensation,
        user,
      ];
      const { rows } = await pool.query<EventRow>(counting('EVENT', user, { text: INSERT, values }));
      sendEvent(reply.code(201), rows[0]!);
      return reply;
    },
  );
}
