import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { AUDIENCE, ISSUER } from './key-server.js';

const SECRET = 'a shared secret that an operator has made up';

describe('development tokens', () => {
  let database: TestDatabase;
  let folder: string;
  const open: TestApp[] = [];

  /** The service with a data folder of the test's, and no secret by default. */
  async function start(overrides: Environment = {}): Promise<TestApp> {
    const service = await startApp({ AUTH_SECRET: '', DATA_DIR: folder, ...overrides }, database);
    open.push(service);
    return service;
  }

  async function tokenOf(service: TestApp, body: Record<string, unknown>): Promise<string> {
    const answer = await service.as(null).post('/auth/token', body);
    expect(answer.status).toBe(201);
    return answer.body.accessToken;
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

  it('sign in everyone who asks', async () => {
    const service = await start();
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

  it('need no token, and mind no bad one', async () => {
    const service = await start();
    const headers = { authorization: 'Bearer garbage' };
    expect((await service.as(null).post('/auth/token', { userId: 'carol' }, headers)).status).toBe(201);
  });

  it('carry the issuer and the audience that are asked for', async () => {
    const service = await start({ AUTH_ISSUER: ISSUER, AUTH_AUDIENCE: AUDIENCE });
    const client = new Client(service.url, await tokenOf(service, { userId: 'carol' }));
    expect((await client.get('/users/me')).status).toBe(200);
  });

  it.each<[string, Environment, number]>([
    ['not served where there is a secret', { AUTH_SECRET: SECRET }, 404],
    [
      'served where there is a secret and they are asked for',
      { AUTH_SECRET: SECRET, AUTH_DEV_TOKENS: 'true' },
      201,
    ],
    ['not served where they are switched off', { AUTH_DEV_TOKENS: 'false' }, 404],
    [
      'not served where a key set is used',
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

  it('outlive a restart, since the secret is kept in the data folder', async () => {
    const before = await start();
    const token = await tokenOf(before, { userId: 'carol' });
    await before.close();
    open.pop();
    const after = await start();
    expect((await new Client(after.url, token).get('/users/me')).status).toBe(200);
  });

  it('are good at every instance on the same data folder, also where all start at once', async () => {
    const services = await Promise.all([start(), start(), start()]);
    const tokens = await Promise.all(services.map((service) => tokenOf(service, { userId: 'carol' })));
    for (const { url } of services)
      for (const token of tokens) expect((await new Client(url, token).get('/users/me')).status).toBe(200);
  });

  it('are no good at an installation with another data folder', async () => {
    const token = await tokenOf(await start(), { userId: 'carol' });
    const elsewhere = await start({ DATA_DIR: join(folder, 'another') });
    expect((await new Client(elsewhere.url, token).get('/users/me')).status).toBe(401);
  });

  it('leave a secret that only the service can read', async () => {
    await tokenOf(await start(), { userId: 'carol' });
    const files = await readdir(folder);
    expect(files).toHaveLength(1);
    if (process.platform !== 'win32')
      expect((await stat(join(folder, files[0] as string))).mode & 0o077).toBe(0);
  });

  describe('given a bad body', () => {
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
    ])('refuse %s', async (_what, body, pointer) => {
      const answer = await service.as(null).post('/auth/token', body);
      expect({ status: answer.status, code: answer.body.code }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      expect(answer.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
    });

    it.each([undefined, '', '{', 'null', '[]'])('refuse %j as the body', async (body) => {
      const { status, body: problem } = await service
        .as(null)
        .post('/auth/token', body, { 'content-type': 'application/json' });
      expect({ status, code: problem.code }).toEqual({ status: 400, code: 'MALFORMED_JSON' });
    });
  });
});
