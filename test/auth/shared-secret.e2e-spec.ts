import { createHmac } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';
import { exchange, isComplete } from '../support/raw-socket.js';
import { signToken, TEST_SECRET } from '../support/tokens.js';
import { until } from '../support/until.js';
import { ISSUER, KeyServer } from './key-server.js';

const now = () => Math.floor(Date.now() / 1000);
const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const good = () => signToken({ sub: 'alice' });
const unsigned = (alg: string) => `${encode({ alg })}.${encode({ sub: 'alice', exp: now() + 60 })}.`;
const [head, payload, signature] = good().split('.') as [string, string, string];

function hs512(): string {
  const text = `${encode({ alg: 'HS512' })}.${payload}`;
  return `${text}.${createHmac('sha512', TEST_SECRET).update(text).digest('base64url')}`;
}

const UNREADABLE: [string, string | undefined][] = [
  ['no header', undefined],
  ['an empty header', ''],
  ['a scheme alone', 'Bearer'],
  ['garbage', 'Bearer garbage'],
  ['garbage in three parts', 'Bearer a.b.c'],
  ['Basic', `Basic ${Buffer.from('alice:secret').toString('base64')}`],
  ['another scheme with a good token', `Token ${good()}`],
  ['a good token without a scheme', good()],
  ['two tokens', `Bearer ${good()} ${good()}`],
  ['a payload that is not JSON', `Bearer ${head}.${Buffer.from('{').toString('base64url')}.${signature}`],
  ['five parts, as an encrypted token has', `Bearer ${head}.${payload}.${signature}.a.b`],
  ['14 kB of garbage', `Bearer ${'x'.repeat(14_000)}`],
];

const UNSIGNED: [string, string][] = [
  ['alg none', unsigned('none')],
  ['alg NONE', unsigned('NONE')],
  ['alg none with the signature of another', `${unsigned('none')}${signature}`],
  ['no signature', `${head}.${payload}.`],
  ['the signature of another payload', `${head}.${encode({ sub: 'bob', exp: now() + 60 })}.${signature}`],
  ['another secret', signToken({ sub: 'alice' }, { secret: 'another secret, long enough to be taken' })],
  ['an empty secret', signToken({ sub: 'alice' }, { secret: '' })],
  ['HS512 under the right secret', hs512()],
  ['an unknown critical extension', signToken({ sub: 'alice' }, { header: { crit: ['x'], x: true } })],
  ...['logout+jwt', 'dpop+jwt', 'application/logout+jwt', '', null].map((typ): [string, string] => [
    `the type ${JSON.stringify(typ)}`,
    signToken({ sub: 'alice' }, { header: { typ } }),
  ]),
];

const CLAIMS: [string, () => Record<string, unknown>][] = [
  ['no exp', () => ({ exp: undefined })],
  ['an exp that is text', () => ({ exp: 'tomorrow' })],
  ['an exp 45 s ago', () => ({ exp: now() - 45 })],
  ['an nbf 45 s ahead', () => ({ nbf: now() + 45 })],
  ['an nbf that is text', () => ({ nbf: 'now' })],
  ['an iat 6 minutes ahead', () => ({ iat: now() + 360 })],
  ['an iat that is text', () => ({ iat: 'now' })],
  ['no sub', () => ({ sub: undefined })],
  ['an empty sub', () => ({ sub: '' })],
  ['a numeric sub', () => ({ sub: 7 })],
  ['a sub that is null', () => ({ sub: null })],
  ['a sub that is a list', () => ({ sub: ['alice'] })],
  ['a sub of 256 characters', () => ({ sub: 'x'.repeat(256) })],
  ['a NUL in the sub', () => ({ sub: 'ali\0ce' })],
  ['a lone surrogate in the sub', () => ({ sub: 'alice\ud800' })],
];

