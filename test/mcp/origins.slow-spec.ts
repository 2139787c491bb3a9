import { type Environment, startApp, type TestApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { exchange, isComplete } from '../support/raw-socket.js';
import { signToken, TEST_SECRET } from '../support/tokens.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const EVIL = 'https://evil.example';
const LOOKALIKES = [
  'null',
  'http://localhost.evil.example',
  'http://localhost@evil.example',
  'https://localhost',
];

describe('the Origin at /mcp', () => {
  let database: TestDatabase;
  let development: TestApp;
  let service: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    development = await startApp({}, database);
  });
  beforeEach(() => {
    service = development;
  });
  afterAll(async () => {
    await development.close();
    await database.drop();
  });

  const start = async (environment: Environment) => {
    service = closeAfterTest(await startApp(environment, database));
  };
  const send = async (origin: string | undefined, body: unknown = PING, userId: string | null = 'alice') => {
    const headers = origin === undefined ? undefined : { origin };
    const response = await service.as(userId).post('/mcp', body, headers);
    return [response.status, response.body?.code];
  };
  const expectOnly = async (allowed: (string | undefined)[], refused: string[]) => {
    for (const origin of allowed) expect([origin, ...(await send(origin))]).toEqual([origin, 200, undefined]);
    for (const origin of refused)
      expect([origin, ...(await send(origin))]).toEqual([origin, 403, 'NOT_A_PARTY']);
  };

  it('may be of this machine in development', async () => {
    const local = ['http://localhost:5173', 'http://127.0.0.1', service.url];
    await expectOnly([undefined, ...local], [EVIL, ...LOOKALIKES, `${service.url}.evil.example`]);
  });

  it('may be one of CORS_ORIGINS, or that of PUBLIC_URL', async () => {
    const origins = ['https://app.example.org', 'https://other.example.org:8443'];
    await start({ CORS_ORIGINS: origins.join(','), PUBLIC_URL: 'https://events.example.org/api' });
    await expectOnly(
      [undefined, ...origins, 'https://events.example.org'],
      [EVIL, ...LOOKALIKES, service.url, 'https://app-example.org', 'http://app.example.org', `${origins}`],
    );
  });

  it('may be absent only, in production without CORS_ORIGINS', async () => {
    await start({ NODE_ENV: 'production', AUTH_SECRET: TEST_SECRET });
    await expectOnly([undefined], [EVIL, ...LOOKALIKES, 'http://localhost:5173', service.url]);
  });

  it('is not compared with the Host, because of DNS rebinding', async () => {
    const post = (host: string, origin: string) => {
      const body = JSON.stringify(PING);
      const head = [
        ...['POST /mcp HTTP/1.1', `Host: ${host}`, `Origin: ${origin}`, 'Content-Type: application/json'],
        ...[
          `Authorization: Bearer ${signToken({ sub: 'alice' })}`,
          `Content-Length: ${body.length}`,
          '',
          body,
        ],
      ];
      return exchange(service.url, head.join('\r\n'), isComplete);
    };
    expect(await post('localhost:3000', 'http://localhost:3000')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await post('evil.example:3000', 'http://evil.example:3000')).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('is refused after a missing token and malformed JSON, and before a malformed message', async () => {
    expect(await send(EVIL, PING, null)).toEqual([401, 'UNAUTHENTICATED']);
    expect(await send(EVIL, '{')).toEqual([400, 'MALFORMED_JSON']);
    expect(await send(undefined, { method: 7 })).toEqual([400, 'VALIDATION_FAILED']);
    expect(await send(EVIL, { method: 7 })).toEqual([403, 'NOT_A_PARTY']);
  });

  it('does not matter to other operations', async () => {
    expect((await service.as('alice').get('/events', { origin: EVIL })).status).toBe(200);
    const { status, headers } = await service
      .as('alice')
      .request('OPTIONS', '/mcp', { headers: { origin: EVIL } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });
});
