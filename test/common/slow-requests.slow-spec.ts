import { startApp, type TestApp } from '../support/app.js';
import { expectRawProblem, trickle } from '../support/raw-socket.js';
import { signToken } from '../support/tokens.js';

const authorization = `Authorization: Bearer ${signToken({ sub: 'alice' })}\r\n`;

describe('a request that does not arrive in time', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('is 408, and stores nothing', async () => {
    const before = await service.database.query('SELECT count(*)::int AS n FROM events', []);
    const post = `POST /events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${authorization}`;
    const responses = await Promise.all([
      trickle(service.url, `${post}Content-Length: 100000\r\n\r\n{"title":"`),
      trickle(service.url, `${post}Transfer-Encoding: chunked\r\n\r\n10000\r\n{"title":"`),
      trickle(service.url, 'GET /events HTTP/1.1\r\nHost: x\r\nX-Slow: '),
    ]);
    for (const response of responses) expectRawProblem(response, 408, 'VALIDATION_FAILED');
    expect(await service.database.query('SELECT count(*)::int AS n FROM events', [])).toEqual(before);
  });
});
