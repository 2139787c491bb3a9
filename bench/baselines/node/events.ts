import type { FastifyInstance, FastifyReply } from 'fastify';
import { validate as isUuid } from 'uuid';
import { type PageQuery, page, pageOf, pool, Refusal, SCHEMAS, Selection, statement } from './database.js';

/** The filters that compare with a column. */
const FILTERS = ['type', 'category', 'source', 'status'] as const;

type EventQuery = PageQuery & Partial<Record<'startDate' | 'q' | 'ids' | (typeof FILTERS)[number], string>>;
type EventRow = { id: string; source: string; creatorId: string | null; version: number; matches: number };
type Changes = { title?: string; description?: string };

/** The event of this id; a malformed id is an unknown one. */
async function findEvent(id: string): Promise<EventRow> {
  const { rows } = isUuid(id) ? await pool.query<EventRow>(statement('event'), [id]) : { rows: [] };
  if (!rows[0]) throw new Refusal(404, 'NOT_FOUND');
  return rows[0];
}

function sendEvent(reply: FastifyReply, { version, matches, ...event }: EventRow): FastifyReply {
  return reply.header('etag', `"${version}"`).send(event);
}

async function list(query: EventQuery) {
  const { startDate, q, ids, limit, offset } = query;
  if (ids) return pageOf((await pool.query(statement('named'), [ids.split(',')])).rows);
  const selection = new Selection();
  for (const name of FILTERS) if (query[name] !== undefined) selection.add(`${name} = ?`, query[name]);
  if (startDate) selection.add('start_at >= ?', `${startDate}T00:00:00Z`);
  if (!q) return page('events', 'startAt', selection, query);
  selection.add(statement('matching', { q: '?' }), q);
  const { where } = selection;
  const blanks = { where, ...selection.parameters({ q, limit, offset }) };
  return pageOf((await pool.query(statement('search', blanks), selection.values)).rows);
}

export function events(server: FastifyInstance): void {
  const listed = { schema: { querystring: SCHEMAS.list } };
  server.get<{ Querystring: EventQuery }>('/events', listed, ({ query }) => list(query));

  server.get<{ Params: { id: string } }>('/events/:id', async ({ params }, reply) =>
    sendEvent(reply, await findEvent(params.id)),
  );

  const created = { schema: { body: SCHEMAS.newEvent } };
  server.post<{ Body: Record<string, unknown> }>('/events', created, async ({ body, user }, reply) => {
    const { title, description, type, location, startAt, endAt, compensation } = body;
    const values = [user, title, description, type, location, startAt, endAt, compensation];
    const { rows } = await pool.query<EventRow>(statement('createEvent', { kind: 'EVENT' }), values);
    if (!rows[0]) throw new Refusal(409, 'LIMIT_REACHED');
    return sendEvent(reply.code(201), rows[0]);
  });

  const changed = { schema: { body: SCHEMAS.changedEvent }, attachValidation: true };
  server.patch<{ Params: { id: string }; Body: Changes }>('/events/:id', changed, async (request, reply) => {
    const { params, body, user, validationError } = request;
    const seen = await findEvent(params.id);
    // Who may not change the event is refused before the body is.
    if (seen.source !== 'USER' || seen.creatorId !== user) throw new Refusal(403, 'NOT_OWNER');
    if (validationError) throw validationError;
    const values = [seen.id, seen.version, body.title, body.description];
    const { rows } = await pool.query<EventRow>(statement('updateEvent'), values);
    if (!rows[0]) throw new Refusal(409, 'CHANGED_MEANWHILE');
    return sendEvent(reply, rows[0]);
  });
}
