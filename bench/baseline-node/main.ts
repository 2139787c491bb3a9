/**
 * What an experienced engineer writes by hand for the same API, on Fastify and pg alone. It checks tokens and input as the
 * service does, and has a pool of the same size and the same transactions. It leaves out what no work needs.
 */
import { createSecretKey } from 'node:crypto';
import fastify, { type FastifyError } from 'fastify';
import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { pool, Refusal } from './database.js';
import { events } from './events.js';
import { participation } from './participation.js';

declare module 'fastify' {
  interface FastifyRequest {
    user: string;
  }
}

const { HOST = '127.0.0.1', PORT, AUTH_SECRET = '' } = process.env;
const key = createSecretKey(Buffer.from(AUTH_SECRET));
const verified = new LRUCache<string, { user: string; expiresAt: number }>({ max: 10_000 });

/** The user of a bearer token. The token is cached until it expires, and a new user is stored. */
async function authenticate(token: string): Promise<string> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'sub'],
  }).catch(() => {
    throw new Refusal(401, 'UNAUTHENTICATED');
  });
  const { sub: user = '', exp = 0, name = null, picture = null, email = null } = payload;
  await pool.query(
    'INSERT INTO users (id, name, avatar_url, email) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
    [user, name, picture, email],
  );
  verified.set(token, { user, expiresAt: exp * 1000 });
  return user;
}

const server = fastify({ bodyLimit: 1024 * 1024 });
server.decorateRequest('user', '');
server.addHook('onRequest', async (request) => {
  if (request.url === '/health/ready') return;
  const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
  const known = verified.get(token);
  request.user = known && known.expiresAt > Date.now() ? known.user : await authenticate(token);
});
server.setErrorHandler<FastifyError>((error, _request, reply) => {
  const status = error.statusCode ?? 500;
  void reply.code(status).send({ status, code: error.validation ? 'VALIDATION_FAILED' : error.code });
});
server.get('/health/ready', () => ({ status: 'ok' }));
events(server);
participation(server);

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)));
await server.listen({ host: HOST, port: Number(PORT) });
