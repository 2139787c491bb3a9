import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { exchange, isComplete } from '../support/raw-socket.js';
import { signToken } from '../support/tokens.js';

const MIB = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));
/** A body of nested objects; the body itself is level 1. */
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

function expectProblem({ status, body, headers }: ServiceResponse, expected: number, code: string): void {
  expect({ status, code: body?.code }).toEqual({ status: expected, code });
  expect(headers.get('content-type')).toContain('application/problem+json');
}

describe('a body', () => {
  let service: TestApp;
  let alice: Client;
  const send = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    alice.request('PATCH', '/users/me', { body, headers });
  const headline = async () => (await alice.get('/users/me')).body.headline;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  it('of an operation without a body may have no members', async () => {
    const { id } = await createEvent(alice);
    const refused = await alice.request('DELETE', `/events/${id}`, {
      body: '{"why":1,"a/b":2}',
      headers: JSON_TYPE,
    });
    expectProblem(refused, 400, 'VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([
      { pointer: '/why', detail: 'is not known' },
      { pointer: '/a~1b', detail: 'is not known' },
    ]);
    expect((await alice.request('DELETE', `/events/${id}`, { body: '{}', headers: JSON_TYPE })).status).toBe(
      204,
    );
  });

  describe('of another type', () => {
    it.each([
      ['text', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['a multipart form', 'multipart/form-data; boundary=x'],
      ['a merge patch', 'application/merge-patch+json'],
      ['a problem', 'application/problem+json'],
      ['another type that begins like JSON', 'application/jsonp'],
      ['text/json', 'text/json'],
      ['a broken type', ';;;'],
    ])('is 415 if it is %s', async (_what, type) => {
      expectProblem(await send('{"headline":"x"}', { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
    });

    it('is 415 without a type', async () => {
      const token = signToken({ sub: 'alice' });
      const head = `PATCH /users/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 2\r\n\r\n{}`;
      expect(await exchange(service.url, head, isComplete)).toMatch(/^HTTP\/1.1 415 /);
    });

    it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
      'is not one if it says %s',
      async (type) => {
        expect((await send('{}', { 'content-type': type })).status).toBe(200);
      },
    );

    it.each<[string, string | Uint8Array]>([
      ['empty', ''],
      ['blank', '  '],
      ['cut off', '{"headline":"x"'],
      ['followed by more', '{}{}'],
      ['with an extra comma', '{"headline":"x",}'],
      ['in single quotes', "{'headline':'x'}"],
      ['with a comment', '{/* none */}'],
      ['with NaN', '{"headline":NaN}'],
      ['with a raw line break', '{"headline":"a\nb"}'],
      ['with a byte order mark', '\ufeff{}'],
      ['null', 'null'],
      ['a list', '[]'],
      ['a text', '"x"'],
      ['a number', '7'],
      ['true', 'true'],
      ['with a byte that UTF-8 has not', bytes('{"headline":"', [0xff], '"}')],
      ['with an overlong slash', bytes('{"headline":"', [0xc0, 0xaf], '"}')],
      ['with a surrogate in UTF-8', bytes('{"headline":"', [0xed, 0xa0, 0x80], '"}')],
      ['with a character cut off', bytes('{"headline":"', [0xf0, 0x9f, 0x8e], '"}')],
      ['in UTF-16', Buffer.from('{}', 'utf16le')],
      ['21 deep', nested(21)],
      ['300 000 deep in objects', `{"a":${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}}`],
      ['300 000 deep in lists', `{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`],
      ['300 000 deep and never closed', '{"a":'.repeat(200_000)],
    ])('is 400 if it is %s', async (_what, body) => {
      expectProblem(await send(body), 400, 'MALFORMED_JSON');
    });

    it('may have 20 levels', async () => {
      expectProblem(await send(nested(20)), 400, 'VALIDATION_FAILED');
    });

    it('may have 1 MiB, and is 413 above', async () => {
      expect((await send('{"headline":"largest"}'.padEnd(MIB))).status).toBe(200);
      expectProblem(await send('{"headline":"larger"}'.padEnd(MIB + 1)), 413, 'PAYLOAD_TOO_LARGE');
      expect(await headline()).toBe('largest');
    });

    it('is 413 above 1 MiB without a length', async () => {
      const body = new ReadableStream({
        start(controller) {
          for (let chunk = 0; chunk <= 16; chunk += 1) controller.enqueue(Buffer.alloc(MIB / 16, ' '));
          controller.close();
        },
      });
      const response = await fetch(`${service.url}/users/me`, {
        method: 'PATCH',
        headers: { ...JSON_TYPE, authorization: `Bearer ${signToken({ sub: 'alice' })}` },
        body,
        duplex: 'half',
      } as RequestInit);
      expect(response.status).toBe(413);
    });
  });

  describe('that is missing', () => {
    it.each([{}, JSON_TYPE])('is fine for DELETE with headers %j', async (headers) => {
      const event = await createEvent(alice);
      expect((await alice.request('DELETE', `/events/${event.id}`, { headers })).status).toBe(204);
    });

    it.each([{}, JSON_TYPE])('is fine for POST with an optional body, with headers %j', async (headers) => {
      const gig = await createEvent(alice, gigBody());
      const path = `/gigs/${gig.id}/applications`;
      const { status, body } = await service.as('bob').request('POST', path, { headers });
      expect({ status, message: body.message }).toEqual({ status: 201, message: null });
    });

    it('is fine for GET with a content type', async () => {
      expect((await alice.get('/users/me', JSON_TYPE)).status).toBe(200);
    });

    it.each([
      ['PATCH', '/users/me'],
      ['POST', '/events'],
    ])('is 400 for %s %s, with a content type and without', async (method, path) => {
      expectProblem(await alice.request(method, path), 400, 'MALFORMED_JSON');
      expectProblem(await alice.request(method, path, { headers: JSON_TYPE }), 400, 'MALFORMED_JSON');
    });
  });

  describe('with unusual members', () => {
    const located = (location: string) =>
      JSON.stringify(eventBody()).replace('{"name":"Union lounge"}', location);

    it.each([
      ['__proto__', '{"__proto__":{"polluted":true}}', '/__proto__'],
      ['constructor', '{"constructor":{"prototype":{"polluted":true}}}', '/constructor'],
      ['prototype', '{"prototype":{"polluted":true}}', '/prototype'],
      ['hasOwnProperty', '{"hasOwnProperty":1}', '/hasOwnProperty'],
      ['a value with a constructor', '{"bio":{"constructor":"Array"}}', '/bio'],
      ['a NUL in a name', '{"a\\u0000b":1}', '/a\ufffdb'],
      ['a lone surrogate in a name', '{"a\\ud800":1}', '/a\ufffd'],
      ['a NUL in what is ignored', '{"id":"a\\u0000"}', '/id'],
      ['a NUL below what is unknown', '{"more":[{"x":"\\u0000"}]}', '/more/0/x'],
      ['a number past all numbers', '{"more":1e999}', '/more'],
      ['a slash and a tilde in a name', '{"a/b~c":1}', '/a~1b~0c'],
    ])('is 400 with %s', async (_what, body, pointer) => {
      const refused = await send(body);
      expectProblem(refused, 400, 'VALIDATION_FAILED');
      expect(refused.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('is 400 with __proto__ if undeclared members are kept', async () => {
      const refused = await alice.post(
        '/events',
        located('{"name":"x","a":{"__proto__":{"polluted":true}}}'),
      );
      expectProblem(refused, 400, 'VALIDATION_FAILED');
      expect(refused.body.errors[0].pointer).toBe('/location/a/__proto__');
    });

    it('keeps names of Object.prototype as they were sent if undeclared members are kept', async () => {
      const location = {
        name: 'x',
        constructor: { prototype: { polluted: true } },
        toString: 1,
        valueOf: 'y',
      };
      const { status, body } = await alice.post('/events', located(JSON.stringify(location)));
      expect(status).toBe(201);
      expect(body.location).toEqual(location);
      expect((await alice.get(`/events/${body.id}`)).body.location).toEqual(location);
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    });

    it('is 400 with more faults than are listed', async () => {
      const numbers = await send(`{"a":[${Array(170_000).fill('1e999').join()}]}`);
      expectProblem(numbers, 400, 'VALIDATION_FAILED');
      expect(numbers.body.errors).toHaveLength(100);
    });
  });
});
