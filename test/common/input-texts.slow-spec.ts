import fc from 'fast-check';
import { normalizeLink } from '../../src/common/link.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
const BREAKS = ['\t', '\n', '\r'];
const CONTROLS = [...range(0x00, 0x1f), ...range(0x7f, 0x9f)];
/** Some of both ranges, for fields that share the check of the first one. */
const SOME_CONTROLS = ['\u0001', '\v', '\u001f', '\u007f', '\u0085', '\u009f'];
const INVISIBLE = [
  ...[
    ' ',
    '\u00a0',
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u115f',
    '\u1160',
    '\u180e',
    '\u200b',
    '\u200d',
    '\u200e',
  ],
  ...['\u2028', '\u2066', '\u2069', '\u2800', '\u3000', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{e0041}'],
];

interface Problem {
  code: string;
  errors: { pointer: string }[];
}

function expectFault(response: { status: number; body: unknown }, pointer: string): void {
  const { status } = response;
  const body = response.body as Problem | undefined;
  expect({ status, code: body?.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
  expect(body?.errors.map((fault) => fault.pointer)).toEqual([pointer]);
}

describe('a text', () => {
  let service: TestApp;
  let alice: Client;
  let event: string;
  let gig: string;
  let collection: string;
  let conversation: string;

  beforeAll(async () => {
    service = await startApp({ DAILY_CREATIONS: 'off', AUTH_DEV_TOKENS: 'true' });
    alice = service.as('alice');
    event = (await createEvent(alice)).id;
    gig = (await createEvent(service.as('owner'), gigBody())).id;
    collection = (await alice.post('/collections', { name: 'x' })).body.id;
    conversation = (await alice.post('/conversations')).body.id;
  });
  afterAll(() => service.close());

  /** Sends a text in each field. */
  const send: Record<string, (text: string) => Promise<ServiceResponse>> = {
    '/title of an event': (title) => alice.post('/events', eventBody({ title })),
    '/title of a change': (title) => alice.patch(`/events/${event}`, { title }),
    '/location/name of an event': (name) => alice.post('/events', eventBody({ location: { name } })),
    '/tags/1 of a change': (tag) => alice.patch(`/events/${event}`, { tags: ['jazz', tag] }),
    '/summary of a change': (summary) => alice.patch(`/events/${event}`, { summary }),
    '/name of a profile': (name) => alice.patch('/users/me', { name }),
    '/headline of a profile': (headline) => alice.patch('/users/me', { headline }),
    '/name of a collection': (name) => alice.patch(`/collections/${collection}`, { name }),
    '/title of a conversation': (title) => alice.patch(`/conversations/${conversation}`, { title }),
    '/name of a token': (name) => service.as(null).post('/auth/token', { userId: 'x', name }),
    '/userId of a token': (userId) => service.as(null).post('/auth/token', { userId }),
    '/description of an event': (description) => alice.post('/events', eventBody({ description })),
    '/bio of a profile': (bio) => alice.patch('/users/me', { bio }),
    '/description of a collection': (description) =>
      alice.patch(`/collections/${collection}`, { description }),
    '/message of an application': (message) =>
      service.as(`applicant ${crypto.randomUUID()}`).post(`/gigs/${gig}/applications`, { message }),
    '/content of a message': (content) => alice.post(`/conversations/${conversation}/messages`, { content }),
    '/location of a further member': (more) =>
      alice.post('/events', eventBody({ location: { name: 'x', more: [{ [`k${more}`]: more }] } })),
  };
  const pointerOf = (field: string) => field.split(' ', 1)[0] as string;
  const LINES = [
    ...['/description of an event', '/bio of a profile', '/description of a collection'],
    ...['/message of an application', '/content of a message', '/location of a further member'],
  ];
  const ONE_LINE = Object.keys(send).filter((field) => !LINES.includes(field));
  const NAMES = ['/title', '/location/name', '/tags/1', '/name'];

  it.each(ONE_LINE)('may have no control character in %s', async (field) => {
    const controls = field === ONE_LINE[0] ? CONTROLS : [...SOME_CONTROLS, ...BREAKS];
    for (const control of controls.filter((each) => each !== '\0'))
      expectFault(await send[field]!(`a${control}b`), pointerOf(field));
  });

  it.each(LINES)('may have tabs and line breaks, but no other control character, in %s', async (field) => {
    const controls = field === LINES[0] ? CONTROLS : SOME_CONTROLS;
    for (const control of controls.filter((each) => each !== '\0' && !BREAKS.includes(each)))
      expectFault(await send[field]!(`a${control}b`), pointerOf(field));
    expect((await send[field]!(`a${BREAKS.join('b')}c`)).status).toBeLessThan(300);
  });

  it('may have no control character that trimming would hide', async () => {
    for (const control of ['\v', '\f']) {
      expectFault(await send['/title of an event']!(`title${control}`), '/title');
      expectFault(await send['/content of a message']!(`${control}yoga`), '/content');
    }
    expect((await send['/title of an event']!(' title\n')).body.title).toBe('title');
  });

  it('has one fault for a NUL', async () => {
    expectFault(await send['/title of an event']!('a\0b'), '/title');
    expectFault(await send['/tags/1 of a change']!('a\0b'), '/tags/1');
    expectFault(await alice.get('/events?q=a%00b'), 'q');
  });

  it('has a pointer for each fault in a list', async () => {
    const { body } = await alice.patch(`/events/${event}`, { tags: ['', 'jazz', 3, 'x'.repeat(41)] });
    expect(body.errors).toEqual([
      { pointer: '/tags/0', detail: 'must have 1 to 40 characters' },
      { pointer: '/tags/2', detail: 'must be a string' },
      { pointer: '/tags/3', detail: 'must have 1 to 40 characters' },
    ]);
  });

  it('may have no control character in a query', async () => {
    for (const name of ['q', 'tag', 'category', 'creatorId'])
      for (const control of name === 'q' ? CONTROLS : ['\0', ...SOME_CONTROLS])
        expectFault(await alice.get(`/events?${name}=a${encodeURIComponent(control)}b`), name);
  });

  it('is ignored if the service assigns the member', async () => {
    expect((await alice.patch(`/events/${event}`, { externalId: 'a\u0001b' })).status).toBe(200);
  });

  it.each(ONE_LINE.filter((field) => NAMES.includes(pointerOf(field))))(
    'must be visible in %s',
    async (field) => {
      const texts = field === '/title of an event' ? INVISIBLE : INVISIBLE.slice(0, 3);
      for (const text of [...texts, INVISIBLE.join('')])
        expectFault(await send[field]!(text), pointerOf(field));
      expect((await send[field]!(`${INVISIBLE.join('')}x`)).status).toBeLessThan(300);
    },
  );

  it('is returned byte for byte otherwise', async () => {
    const marks = '\u061c\u200c\u200d\u200e\u200f\u202a\u202e\u202c\u2066\u2069\u0301\ufe0f';
    const units = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom(...marks, '👩🏽‍🚀', '🏳️‍🌈', 'שלום', '\u2067مرحبا\u2069'),
    );
    const texts = fc
      .string({ unit: units, maxLength: 15 })
      .map((text) => `x${text.replaceAll(/\p{Cc}/gu, '')}x`);
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const sent = {
          title: text,
          description: `${text}\r\n\t${text}`,
          location: { name: text, address: text, [text]: [text] },
        };
        const { id } = await createEvent(alice, sent);
        const tag = text.slice(0, 20).toWellFormed();
        await alice.patch(`/events/${id}`, { tags: [tag] });
        const tags = [tag.trim().toLowerCase()];
        expect((await alice.get(`/events/${id}`)).body).toMatchObject({ ...sent, tags });
      }),
      { numRuns: 30 },
    );
  });

  it('of a token is cleaned, and null if it is invisible', async () => {
    const nameOf = async (sub: string, name: string) =>
      (await service.as(null).get('/users/me', { authorization: `Bearer ${signToken({ sub, name })}` })).body
        .name;
    expect(await nameOf('bell', 'Ann\u0007\n Bell\u009f')).toBe('Ann Bell');
    expect(await nameOf('ghost', '\u200b\u2067 \u2069')).toBeNull();
    expect(await nameOf('rtl', '\u2067שלום\u2069')).toBe('\u2067שלום\u2069');
  });
});

