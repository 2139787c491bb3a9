import type { JsonWebKey } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { KeySet } from '../../src/auth/key-set.js';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';
import { AUDIENCE, ISSUER, KeyServer, ProviderKey } from './key-server.js';

const now = () => Math.floor(Date.now() / 1000);

describe('authentication by a key set', () => {
  const known = new ProviderKey('RS256');
  let database: TestDatabase;
  let server: KeyServer;
  let service: TestApp;

  const environment = () => ({
    ...{ AUTH_SECRET: '', AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE },
    AUTH_JWKS_URL: server.url,
  });
  /** Sends a request with this token. */
  const me = (token: string) => new Client(service.url, token).get('/users/me');
  const statusOf = async (token: string) => (await me(token)).status;
  /** A token by a known key that is not cached. */
  const another = () => known.sign({ jti: Math.random() });
  /** A token by a key that no set has. */
  const unknown = new ProviderKey('ES256');

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  describe('with fixed keys', () => {
    const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;
    const keys = [known, ...algorithms.slice(1).map((algorithm) => new ProviderKey(algorithm))];

    beforeAll(async () => {
      server = await KeyServer.start(...keys);
      service = await startApp(environment(), database);
    });
    afterAll(async () => {
      await service.close();
      await server.close();
    });

    it.each(algorithms)('accepts %s', async (algorithm) => {
      const key = keys.find((each) => each.algorithm === algorithm)!;
      const { status, body } = await me(key.sign({ sub: `user of ${algorithm}` }));
      expect({ status, id: body.id }).toEqual({ status: 200, id: `user of ${algorithm}` });
    });

    it('refuses bad claims', async () => {
      const bad: Record<string, unknown>[] = [
        { iss: 'https://id.example.com/' },
        { iss: undefined },
        { aud: 'someone else' },
        { aud: undefined },
        { exp: undefined },
        { exp: now() - 45 },
        { nbf: now() + 45 },
        { iat: now() + 360 },
        { sub: undefined },
        { sub: '' },
        { sub: 7 },
      ];
      for (const claims of bad) {
        const { status, headers } = await me(known.sign(claims));
        expect({ claims, status }).toEqual({ claims, status: 401 });
        expect(headers.get('www-authenticate')).toBe('Bearer');
      }
    });

    it('refuses a token whose algorithm or key does not fit', async () => {
      const pem = known.publicKey.export({ type: 'spki', format: 'pem' }).toString();
      const der = known.publicKey.export({ type: 'spki', format: 'der' }).toString('latin1');
      const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'alice' };
      const forged: [string, string][] = [
        [
          'HS256 with the public key as PEM',
          signToken(claims, { secret: pem, header: { kid: known.kid, alg: 'HS256' } }),
        ],
        [
          'HS256 with the public key as DER',
          signToken(claims, { secret: der, header: { kid: known.kid, alg: 'HS256' } }),
        ],
        ['RS256 with an HMAC', signToken(claims, { secret: pem, header: { kid: known.kid, alg: 'RS256' } })],
        ['alg none', `${known.sign({}, { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
        ['the kid of another key', unknown.sign({}, { kid: known.kid })],
        ['a key of its own in jwk', unknown.sign({}, { kid: known.kid, jwk: unknown.jwk })],
      ];
      for (const [what, token] of forged)
        expect({ what, status: await statusOf(token) }).toEqual({ what, status: 401 });
    });

    it('refuses a kid that is a path, SQL, 10 kB long, a URL or a name of every object', async () => {
      const sql = "x'; DROP TABLE users; --";
      for (const kid of [
        '../../../../etc/passwd',
        sql,
        'k'.repeat(10_000),
        'http://169.254.169.254/latest',
        '__proto__',
      ])
        expect([kid, await statusOf(unknown.sign({}, { kid }))]).toEqual([kid, 401]);
      expect(await statusOf(another())).toBe(200);
    });

    it('fetches no URL that a token names', async () => {
      const attacker = await KeyServer.start(unknown);
      const { url } = attacker;
      for (const header of [{ jku: url }, { x5u: url }, { jku: url, kid: known.kid }, { kid: url }])
        expect(await statusOf(unknown.sign({}, header))).toBe(401);
      expect(attacker.requests).toBe(0);
      await attacker.close();
    });

    it('accepts access tokens and tokens without a purpose, and refuses other purposes', async () => {
      for (const typ of [
        undefined,
        'JWT',
        'jwt',
        'at+jwt',
        'AT+JWT',
        'application/at+jwt',
        'application/jwt',
      ])
        expect([typ, await statusOf(known.sign({}, { typ }))]).toEqual([typ, 200]);
      const foreign = [
        'logout+jwt',
        'dpop+jwt',
        'secevent+jwt',
        'JOSE',
        'text/jwt',
        'jwt ',
        'at+jwt+x',
        '',
        null,
        7,
      ];
      for (const typ of foreign) {
        const { status, body } = await me(known.sign({}, { typ }));
        expect([typ, status, body.code]).toEqual([typ, 401, 'UNAUTHENTICATED']);
      }
    });
  });

  describe('with its own key server', () => {
    beforeEach(async () => {
      server = await KeyServer.start(known);
    });
    afterEach(() => server.close());

    it('fetches again for an unknown key after 30 s', async () => {
      let time = 0;
      const keySet = new KeySet(server.url, () => time);
      const find = (kid: string) =>
        Promise.resolve(keySet.resolve({ alg: 'RS256', kid }, { payload: '', signature: '' })).then(
          () => 'found',
          () => 'not found',
        );
      expect(await find(known.kid)).toBe('found');
      expect(await find('next')).toBe('not found');
      server.serve(known.jwk, { ...new ProviderKey('RS256').jwk, kid: 'next' });
      time = 29_999;
      expect(await find('next')).toBe('not found');
      expect(server.requests).toBe(2);
      time = 30_000;
      expect(await find('next')).toBe('found');
      expect(server.requests).toBe(3);
      // A new connection each time: the other side may close an idle one while it is used.
      expect(server.connections).toBe(3);
    });

    it('drops a key that has left the set when its keys are old', async () => {
      let time = 0;
      const keySet = new KeySet(server.url, () => time);
      const find = (kid: string) => keySet.resolve({ alg: 'RS256', kid }, { payload: '', signature: '' });
      await find(known.kid);
      server.serve(unknown.jwk);
      time = 3_600_000;
      await until(() =>
        Promise.resolve(find(known.kid)).then(
          () => false,
          () => true,
        ),
      );
    });
  });

  describe('in a service that has just started', () => {
    beforeEach(async () => {
      server = await KeyServer.start(known);
      service = await startApp(environment(), database);
    });
    afterEach(async () => {
      await service.close();
      await server.close();
    });

    it('accepts a key without an algorithm and a use', async () => {
      const { alg: _alg, use: _use, ...jwk } = known.jwk;
      server.serve(jwk);
      expect(await statusOf(another())).toBe(200);
    });

    it('never uses a shared secret of the set', async () => {
      const secret = 'a symmetric key has no place in a key set';
      const oct = { kty: 'oct', kid: 'shared', k: Buffer.from(secret).toString('base64url') };
      for (const jwk of [oct, { ...oct, alg: 'HS256' }, { ...oct, alg: 'RS256' }]) {
        server.serve(known.jwk, jwk);
        const claims = { iss: ISSUER, aud: AUDIENCE, sub: 'alice' };
        for (const alg of ['HS256', 'RS256'])
          expect(await statusOf(signToken(claims, { secret, header: { kid: 'shared', alg } }))).toBe(401);
      }
      expect(await statusOf(another())).toBe(200);
    });

    it('fetches the keys once for many concurrent tokens', async () => {
      const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(another())));
      expect(new Set(statuses)).toEqual(new Set([200]));
      expect(server.requests).toBe(1);
    });

    it('accepts the old and the new key while both are in the set', async () => {
      expect(await statusOf(another())).toBe(200);
      const next = new ProviderKey('RS256');
      server.serve(known.jwk, next.jwk);
      expect(await statusOf(next.sign())).toBe(200);
      expect(await statusOf(another())).toBe(200);
      expect(await statusOf(next.sign({ sub: 'bob' }))).toBe(200);
    });

    it('fetches once more for unknown keys within 30 s, for any number of tokens', async () => {
      await me(another());
      const tokens = Array.from({ length: 30 }, (_, n) => unknown.sign({}, { kid: `unknown ${n}` }));
      const statuses = await Promise.all(tokens.slice(0, 15).map(statusOf));
      for (const token of tokens.slice(15)) statuses.push(await statusOf(token));
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect(server.requests).toBe(2);
    });

    describe('with several matching keys', () => {
      const twin = new ProviderKey('RS256', known.kid);
      const [first, second, third] = ['ES256', 'ES256', 'ES256'].map(() => new ProviderKey('ES256')) as [
        ProviderKey,
        ProviderKey,
        ProviderKey,
      ];
      const without = (jwk: JsonWebKey, member: 'kid' | 'alg') => ({ ...jwk, [member]: undefined });
      /** A token that does not name its key. */
      const nameless = (key: ProviderKey) => key.sign({ jti: Math.random() }, { kid: undefined });

      it('accepts a token whose key is in the set twice', async () => {
        server.serve(known.jwk, known.jwk, known.jwk);
        expect(await statusOf(another())).toBe(200);
        expect(await statusOf(nameless(known))).toBe(200);
        expect(await statusOf(unknown.sign({}, { kid: known.kid }))).toBe(401);
        expect(await statusOf(twin.sign())).toBe(401);
      });

      it('tries each key with one kid, in any order', async () => {
        const forged = new ProviderKey('RS256', known.kid);
        for (const set of [
          [known.jwk, twin.jwk],
          [twin.jwk, known.jwk],
          [without(twin.jwk, 'alg'), known.jwk],
        ]) {
          server.serve(...set);
          const fresh = await startApp(environment(), database);
          for (const key of [known, twin])
            expect((await new Client(fresh.url, key.sign()).get('/users/me')).status).toBe(200);
          expect((await new Client(fresh.url, forged.sign()).get('/users/me')).status).toBe(401);
          await fresh.close();
        }
      });

      it('tries each key for a token without a kid', async () => {
        server.serve(first.jwk, known.jwk, without(second.jwk, 'kid'), without(third.jwk, 'alg'));
        for (const key of [first, second, third, known]) expect(await statusOf(nameless(key))).toBe(200);
        expect(await statusOf(nameless(unknown))).toBe(401);
        expect(await statusOf(nameless(twin))).toBe(401);
        expect(await statusOf(signToken({ sub: 'alice', iss: ISSUER, aud: AUDIENCE }))).toBe(401);
      });

      it('skips unusable keys, and checks the claims by the right one', async () => {
        const broken = { ...first.jwk, x: 'AAAA' };
        server.serve(broken, second.jwk, third.jwk);
        expect(await statusOf(nameless(third))).toBe(200);
        const { status, body } = await me(third.sign({ exp: now() - 45 }, { kid: undefined }));
        expect([status, body.detail]).toEqual([401, 'The token has expired.']);
        expect(await statusOf(third.sign({ aud: 'someone else' }, { kid: undefined }))).toBe(401);
      });

      it('tries no more than 20 keys per token', async () => {
        const others = Array.from({ length: 20 }, () => new ProviderKey('ES256').jwk);
        server.serve(...others.slice(1), first.jwk, second.jwk);
        expect(await statusOf(nameless(first))).toBe(200);
        expect(await statusOf(nameless(second))).toBe(401);
        expect(await statusOf(second.sign())).toBe(200);
      });

      it('fetches once more in 30 s if no known key has signed a token without a kid, as after a rotation', async () => {
        server.serve(without(first.jwk, 'kid'));
        expect(await statusOf(nameless(first))).toBe(200);
        server.serve(without(second.jwk, 'kid'));
        expect(await statusOf(nameless(second))).toBe(200);
        expect(await statusOf(nameless(first))).toBe(401);
        expect(await statusOf(nameless(third))).toBe(401);
        expect(server.requests).toBe(2);
      });

      it('returns 503 for a token without a kid that no known key has signed if the key server is unavailable', async () => {
        server.serve(first.jwk, second.jwk);
        expect(await statusOf(nameless(second))).toBe(200);
        await server.close();
        expect(await statusOf(nameless(third))).toBe(503);
        expect(await statusOf(third.sign({}, { kid: first.kid }))).toBe(401);
        expect(await statusOf(nameless(first))).toBe(200);
      });
    });

    describe('with an unavailable key server', () => {
      const away: [string, (server: KeyServer) => unknown][] = [
        ['stopped', (server) => server.close()],
        ['hanging', (server) => server.respondWith(() => {})],
        ['hanging after the head', (server) => server.respondWith((response) => response.write('{"keys":['))],
        [
          'returning 500',
          (server) => server.respondWith((response) => response.writeHead(500).end('{"keys":[]}')),
        ],
        ['returning a web page', (server) => server.respondWith((response) => response.end('<html>'))],
        ['returning nothing', (server) => server.respondWith((response) => response.end())],
        [
          'returning JSON that is no key set',
          (server) => server.respondWith((response) => response.end('{}')),
        ],
        [
          'returning a malformed list',
          (server) => server.respondWith((response) => response.end('{"keys":[7]}')),
        ],
        ['breaking its response off', (server) => server.respondWith(cutOff)],
        ['returning 2 MB', (server) => server.respondWith((response) => response.end(' '.repeat(2_000_000)))],
      ];

      it.each(away)(
        '(%s) keeps using the known keys, and returns 503 for an unknown one',
        async (_how, go) => {
          expect(await statusOf(another())).toBe(200);
          await go(server);
          const [{ status, headers, body }, meanwhile] = await Promise.all([
            me(unknown.sign()),
            statusOf(another()),
          ]);
          expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(headers.get('www-authenticate')).toBeNull();
          expect(meanwhile).toBe(200);
          expect(await statusOf(another())).toBe(200);
          const before = server.requests;
          expect(await statusOf(unknown.sign({}, { kid: 'yet another' }))).toBe(503);
          expect(server.requests).toBe(before);
        },
      );

      it('follows no redirect', async () => {
        const attacker = await KeyServer.start(unknown);
        expect(await statusOf(another())).toBe(200);
        server.respondWith((response) => response.writeHead(302, { location: attacker.url }).end());
        expect(await statusOf(unknown.sign())).toBe(503);
        expect(attacker.requests).toBe(0);
        await attacker.close();
      });

      it('still distinguishes malformed tokens from possibly valid ones', async () => {
        await server.close();
        expect(await statusOf('garbage')).toBe(401);
        expect(await statusOf(signToken({ sub: 'alice' }))).toBe(401);
        expect((await service.as(null).get('/users/me')).status).toBe(401);
      });

      it('returns 503 from the first token on, and recovers', async () => {
        await server.close();
        expect(await statusOf(another())).toBe(503);
        expect((await service.as(null).get('/health/ready')).status).toBe(200);
        await server.open();
        await until(async () => (await statusOf(another())) === 200);
      });
    });
  });
});

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"keys":[');
  response.destroy();
}
