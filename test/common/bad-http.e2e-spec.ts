import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import { eventBody } from '../support/factories.js';
import { exchange, expectRawProblem, readRaw } from '../support/raw-socket.js';
import { signToken } from '../support/tokens.js';

const CLOSE = 'Connection: close\r\n';
const authorization = `Authorization: Bearer ${signToken({ sub: 'alice' })}\r\n`;

describe('malformed HTTP', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['bytes', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n'],
    ['an unknown method', `FROB /events HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['a length that is no number', 'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 1e3\r\n\r\n'],
    ['a negative length', 'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n'],
    ['two lengths', 'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    [
      'a length and chunks',
      'POST /events HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a control character in a header', 'GET /events HTTP/1.1\r\nHost: x\r\nX-A: a\x01b\r\n\r\n'],
    ['a blank before a colon', 'GET /events HTTP/1.1\r\nHost: x\r\nX-A : b\r\n\r\n'],
    ['a folded header', 'GET /events HTTP/1.1\r\nHost: x\r\n X-A: b\r\n\r\n'],
    ['another version', 'GET /events HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['much nonsense', '\x00'.repeat(5_000_000)],
  ])('is 400 with a problem: %s', async (_what, bytes) => {
    expectRawProblem(await exchange(service.url, bytes), 400, 'VALIDATION_FAILED');
  });

  it('is 400 without a Host', async () => {
    const received = await exchange(service.url, `GET /health/live HTTP/1.1\r\n${CLOSE}\r\n`);
    expectRawProblem(received, 400, 'VALIDATION_FAILED');
    expect(
      (await exchange(service.url, 'GET /health/live HTTP/1.0\r\n\r\n')).startsWith('HTTP/1.1 200'),
    ).toBe(true);
  });

  it.each(['Host: x\r\nHost: x', 'Host: x\r\nhost: y', 'HOST: x\r\nX-A: b\r\nhOST: x\r\nHost: z'])(
    'is 400 with more than one Host: %j',
    async (hosts) => {
      for (const version of ['1.1', '1.0']) {
        const request = `GET /health/live HTTP/${version}\r\n${hosts}\r\n${CLOSE}\r\n`;
        const received = await exchange(service.url, request);
        expectRawProblem(received, 400, 'VALIDATION_FAILED');
      }
    },
  );

  const get = (path: string, headers: string) =>
    exchange(service.url, `GET ${path} HTTP/1.1\r\n${headers}${CLOSE}\r\n`);
  const faultsIn = (received: string) => JSON.parse(readRaw(received).body).errors;

  it.each([
    ...[
      'localhost',
      'localhost:3000',
      'LOCALHOST',
      'example.org.',
      'Example.ORG.:8443',
      'events',
      'my_service:80',
    ],
    ...['127.0.0.1', '10.0.0.7:1', '[::1]', '[::1]:65535', '[2001:DB8::17]:3000', '[::ffff:192.0.2.1]', 'x:'],
    ...['xn--mnchen-3ya.example', '1.example', 'a-b.c--d.example', `${'x'.repeat(63)}.example`],
    `${`${'x'.repeat(62)}.`.repeat(4)}xxx`,
  ])('does not include the Host %j', async (host) => {
    expect(readRaw(await get('/health/live', `Host: ${host}\r\n`)).status).toBe(200);
  });

  it.each([
    ...[
      '',
      ' ',
      'a b',
      'a/b',
      'a\\b',
      '/',
      'user@host',
      'user:word@host',
      'a?b',
      'a#b',
      'http://a',
      '%00',
      'a%2eb',
    ],
    ...['a,b', 'a;b', '"a"', '<b>', "a'b", 'a..b', '.', '.a', 'a..', 'm\u00fcnchen.example', 'a\tb'],
    ...[
      'a:b',
      'a:1:2',
      'a:-1',
      'a:65536',
      'a:123456',
      ':80',
      '[::1',
      '::1',
      '[::1]x',
      '[]',
      '[1::2::3]',
      '[g::1]',
    ],
    ...['[fe80::1%25eth0]', '[127.0.0.1]', '256.0.0.1', '1.2.3.4.5', 'x'.repeat(64), `${'x.'.repeat(127)}xx`],
    'x.'.repeat(2_000),
  ])('is 400 with the Host %j', async (host) => {
    const received = await get('/health/live', `Host: ${host}\r\n`);
    expectRawProblem(received, 400, 'VALIDATION_FAILED');
    expect(faultsIn(received)).toEqual([{ pointer: 'Host', detail: expect.stringMatching(/\w/) }]);
  });

  it('includes a Host with a character beyond a name or an address, with a port or without', () => {
    const name = fc.oneof(
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((address) => `[${address}]`),
    );
    const port = fc.oneof(
      fc.constant(''),
      fc.integer({ min: 0, max: 65_535 }).map((number) => `:${number}`),
    );
    const odd = fc.constantFrom(...'/\\@?#%,;!$&\'()*+=|^`{}<>"~ ');
    const statusOf = async (host: string) => readRaw(await get('/health/live', `Host: ${host}\r\n`)).status;
    return fc.assert(
      fc.asyncProperty(name, port, odd, fc.nat(), async (host, end, character, place) => {
        const at = 1 + (place % (host.length - 1)); // blanks around a value are ignored
        expect(await statusOf(host + end)).toBe(200);
        expect(await statusOf(host.slice(0, at) + character + host.slice(at) + end)).toBe(400);
      }),
    );
  });

  it.each([
    ['Authorization', authorization, 'Authorization: Bearer garbage\r\n'],
    ['Authorization', authorization, authorization],
    ['Authorization', authorization, 'aUTHORIZATION: Basic eDp5\r\n'],
    ['Content-Type', 'Content-Type: application/json\r\n', 'content-type: text/plain\r\n'],
    ['Idempotency-Key', 'Idempotency-Key: a\r\n', 'idempotency-key: b\r\n'],
    ['Last-Event-ID', 'Last-Event-ID: a\r\n', 'Last-Event-ID: b\r\n'],
  ])('is 400 with more than one %s', async (name, one, other) => {
    const signed = name === 'Authorization' ? '' : authorization;
    expect(readRaw(await get('/users/me', `Host: x\r\n${signed}${one}`)).status).toBe(200);
    for (const headers of [one + other, `${other}X-A: b\r\n${one}`]) {
      const received = await get('/users/me', `Host: x\r\n${signed}${headers}`);
      expectRawProblem(received, 400, 'VALIDATION_FAILED');
      expect(faultsIn(received)).toEqual([{ pointer: name, detail: 'is given more than once' }]);
    }
  });

  it('does not include a list header on several lines', async () => {
    const created = await service.as('alice').post('/events', eventBody());
    const conditions = `If-None-Match: "no"\r\nIf-None-Match: ${created.headers.get('etag')}\r\n`;
    const event = await get(`/events/${created.body.id}`, `Host: x\r\n${authorization}${conditions}`);
    expect(readRaw(event).status).toBe(304);
  });

  it('is 431 if the head is too large', async () => {
    const head = `GET /events HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(100_000)}\r\n\r\n`;
    expectRawProblem(await exchange(service.url, head), 431, 'PAYLOAD_TOO_LARGE');
    const path = `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expectRawProblem(await exchange(service.url, path), 431, 'PAYLOAD_TOO_LARGE');
  });

  it('does not corrupt a response in progress', async () => {
    const get = `GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`;
    const received = await exchange(service.url, `${get}nonsense\r\n\r\n`);
    const responses = received.split(/(?=HTTP\/1\.1 )/).map(readRaw);
    for (const { status, headers, body } of responses) {
      expect([200, 400]).toContain(status);
      const isWhole = Buffer.byteLength(body) === Number(headers['content-length']);
      expect({ status, isWhole }).toEqual({ status, isWhole: true });
    }
  });

  it('does not include an unknown expectation', async () => {
    const request = `GET /health/live HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n${CLOSE}\r\n`;
    const { status, headers } = readRaw(await exchange(service.url, request));
    expect({ status, id: headers['x-request-id'] }).toEqual({ status: 200, id: expect.any(String) });
  });
});