describe('a link', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  const depict = (avatarUrl: unknown) => alice.patch('/users/me', { avatarUrl });

  it.each([
    ['HTTPS://Example.ORG', 'https://example.org/'],
    ['https://example.org:443/a/../b c?q=é#ü', 'https://example.org/b%20c?q=%C3%A9#%C3%BC'],
    [' https://example.org/a ', 'https://example.org/a'],
    ['https:\\\\example.org\\a', 'https://example.org/a'],
    ['http://exаmple.org/', 'http://xn--exmple-4nf.org/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
    ['https://@example.org/', 'https://example.org/'],
    ['https://example.org/\u202egnp.exe', 'https://example.org/%E2%80%AEgnp.exe'],
  ])('%j is normalized by the URL parser', async (sent, written) => {
    expect((await depict(sent)).body.avatarUrl).toBe(written);
    expect((await alice.get('/users/me')).body.avatarUrl).toBe(written);
  });

  it.each([
    ['credentials', 'https://user:pw@example.org/'],
    ['a user', 'https://user@example.org/'],
    ['a password', 'https://:pw@example.org/'],
    ['another scheme', 'javascript:alert(1)'],
    ['a file', 'file:///etc/passwd'],
    ['a tab within', 'https://exam\tple.org/'],
    ['a line break at its end', 'https://example.org/\n'],
    ['a control character at its end', 'https://example.org/\u0001'],
    ['2 001 characters', `https://x.org/${'x'.repeat(1987)}`],
    ['over 2 000 once it is written', `https://x.org/${'é'.repeat(400)}`],
    ['no host', 'https://'],
    ['no text', 1],
  ])('is 400 with %s', async (_what, url) => {
    expectFault(await depict(url), '/avatarUrl');
  });

  it('may have 2 000 characters', async () => {
    const url = `https://x.org/${'x'.repeat(1986)}`;
    expect((await depict(url)).body.avatarUrl).toBe(url);
  });

  it('is normalized or 400, for any text', async () => {
    const urls = fc
      .oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string({ unit: 'binary' }))
      .map((text) => (text.startsWith('http') ? text : `https://x.org/${text}`));
    await fc.assert(
      fc.asyncProperty(urls, async (url) => {
        const { status, body } = await depict(url);
        if (status === 200) expect(body.avatarUrl).toBe(normalizeLink(url));
        else expectFault({ status, body }, '/avatarUrl');
      }),
    );
  });

  it('of a token is normalized, and dropped with credentials', async () => {
    const avatarOf = async (sub: string, picture: string) =>
      (await service.as(null).get('/users/me', { authorization: `Bearer ${signToken({ sub, picture })}` }))
        .body.avatarUrl;
    expect(await avatarOf('plain', 'https://Example.org')).toBe('https://example.org/');
    expect(await avatarOf('secret', 'https://user:pw@example.org/')).toBeNull();
  });
});
