import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { exchange, isComplete } from '../support/raw-socket.js';
import { AUDIENCE, ISSUER } from './key-server.js';

const SECRET = 'a shared secret that an operator has made up';

describe('development tokens', () => {
  let database: TestDatabase;
  let folder: string;
  const open: TestApp[] = [];

  /** The service with a data folder of the test, and no secret by default. */
  async function start(overrides: Environment = {}): Promise<TestApp> {
    const service = await startApp({ AUTH_SECRET: '', DATA_DIR: folder, ...overrides }, database);
    open.push(service);
    return service;
  }

  async function tokenOf(service: TestApp, body: Record<string, unknown>): Promise<string> {
    const response = await service.as(null).post('/auth/token', body);
    expect(response.status).toBe(201);
    return response.body.accessToken;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'events-and-gigs-auth-'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((service) => service.close()));
    await rm(folder, { recursive: true });
  });
  afterAll(() => database.drop());

  it('are issued to everyone: they need no token, and ignore a bad one', async () => {
    const service = await start();
    const headers = { authorization: 'Bearer garbage' };
    expect((await service.as(null).post('/auth/token', { userId: 'carol' }, headers)).status).toBe(201);
    const { status, body } = await service
      .as(null)
      .post('/auth/token', { userId: 'carol', name: 'Carol Danvers' });
    expect(status).toBe(201);
    expect(body).toEqual({ accessToken: expect.any(String), tokenType: 'Bearer', expiresIn: 43_200 });
    const claims = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString());
    expect(claims.exp - claims.iat).toBe(43_200);
    const me = await new Client(service.url, body.accessToken).get('/users/me');
    expect(me.body).toMatchObject({ id: 'carol', name: 'Carol Danvers' });
  });

  it('carry the requested issuer and audience', async () => {
    const service = await start({ AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE });
    const client = new Client(service.url, await tokenOf(service, { userId: 'carol' }));
    expect((await client.get('/users/me')).status).toBe(200);
  });

  it.each<[string, Environment, number]>([
    ['not served with a secret', { AUTH_SECRET: SECRET }, 404],
    ['served with a secret if they are enabled', { AUTH_SECRET: SECRET, AUTH_DEV_TOKENS: 'true' }, 201],
    ['not served if they are disabled', { AUTH_DEV_TOKENS: 'false' }, 404],
    [
      'not served with a key set',
      { AUTH_JWKS_URL: 'http://127.0.0.1:9/jwks', AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE },
      404,
    ],
    ['not served in production', { NODE_ENV: 'production', AUTH_SECRET: SECRET }, 404],
  ])('are %s', async (_what, environment, expected) => {
    const service = await start(environment);
    const { status, body } = await service.as(null).post('/auth/token', { userId: 'carol' });
    expect(status).toBe(expected);
    if (expected === 201) return;
    expect(body.code).toBe('NOT_FOUND');
    expect((await service.as(null).post('/auth/token', { userId: 7 })).status).toBe(404);
  });

  describe('if they are on by default', () => {
    /** Requests a token by this host, as a page of that host does. */
    const askAt = async (service: TestApp, host: string, headers = '') => {
      const body = JSON.stringify({ userId: 'carol' });
      const head = `POST /auth/token HTTP/1.1\r\n${host && `Host: ${host}\r\n`}${headers}`;
      const type = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const received = await exchange(service.url, `${head}${type}\r\n${body}`, isComplete);
      const [, status, problem] = /^HTTP\/1.1 (\d+).*?\r\n\r\n(.*)$/s.exec(received)!;
      return { status: Number(status), body: JSON.parse(problem!) };
    };
    const LOOPBACK = [
      ...[
        'localhost',
        'LocalHost:3000',
        'localhost.',
        'localhost.:80',
        'app.localhost:5173',
        'a.b.localhost',
      ],
      ...['127.0.0.1', '127.0.0.1:3000', '127.8.9.10:1', '[::1]', '[::1]:3000', '[0:0:0:0:0:0:0:1]:80'],
    ];
    const ELSEWHERE = [
      ...[
        'evil.example',
        'evil.example:3000',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
        'notlocalhost',
      ],
      ...[
        'localhost-evil',
        'evil-localhost:3000',
        '192.168.1.7:3000',
        '0.0.0.0:3000',
        '128.0.0.1',
        '[::2]',
        '[::]',
      ],
    ];

    it('are issued to a page of this machine', async () => {
      const service = await start();
      for (const host of LOOPBACK)
        expect({ host, ...(await askAt(service, host)) }).toMatchObject({
          ...{ host, status: 201, body: { accessToken: expect.any(String) } },
        });
    });

    it('are refused to a page of another host (DNS rebinding), with the reason', async () => {
      const service = await start({ TRUST_PROXY: '1' });
      const forwarded = 'X-Forwarded-Host: localhost\r\nForwarded: host=localhost\r\n';
      for (const host of ELSEWHERE)
        for (const headers of ['', forwarded, 'Origin: http://localhost:3000\r\n'])
          expect({ host, ...(await askAt(service, host, headers)) }).toMatchObject({
            ...{ host, status: 400 },
            body: {
              code: 'VALIDATION_FAILED',
              errors: [{ pointer: 'Host', detail: expect.stringContaining('AUTH_DEV_TOKENS') }],
            },
          });
      expect((await askAt(service, 'localhost', 'X-Forwarded-Host: localhost\r\n')).status).toBe(201);
    });

    it('are issued to any host if enabled, and to none if disabled', async () => {
      const asked = await start({ AUTH_DEV_TOKENS: 'true' });
      const off = await start({ AUTH_DEV_TOKENS: 'false' });
      for (const host of ELSEWHERE) {
        expect({ host, ...(await askAt(asked, host)) }).toMatchObject({ host, status: 201 });
        expect({ host, ...(await askAt(off, host)) }).toMatchObject({ host, status: 404 });
      }
    });
  });

  it('survive a restart, since the secret is kept in the data folder, where others cannot read it', async () => {
    const before = await start();
    const token = await tokenOf(before, { userId: 'carol' });
    await before.close();
    open.pop();
    const after = await start();
    expect((await new Client(after.url, token).get('/users/me')).status).toBe(200);
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    if (process.platform !== 'win32')
      expect((await stat(join(folder, files[0] as string))).mode & 0o077).toBe(0);
  });

  it('are valid at every instance on the same data folder, even if all start together', async () => {
    const services = await Promise.all([start(), start(), start()]);
    const tokens = await Promise.all(services.map((service) => tokenOf(service, { userId: 'carol' })));
    for (const { url } of services)
      for (const token of tokens) expect((await new Client(url, token).get('/users/me')).status).toBe(200);
  });

  it('are invalid at an installation with another data folder', async () => {
    const token = await tokenOf(await start(), { userId: 'carol' });
    const elsewhere = await start({ DATA_DIR: join(folder, 'another') });
    expect((await new Client(elsewhere.url, token).get('/users/me')).status).toBe(401);
  });

  describe('with a bad body', () => {
    let service: TestApp;

    beforeAll(async () => {
      service = await startApp({ AUTH_DEV_TOKENS: 'true' }, database);
    });
    afterAll(() => service.close());

    it.each([
      ['no user', {}, '/userId'],
      ['an empty user', { userId: '' }, '/userId'],
      ['a user of 256 characters', { userId: 'x'.repeat(256) }, '/userId'],
      ['a numeric user', { userId: 7 }, '/userId'],
      ['a NUL', { userId: 'a\0' }, '/userId'],
      ['a lone surrogate', { userId: 'a\udc00' }, '/userId'],
      ['an empty name', { userId: 'a', name: '' }, '/name'],
      ['a name of 201 characters', { userId: 'a', name: 'x'.repeat(201) }, '/name'],
      ['an unknown member', { userId: 'a', admin: true }, '/admin'],
    ])('are refused for %s', async (_what, body, pointer) => {
      const response = await service.as(null).post('/auth/token', body);
      expect({ status: response.status, code: response.body.code }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      expect(response.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    });

    it.each([undefined, '', '{', 'null', '[]'])('are refused for the body %j', async (body) => {
      const { status, body: problem } = await service
        .as(null)
        .post('/auth/token', body, { 'content-type': 'application/json' });
      expect({ status, code: problem.code }).toEqual({ status: 400, code: 'MALFORMED_JSON' });
    });
  });
});
