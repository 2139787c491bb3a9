/**
 * The floor: what an experienced engineer writes by hand on Fastify and pg for the same contract, with nothing in
 * between. It does the same SQL work on a pool of the same size, checks tokens and input alike and answers the same
 * JSON; it leaves out what no request of the benchmark needs.
 */
import { createSecretKey } from 'node:crypto';
import fastify, { type FastifyReply } from 'fastify';
import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';

declare module 'fastify' {
  interface FastifyRequest {
    user: string;
  }
}

const { DATABASE_URL, AUTH_SECRET = '', HOST = '127.0.0.1', PORT } = process.env;
const MAX_TOTAL = 1_000;
const COLUMNS = `
  id, title, description, type, location, start_at AS "startAt", end_at AS "endAt", status, source,
  creator_id AS "creatorId", external_id AS "externalId", external_url AS "externalUrl", ticket_url AS "ticketUrl",
  tags, summary, category, compensation, created_at AS "createdAt", updated_at AS "updatedAt"`;

interface EventRow {
  id: string;
  startAt: Date;
  version: number;
}

const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
pool.on('error', () => undefined);
const server = fastify({ bodyLimit: 1024 * 1024 });

const key = createSecretKey(Buffer.from(AUTH_SECRET));
const verified = new LRUCache<string, { user: string; expiresAt: number }>({ max: 10_000 });

/** The user of a bearer token, remembered as long as the token lasts. */
async function authenticate(token: string): Promise<string> {
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], requiredClaims: ['exp', 'sub'] });
  verified.set(token, { user: payload.sub!, expiresAt: payload.exp! * 1000 });
  return payload.sub!;
}

server.decorateRequest('user', '');
server.addHook('onRequest', (request, reply, done) => {
  if (request.url === '/health/ready') return done();
  const { authorization = '' } = request.headers;
  const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : '';
  const known = verified.get(token);
  if (known && known.expiresAt > Date.now()) {
    request.user = known.user;
    return done();
  }
  authenticate(token).then(
    (user) => {
      request.user = user;
      done();
    },
    () =>
      void reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ status: 401, code: 'UNAUTHENTICATED' }),
  );
});

server.get('/health/ready', () => ({ status: 'ok' }));

/** A row and its version, which is for the ETag alone. */
function sendEvent(reply: FastifyReply, { version, ...event }: EventRow): void {
  reply.header('etag', `"${version}"`).send(event);
}

interface ListQuery {
  limit: number;
  offset: number;
  cursor?: string;
}

const listQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 20 },
    offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
    cursor: { type: 'string', maxLength: 1_000 },
  },
};

server.get<{ Querystring: ListQuery }>(
  '/events',
  { schema: { querystring: listQuery } },
  async ({ query }) => {
    const limit = Math.min(query.limit, 100);
    const { offset, cursor } = query;
    const values: unknown[] = [limit + 1, offset];
    if (cursor !== undefined) values.push(...JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const after = cursor === undefined ? '' : 'WHERE (start_at, id) > ($3, $4)';
    const [{ rows }, counted] = await Promise.all([
      pool.query<EventRow>(
        `SELECT ${COLUMNS} FROM events ${after} ORDER BY start_at, id LIMIT $1 OFFSET $2`,
        values,
      ),
      pool.query(`SELECT count(*)::int AS count FROM (SELECT 1 FROM events LIMIT ${MAX_TOTAL + 1}) matches`),
    ]);
    const { count } = counted.rows[0];
    const isLast = rows.length <= limit;
    if (!isLast) rows.pop();
    const last = rows.at(-1);
    return {
      data: rows,
      total: Math.min(count, MAX_TOTAL),
      totalIsExact: count <= MAX_TOTAL,
      limit,
      offset,
      nextCursor:
        last && !isLast ? Buffer.from(JSON.stringify([last.startAt, last.id])).toString('base64url') : null,
    };
  },
);

server.get<{ Params: { id: string } }>('/events/:id', async ({ params, headers }, reply) => {
  const { rows } = isUuid(params.id)
    ? await pool.query<EventRow>(`SELECT ${COLUMNS}, version FROM events WHERE id = $1`, [params.id])
    : { rows: [] };
  const event = rows[0];
  if (!event) reply.code(404).send({ status: 404, code: 'NOT_FOUND' });
  else if (headers['if-none-match'] === `"${event.version}"`)
    reply.code(304).header('etag', `"${event.version}"`).send();
  else sendEvent(reply, event);
  return reply;
});

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

server.post<{ Body: NewEvent }>('/events', { schema: { body: newEvent } }, async ({ body, user }, reply) => {
  const { title, description, type, location, startAt, endAt = null, compensation = null } = body;
  const { rows } = await pool.query<EventRow>(INSERT, [
    ...[uuidv7(), title.trim(), description, type, location, startAt, endAt, compensation, user],
  ]);
  sendEvent(reply.code(201), rows[0]!);
  return reply;
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
await server.listen({ host: HOST, port: Number(PORT) });
