import { createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { pool } from './database.js';
import { Refusal } from './refusal.js';

declare module 'fastify' {
  interface FastifyRequest {
    user: string;
  }
}

const key = createSecretKey(Buffer.from(process.env.AUTH_SECRET ?? ''));
const verified = new LRUCache<string, { user: string; expiresAt: number }>({ max: 10_000 });

/** The user of a bearer token. The token is remembered until it expires, and a new user is stored. */
async function authenticate(token: string): Promise<string> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    requiredClaims: ['exp', 'sub'],
  }).catch(() => {
    throw new Refusal(401, 'UNAUTHENTICATED');
  });
  const user = payload.sub!;
  const { name = null, picture = null, email = null } = payload;
  await pool.query(
    'INSERT INTO users (id, name, avatar_url, email) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING',
    [user, name, picture, email],
  );
  verified.set(token, { user, expiresAt: payload.exp! * 1000 });
  return user;
}

/** Refuses requests without a good token, except for the health check. */
export function authentication(server: FastifyInstance): void {
  server.decorateRequest('user', '');
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.url === '/health/ready') return done();
    const { authorization = '' } = request.headers;
    const token = authorization.startsWith('Bearer ') ? authorization.slice(7) : '';
    const known = verified.get(token);
    if (known && known.expiresAt > Date.now()) {
      request.user = known.user;
      return done();
    }
    authenticate(token).then((user) => {
      request.user = user;
      done();
    }, done);
  });
}
