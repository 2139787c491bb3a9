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
      service = await startApp(server.settings, database);
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
});
