import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

interface Fault {
  pointer: string;
  detail: string;
}

function expectInvalid({ status, body }: ServiceResponse, pointer: string): Fault {
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  const fault = (body.errors as Fault[]).find((candidate) => candidate.pointer === pointer);
  expect({ pointers: (body.errors as Fault[]).map((each) => each.pointer), fault }).toMatchObject({
    fault: { detail: expect.any(String) },
  });
  return fault as Fault;
}

describe('input', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  describe('in a query', () => {
    it('is 400 if the operation has no query, after the guard', async () => {
      expectInvalid(await alice.get('/users/me?x=1'), 'x');
      const { id } = await createEvent(alice);
      expectInvalid(await alice.get(`/events/${id}?fields=title`), 'fields');
      expect((await service.as('bob').patch(`/events/${id}?x=1`, {})).status).toBe(403);
    });

    it.each([
      ['limit=1&limit=2', 'limit'],
      ['sort=startAt&sort=startAt', 'sort'],
      ['q=a&q=b&q=c', 'q'],
      ['startDate=2031-01-01&startDate=2031-01-01', 'startDate'],
    ])('is 400 with a repeated parameter: %s', async (query, pointer) => {
      const { detail } = expectInvalid(await alice.get(`/events?${query}`), pointer);
      expect(detail).toMatch(/more than once/);
    });

    it('names a repeated parameter once', async () => {
      const { body } = await alice.get('/suggestions?q=a&q=b&q=');
      expect(body.errors).toEqual([{ pointer: 'q', detail: expect.stringMatching(/more than once/) }]);
    });

    it.each([
      '-1',
      '1.5',
      'abc',
      '1e30',
      '1e1',
      '%201',
      '0x10',
      'NaN',
      'Infinity',
      '%2B1',
      '1%00',
      '٣',
      'null',
    ])('is 400 with the limit or offset "%s"', async (value) => {
      expectInvalid(await alice.get(`/events?limit=${value}`), 'limit');
      expectInvalid(await alice.get(`/events?offset=${value}`), 'offset');
    });

    it.each(['limit=', 'offset=&cursor=', 'limit', 'q=&sort=&when=&startDate=', 'colour=', 'limit=&limit='])(
      'is ignored if empty: %s',
      async (query) => {
        const { status, body } = await alice.get(`/events?${query}`);
        expect(status).toBe(200);
        expect(body).toEqual((await alice.get('/events')).body);
        expect((await alice.get(`/users/me?${query}`)).status).toBe(200);
      },
    );

    it('is ignored if empty, even if an empty text is valid', async () => {
      const { status, body } = await alice.get('/suggestions?q=');
      expect([status, body]).toEqual([200, (await alice.get('/suggestions')).body]);
    });

    it('accepts a repeated parameter that is empty once', async () => {
      const { status, body } = await alice.get('/events?limit=&limit=7');
      expect([status, body.limit]).toEqual([200, 7]);
    });

    it('is 400 with the limit 0, or with a list or an object as the limit', async () => {
      expectInvalid(await alice.get('/events?limit=0'), 'limit');
      expectInvalid(await alice.get('/events?limit[]=1'), 'limit[]');
      expectInvalid(await alice.get('/events?limit[$gt]=1'), 'limit[$gt]');
    });

    it.each(['100', '101', '1000', '99999999999999999999999999'])(
      'accepts a limit of %s as 100',
      async (limit) => {
        const { status, body } = await alice.get(`/events?limit=${limit}`);
        expect({ status, limit: body.limit }).toEqual({ status: 200, limit: 100 });
      },
    );

    it('is 400 with an offset over 10 000, and recommends the cursor', async () => {
      expect((await alice.get('/events?offset=10000')).status).toBe(200);
      for (const offset of ['10001', '99999999999999999999999999', '9'.repeat(400)])
        expect(expectInvalid(await alice.get(`/events?offset=${offset}`), 'offset').detail).toMatch(/cursor/);
    });

    it.each(['x', '%00', 'e30', 'W10', 'bnVsbA', 'WyJhIiwiYiIsImMiXQ', 'x'.repeat(1001)])(
      'is 400 with the cursor "%s"',
      async (cursor) => {
        expectInvalid(await alice.get(`/events?cursor=${cursor}`), 'cursor');
      },
    );

    it('is 400 with a cursor and an offset, even 0', async () => {
      const cursor = (await alice.get('/events?limit=1')).body.nextCursor;
      expectInvalid(await alice.get(`/events?cursor=${cursor}&offset=0`), 'offset');
    });

    it.each([
      ['colour=red', 'colour'],
      ['Limit=1', 'Limit'],
      ['__proto__=1', '__proto__'],
      ['__proto__=1&__proto__=2', '__proto__'],
      ['__proto__[polluted]=1', '__proto__[polluted]'],
      ['constructor.prototype.polluted=1', 'constructor.prototype.polluted'],
      ['constructor[prototype][polluted]=1', 'constructor[prototype][polluted]'],
      ['toString=1', 'toString'],
      ['a/b~c=1', 'a/b~c'],
      ['%ff=1', '\ufffd'],
    ])('is 400 with %s', async (query, pointer) => {
      expectInvalid(await alice.get(`/events?${query}`), pointer);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });

    it.each([
      ['NUL', '%00'],
      ['a NUL among others', 'a%00b'],
      ['a byte that UTF-8 has not', '%ff'],
      ['a surrogate', '%ED%A0%80'],
      ['half an escape', '%4'],
      ['no escape', '%zz'],
    ])('is 400 with %s in a value', async (_what, value) => {
      for (const name of ['q', 'tag', 'category', 'creatorId', 'startDate'])
        expectInvalid(await alice.get(`/events?${name}=${value}`), name);
    });

    it('lists every fault', async () => {
      const { body } = await alice.get('/events?limit=0&offset=-1&type=x&colour=red&q=a&q=b');
      const pointers = (body.errors as Fault[]).map(({ pointer }) => pointer);
      expect(pointers.sort()).toEqual(['colour', 'limit', 'offset', 'q', 'type']);
    });

    it('treats %, _ and quotes literally', async () => {
      await createEvent(alice, { title: 'Ordinary' });
      for (const value of ['%', '_', "'", "' OR '1'='1", '\\', '$1', '?', 'null', '{}', '{"a"}']) {
        for (const name of ['category', 'tag', 'creatorId']) {
          const { status, body } = await alice.get(`/events?${name}=${encodeURIComponent(value)}`);
          expect({ name, value, status, total: body.total }).toEqual({ name, value, status: 200, total: 0 });
        }
      }
    });

    it.each([
      '"',
      '"a',
      '-',
      '- -',
      'or or',
      'a or',
      '&|!()',
      ':*',
      '<->',
      "'",
      '\\',
      '!!',
      '𝒳 🎷',
      'a'.repeat(500),
    ])('may be searched for without a 5xx: %s', async (q) => {
      expect((await alice.get(`/events?q=${encodeURIComponent(q)}`)).status).toBe(200);
    });
  });

  describe('of a time', () => {
    it.each([
      ...[
        '0000-01-01T00:00:00Z',
        '1969-12-31T23:59:59.999Z',
        '+275760-09-13T00:00:00Z',
        '10000-01-01T00:00:00Z',
      ],
      ...['2031-02-30T00:00:00Z', '2031-02-29T00:00:00Z', '2031-13-01T00:00:00Z', '2031-00-01T00:00:00Z'],
      ...[
        '2031-03-01T23:59:60Z',
        '2031-03-01T24:00:00Z',
        '2031-03-01T18:60:00Z',
        '2031-03-01T18:00:00+24:00',
      ],
      ...['2031-03-01T18:00:00', '2031-03-01', '2031-03-01 18:00:00Z', 'tomorrow', '', '1930000000000'],
    ])('is 400 if it is %s', async (startAt) => {
      expectInvalid(await alice.post('/events', eventBody({ startAt, endAt: null })), '/startAt');
      expectInvalid(await alice.post('/events', eventBody({ endAt: startAt })), '/endAt');
      if (startAt && !/^\d{4}-\d\d-\d\d$/.test(startAt)) {
        expectInvalid(await alice.get(`/events?startDate=${encodeURIComponent(startAt)}`), 'startDate');
        expectInvalid(await alice.get(`/events?endDate=${encodeURIComponent(startAt)}`), 'endDate');
      }
    });

    it.each([1_930_000_000_000, true, ['2031-03-01T18:00:00Z'], { iso: '2031-03-01T18:00:00Z' }])(
      'is 400 if it is no text: %j',
      async (startAt) => {
        expectInvalid(await alice.post('/events', eventBody({ startAt, endAt: null })), '/startAt');
      },
    );

    it.each(['2031-02-30', '0000-01-01', '2031-1-1', '275760-09-13'])(
      'is 400 with the day %s',
      async (day) => {
        expectInvalid(await alice.get(`/events?startDate=${day}`), 'startDate');
      },
    );

    it('is 400 if the end is before the start, whichever of them a PATCH changes', async () => {
      const event = await createEvent(alice);
      const [start, end] = [Date.parse(event.startAt), Date.parse(event.endAt)];
      const endAt = new Date(start - 1).toISOString();
      const startAt = new Date(end + 1).toISOString();
      expectInvalid(await alice.patch(`/events/${event.id}`, { endAt }), '/endAt');
      expectInvalid(await alice.patch(`/events/${event.id}`, { startAt }), '/endAt');
      expect((await alice.get(`/events/${event.id}`)).body).toEqual(event);
    });
  });

  it.each(['1e999', '-1', '-0.01', '0.001', '1e-7', '1000000.01', '1e21', '"1"', 'null', '[1]', 'true'])(
    'of an amount is 400 if it is %s',
    async (amount) => {
      const body = JSON.stringify(gigBody()).replace('"amount":20', `"amount":${amount}`);
      expectInvalid(await alice.post('/events', body), '/compensation/amount');
    },
  );

  describe('of an id in a path', () => {
    const ids = [
      ...['x', '0', '-1', 'null', 'undefined', '%00', 'a%00b', '%zz', '%', '%ff', '..%2f..%2fetc%2fpasswd'],
      ...["' OR 1=1 --", '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d1', '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11%00'],
      ...['{0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11}', 'x'.repeat(150), 'x'.repeat(10_000), '🎷'],
    ];

    it.each(ids)('is 404 if it is %s', async (id) => {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? {} : undefined;
        const { status, body: problem, headers } = await alice.request(method, `/events/${id}`, { body });
        expect({ method, status, code: problem.code }).toEqual({ method, status: 404, code: 'NOT_FOUND' });
        expect(headers.get('x-content-type-options')).toBe('nosniff');
      }
    });
  });

  describe('of a text', () => {
    it.each([
      ['composed', '\u00e9\u00c5\uac00'],
      ['decomposed', 'e\u0301A\u030a\u1100\u1161'],
      ['emoji with joiners and tones', '👩🏽‍🚀🏳️‍🌈🇺🇸'],
      ['right to left, with marks', '\u202eשלום\u202c \u2067مرحبا\u2069 \u200f'],
      ['zero-width', 'a\u200bb\u200dc\ufeffd'],
      ['private and unassigned', '\ue000\u{10fffd}\uffff\u0378'],
      ['with quotes of every kind', `'"\`\\$1 $$ %s {0} ?`],
      ['HTML', '<script>alert(1)</script><img src=x onerror="alert(2)">&lt;'],
      ['Markdown', '# a\n[x](javascript:alert(1)) ![y](http://x.org/z.png)'],
    ])('is returned byte for byte if it is %s', async (_what, text) => {
      const line = text.replaceAll('\n', ' ');
      const sent = { title: `x${line}x`, description: text, location: { name: line, [text]: text } };
      const event = await createEvent(alice, sent);
      const { body, headers } = await alice.get(`/events/${event.id}`);
      expect(body).toMatchObject(sent);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    const patterns = [
      'a',
      ' ',
      '(',
      '<',
      '[x](',
      'a@',
      '.a',
      '-',
      '**',
      '\n',
      '\t ',
      '&',
      'http://a',
      '!?',
      '1,',
      "'s ",
    ];

    it.each(patterns)('takes bounded time if it repeats %j', async (pattern) => {
      const text = pattern.repeat(20_000).slice(0, 19_999);
      const location = { name: `${text.slice(0, 199).replaceAll(/[\t\n]/g, ' ')}!` };
      const { status } = await alice.post('/events', eventBody({ description: `${text}!`, location }));
      expect(status).toBe(201);
      const longer = pattern.repeat(100_000).slice(0, 100_000);
      expectInvalid(await alice.post('/events', eventBody({ description: `${longer}!` })), '/description');
      for (const field of ['startAt', 'title']) {
        const response = await alice.post('/events', eventBody({ [field]: `2031${longer}!` }));
        expectInvalid(response, `/${field}`);
      }
    });
  });
});
