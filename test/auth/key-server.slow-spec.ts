import type { JsonWebKey } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';
import { AUDIENCE, ISSUER, KeyServer, ProviderKey } from './key-server.js';

const now = () => Math.floor(Date.now() / 1000);

describe('a key set, in a service that has just started', () => {
  const known = new ProviderKey('RS256');
  let database: TestDatabase;
  let server: KeyServer;
  let service: TestApp;

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

  beforeEach(async () => {
    server = await KeyServer.start(known);
    service = await startApp(server.settings, database);
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
        const fresh = await startApp(server.settings, database);
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
      ['returning JSON that is no key set', (server) => server.respondWith((response) => response.end('{}'))],
      [
        'returning a malformed list',
        (server) => server.respondWith((response) => response.end('{"keys":[7]}')),
      ],
      ['breaking its response off', (server) => server.respondWith(cutOff)],
      ['returning 2 MB', (server) => server.respondWith((response) => response.end(' '.repeat(2_000_000)))],
    ];

    it.each(away)('(%s) keeps using the known keys, and returns 503 for an unknown one', async (_how, go) => {
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
    });

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

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"keys":[');
  response.destroy();
}