describe('authentication by a shared secret', () => {
  let service: TestApp;
  /** The user of a request with this Authorization header. */
  const me = (authorization: string | undefined) =>
    service.as(null).get('/users/me', authorization === undefined ? {} : { authorization });

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  async function expectRefused(authorization: string | undefined): Promise<void> {
    const { status, headers, body } = await me(authorization);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(headers.get('www-authenticate')).toBe('Bearer');
    expect(headers.get('content-type')).toContain('application/problem+json');
  }

  it.each(UNREADABLE)('refuses %s', (_what, authorization) => expectRefused(authorization));
  it.each(UNSIGNED)('refuses %s', (_what, token) => expectRefused(`Bearer ${token}`));
  it.each(CLAIMS)('refuses %s', (_what, claims) =>
    expectRefused(`Bearer ${signToken({ sub: 'alice', ...claims() })}`),
  );

  it('reports that a token has expired', async () => {
    expect((await me(`Bearer ${signToken({ sub: 'alice', exp: now() - 45 })}`)).body.detail).toMatch(
      /expired/,
    );
  });

  it('accepts a cached token until 30 s after its expiry, and no longer', async () => {
    let exp = 0;
    const seen = () => me(`Bearer ${signToken({ sub: 'alice', exp, iat: exp - 60 })}`);
    await until(async () => {
      exp = now() - 29;
      return (await seen()).status === 200;
    });
    await until(() => now() > exp + 30);
    const { status, body } = await seen();
    expect([status, body.detail]).toEqual([401, 'The token has expired.']);
  });

  it('accepts no token from the query', async () => {
    expect((await service.as(null).get(`/users/me?access_token=${good()}`)).status).toBe(401);
  });

  it.each(['a\rb', 'a\nb', '\n', 'alice\r\n', 'a\u0001', 'a\u0085b', '\u007f'])(
    'refuses a sub of %j',
    async (sub) => {
      const { status, body } = await me(`Bearer ${signToken({ sub })}`);
      expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
    },
  );

  it.each([
    ['bearer in lower case', () => `bearer ${good()}`],
    ['BEARER in upper case', () => `BEARER ${good()}`],
    ['white space around the token', () => `Bearer   ${good()} `],
    ['an exp within the skew', () => `Bearer ${signToken({ sub: 'alice', exp: now() - 15 })}`],
    ['an nbf within the skew', () => `Bearer ${signToken({ sub: 'alice', nbf: now() + 15 })}`],
    ['an iat 4 minutes ahead', () => `Bearer ${signToken({ sub: 'alice', iat: now() + 240 })}`],
    ['no iat', () => `Bearer ${signToken({ sub: 'alice', iat: undefined })}`],
    ...[undefined, 'at+jwt', 'application/at+jwt', 'Jwt'].map((typ): [string, () => string] => [
      `the type ${typ}`,
      () => `Bearer ${signToken({ sub: 'alice' }, { header: { typ } })}`,
    ]),
  ])('accepts %s', async (_what, authorization) => {
    const { status, body } = await me(authorization());
    expect({ status, id: body.id }).toEqual({ status: 200, id: 'alice' });
  });

  it.each([
    ['255 characters', 'x'.repeat(255)],
    ['255 emoji', '🎷'.repeat(255)],
    ['one character', 'x'],
    ['quotes and slashes', `o'Neil/"me"?%00#\\`],
    ['a name of every object', '__proto__'],
  ])('accepts a sub of %s', async (_what, sub) => {
    const { status, body } = await me(`Bearer ${signToken({ sub })}`);
    expect({ status, id: body.id }).toEqual({ status: 200, id: sub });
    await new Client(service.url, signToken({ sub })).post('/conversations');
    expect((await service.as('bob').get(`/users/${encodeURIComponent(sub)}`)).body.id).toBe(sub);
  });

  describe('with a header that names a key', () => {
    let attacker: KeyServer;
    const secret = 'a secret of the attacker, long enough to be taken';

    beforeAll(async () => {
      attacker = await KeyServer.start();
      attacker.serve({ kty: 'oct', kid: 'mine', k: Buffer.from(secret).toString('base64url') });
    });
    afterAll(() => attacker.close());

    const headers = (): [string, Record<string, unknown>][] => [
      ['a kid that is a path', { kid: '../../../../dev/null' }],
      ['a kid that is SQL', { kid: "x' UNION SELECT 'secret' --" }],
      ['a kid of 10 kB', { kid: 'k'.repeat(10_000) }],
      ['a kid that is an object', { kid: { length: 1 } }],
      ['jku', { kid: 'mine', jku: attacker.url }],
      ['x5u', { kid: 'mine', x5u: attacker.url }],
      ['jwk', { jwk: { kty: 'oct', k: Buffer.from(secret).toString('base64url') } }],
      ['x5c', { x5c: ['MIIB'] }],
    ];

    it('refuses tokens signed with that key, and fetches nothing', async () => {
      for (const [, header] of headers())
        for (const key of [secret, ''])
          await expectRefused(`Bearer ${signToken({ sub: 'alice' }, { header, secret: key })}`);
      expect(attacker.requests).toBe(0);
    });

    it('ignores it if the shared secret has signed', async () => {
      for (const [what, header] of headers()) {
        const { status } = await me(`Bearer ${signToken({ sub: 'alice' }, { header })}`);
        expect({ what, status }).toEqual({ what, status: 200 });
      }
      expect(attacker.requests).toBe(0);
    });
  });

  describe('with an issuer and an audience', () => {
    let strict: TestApp;
    const claims = { sub: 'alice', iss: ISSUER, aud: 'us' };

    beforeAll(async () => {
      strict = await startApp({ AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: 'us' }, service.database);
    });
    afterAll(() => strict.close());

    it.each([
      ['both', {}, 200],
      ['the audience among others', { aud: ['them', 'us'] }, 200],
      ['another issuer', { iss: 'https://id.example.com/' }, 401],
      ['no issuer', { iss: undefined }, 401],
      ['another audience', { aud: 'them' }, 401],
      ['no audience', { aud: undefined }, 401],
      ['an empty list of audiences', { aud: [] }, 401],
    ])('for %s', async (_what, overrides, expected) => {
      const client = new Client(strict.url, signToken({ ...claims, ...overrides }));
      expect((await client.get('/users/me')).status).toBe(expected);
    });
  });

  describe('a refusal', () => {
    const BAD_BYTES: [string, number, unknown, string][] = [
      ['malformed JSON', 400, '{', 'application/json'],
      ['text', 415, 'hello', 'text/plain'],
      ['a body over 1 MiB', 413, `{"title":"${'x'.repeat(1024 * 1024)}"}`, 'application/json'],
    ];
    const unknown = '/events/0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

    it.each(BAD_BYTES)('is 401 before %s is %i', async (_what, _status, body, type) => {
      for (const [method, path] of [
        ['POST', '/events'],
        ['PATCH', unknown],
      ] as const)
        expect(
          (await service.as(null).request(method, path, { body, headers: { 'content-type': type } })).status,
        ).toBe(401);
    });

    it.each(BAD_BYTES)('with %s is %i before 403 and 404', async (_what, expected, body, type) => {
      const event = await createEvent(service.as('alice'));
      const headers = { 'content-type': type };
      for (const path of [`/events/${event.id}`, unknown])
        expect((await service.as('bob').request('PATCH', path, { body, headers })).status).toBe(expected);
    });

    it('is 404 and 403 before the validation of the body', async () => {
      const event = await createEvent(service.as('alice'));
      const body = { title: 1, nope: true };
      expect((await service.as('bob').patch(unknown, body)).status).toBe(404);
      expect((await service.as('bob').patch(`/events/${event.id}`, body)).status).toBe(403);
      expect((await service.as('alice').patch(`/events/${event.id}`, body)).status).toBe(400);
    });

    it('is for the body before the rules', async () => {
      const event = await createEvent(service.as('alice'));
      const path = `/events/${event.id}`;
      await service.as('alice').patch(path, { status: 'CANCELLED' });
      const { body } = await service.as('alice').patch(path, { status: 'OPEN', title: 1 });
      expect(body.code).toBe('VALIDATION_FAILED');
    });

    it.each([
      ['a length', 'Content-Length: 1000000\r\n\r\n'],
      ['chunks', 'Transfer-Encoding: chunked\r\n\r\n'],
      ['a length past the limit', 'Content-Length: 1000000000000\r\n\r\n'],
    ])('is 401 before any byte of the body, announced by %s', async (_what, announcement) => {
      const request = `POST /events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${announcement}`;
      const response = await exchange(service.url, request, isComplete);
      expect(response).toMatch(/^HTTP\/1\.1 401 [\s\S]*"code":"UNAUTHENTICATED"/);
    });
  });
});
