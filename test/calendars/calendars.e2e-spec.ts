import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const TOKEN = /^[\w-]{43}$/;
const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

describe('calendars', () => {
  let service: TestApp;
  let ann: Client;
  const nobody = () => service.as(null);

  beforeAll(async () => {
    service = await startApp();
    ann = service.as('ann');
  });
  afterEach(() => service.database.query(`DELETE FROM calendars`));
  afterAll(() => service.close());

  const pathOf = (address: string) => new URL(address).pathname;
  const create = async (body: Record<string, unknown> = { kind: 'SAVED' }, client = ann) =>
    (await client.post('/calendars', body)).body;

  it('are created with their addresses, with members in this order', async () => {
    const filter = 'type=GIG&when=weekend&tz=America/New_York';
    const { status, headers, body } = await ann.post('/calendars', {
      kind: 'EVENTS',
      filter,
      alarmMinutes: 30,
    });
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
      201,
      '/calendars',
      'no-store',
    ]);
    expect(Object.entries(body)).toEqual([
      ['id', expect.any(String)],
      ['kind', 'EVENTS'],
      ['name', 'Events and gigs: type GIG, when weekend, tz America/New_York'],
      ['filter', filter],
      ['collectionId', null],
      ['alarmMinutes', 30],
      ['icsUrl', expect.stringMatching(/\.ics$/)],
      ['rssUrl', expect.stringMatching(/\.rss$/)],
      ['createdAt', expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/)],
    ]);
    const [, token] = /\/calendars\/(.*)\.ics$/.exec(body.icsUrl)!;
    expect(token).toMatch(TOKEN);
    expect(body.icsUrl).toBe(`${service.url}/calendars/${token}.ics`);
    expect(body.rssUrl).toBe(`${service.url}/calendars/${token}.rss`);
    expect((await nobody().get(pathOf(body.icsUrl))).status).toBe(200);
    expect((await nobody().get(pathOf(body.rssUrl))).status).toBe(200);
  });

  it('are listed newest first, without their addresses', async () => {
    const made = [await create(), await create({ kind: 'APPLICATIONS' })];
    await create({ kind: 'SAVED' }, service.as('bob'));
    const { body } = await ann.get('/calendars');
    const listed = made.toReversed().map(({ icsUrl: _ics, rssUrl: _rss, ...calendar }) => calendar);
    expect(body).toMatchObject({ total: 2, data: listed });
    for (const calendar of body.data) {
      expect(calendar).not.toHaveProperty('icsUrl');
      expect(calendar).not.toHaveProperty('rssUrl');
    }
    expect((await service.as('carl').get('/calendars')).body.data).toEqual([]);
  });

  it.each([
    [{ kind: 'SAVED' }, 'Saved events'],
    [{ kind: 'SAVED', name: null }, 'Saved events'],
    [{ kind: 'APPLICATIONS' }, 'My gigs'],
    [{ kind: 'EVENTS' }, 'Events and gigs'],
    [{ kind: 'EVENTS', filter: 'category=MUSIC' }, 'Events and gigs: category MUSIC'],
    [{ kind: 'EVENTS', filter: 'type=GIG,EVENT&type=GIG&q=' }, 'Events and gigs: type GIG,EVENT,GIG'],
    [{ kind: 'EVENTS', filter: 'q=jazz+%26+blues' }, 'Events and gigs: q jazz & blues'],
    [{ kind: 'EVENTS', filter: 'type=GIG', name: 'Work' }, 'Work'],
    [{ kind: 'EVENTS', name: 'x'.repeat(120) }, 'x'.repeat(120)],
  ])('have a default name: %j', async (request, name) => {
    const made = await create(request);
    expect(made.name).toBe(name);
    expect((await ann.get('/calendars')).body.data[0].name).toBe(name);
    expect((await ann.post(`/calendars/${made.id}/rotate`)).body.name).toBe(name);
  });

  it('have the name of their collection by default', async () => {
    const bob = service.as('bob');
    const { id: collectionId } = (await bob.post('/collections', { name: 'Sunny', visibility: 'PUBLIC' }))
      .body;
    const named = async () =>
      (await ann.get('/calendars')).body.data.map(({ name }: { name: string }) => name);
    expect((await create({ kind: 'COLLECTION', collectionId })).name).toBe('Sunny');
    expect((await create({ kind: 'COLLECTION', collectionId, name: 'Mine' })).name).toBe('Mine');
    await bob.patch(`/collections/${collectionId}`, { name: 'Rainy' });
    expect(await named()).toEqual(['Mine', 'Sunny']);
  });

  it('truncate a name that is made of a filter to 120 characters', async () => {
    const { name } = await create({ kind: 'EVENTS', filter: `q=${'jazz '.repeat(100)}` });
    expect([name.length, name.slice(0, 24)]).toEqual([120, 'Events and gigs: q jazz ']);
  });

  it('store only the hash of a token', async () => {
    const { id, icsUrl } = await create();
    const [, token] = /\/calendars\/(.*)\.ics$/.exec(icsUrl)!;
    const [row] = await service.database.query('SELECT * FROM calendars WHERE id = $1', [id]);
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row!.token_hash).toMatch(/^[\da-f]{64}$/);
    const [{ dump }] = (await service.database.query(
      `SELECT string_agg(c::text, '') AS dump FROM calendars c`,
    )) as [{ dump: string }];
    expect(dump).not.toContain(token);
  });

  it('get new addresses, and the old ones stop working at once', async () => {
    const before = await create({ kind: 'EVENTS', filter: 'type=GIG' });
    const { status, headers, body } = await ann.post(`/calendars/${before.id}/rotate`);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({ ...before, icsUrl: body.icsUrl, rssUrl: body.rssUrl });
    expect(Object.keys(body)).toEqual(Object.keys(before));
    expect(body.icsUrl).not.toBe(before.icsUrl);
    for (const old of [before.icsUrl, before.rssUrl])
      expect((await nobody().get(pathOf(old))).status).toBe(404);
    for (const now of [body.icsUrl, body.rssUrl]) expect((await nobody().get(pathOf(now))).status).toBe(200);
  });

  it('are deleted with their addresses', async () => {
    const { id, icsUrl } = await create();
    expect((await ann.delete(`/calendars/${id}`)).status).toBe(204);
    expect((await nobody().get(pathOf(icsUrl))).status).toBe(404);
    expect((await ann.delete(`/calendars/${id}`)).status).toBe(404);
    expect((await ann.get('/calendars')).body.total).toBe(0);
  });

  it('are visible only to their owner', async () => {
    const { id, icsUrl } = await create();
    const unknown = await service.as('bob').delete(`/calendars/${UNKNOWN}`);
    const { requestId: _, ...expected } = unknown.body;
    for (const [method, path] of [
      ['DELETE', `/calendars/${id}`],
      ['POST', `/calendars/${id}/rotate`],
    ] as const) {
      const { status, body } = await service.as('bob').request(method, path);
      const { requestId: _id, ...problem } = body;
      expect({ status, problem }).toEqual({ status: 404, problem: { ...expected, instance: path } });
    }
    expect((await nobody().get(pathOf(icsUrl))).status).toBe(200);
  });

  describe('refuse', () => {
    const faultsOf = async (body: unknown) => {
      const response = await ann.post('/calendars', body);
      expect([response.status, response.body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect((await ann.get('/calendars')).body.total).toBe(0);
      return response.body.errors as { pointer: string; detail: string }[];
    };

    it.each<[unknown, string[]]>([
      [{}, ['/kind']],
      [{ kind: 'ALL' }, ['/kind']],
      [{ kind: null }, ['/kind']],
      [{ kind: 'SAVED', colour: 1 }, ['/colour']],
      ...['', ' ', 'x'.repeat(121), 7, 'a\nb'].map((name): [unknown, string[]] => [
        { kind: 'SAVED', name },
        ['/name'],
      ]),
      [{ kind: 'SAVED', filter: 'type=GIG' }, ['/filter']],
      [{ kind: 'APPLICATIONS', filter: '' }, ['/filter']],
      [{ kind: 'SAVED', collectionId: UNKNOWN }, ['/collectionId']],
      [{ kind: 'COLLECTION' }, ['/collectionId']],
      [{ kind: 'COLLECTION', collectionId: null }, ['/collectionId']],
      [{ kind: 'COLLECTION', collectionId: 7 }, ['/collectionId']],
      [{ kind: 'EVENTS', filter: 7 }, ['/filter']],
      [{ kind: 'EVENTS', filter: 'x'.repeat(2001) }, ['/filter']],
      ...[-1, 1.5, 40_321, '30', Number.MAX_VALUE].map((alarmMinutes): [unknown, string[]] => [
        { kind: 'SAVED', alarmMinutes },
        ['/alarmMinutes'],
      ]),
    ])('%j', async (body, pointers) => {
      expect((await faultsOf(body)).map(({ pointer }) => pointer)).toEqual(pointers);
    });

    it.each([
      'colour=red',
      '?type=GIG',
      'type=PARTY',
      'q=a&q=b',
      'startDate=2030-02-30',
      'tz=Mars/Olympus',
      'when=someday',
      'from=2030-01-02&to=2030-01-01',
      'from=2030-01-01&when=today',
      'status=LATE',
      'q=%00',
      'q=%ff',
      '__proto__=1',
      'sort=colour',
      `q=${'x'.repeat(501)}`,
    ])('the filter %s as the list does', async (filter) => {
      const list = await ann.get(`/events?${filter}`);
      expect(list.status).toBe(400);
      const expected = list.body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => ({
        pointer: '/filter',
        detail: `${pointer} ${detail}`,
      }));
      expect(await faultsOf({ kind: 'EVENTS', filter })).toEqual(expected);
    });

    it.each([
      ...['limit=5', 'offset=1', 'cursor=x', 'type=GIG&limit=5'],
      ...['view=card', 'include=creator', 'ids=0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'],
    ])('the response parameter in %s', async (filter) => {
      const [fault] = await faultsOf({ kind: 'EVENTS', filter });
      expect(fault).toMatchObject({
        pointer: '/filter',
        detail: expect.stringMatching(/^(limit|offset|cursor|view|include|ids) is not a filter/),
      });
    });

    it('a collection that the owner may not read', async () => {
      const bob = service.as('bob');
      const hidden = (await bob.post('/collections', { name: 'Mine' })).body.id;
      for (const collectionId of [hidden, UNKNOWN, 'nope', '\u0001']) {
        const { status, body } = await ann.post('/calendars', { kind: 'COLLECTION', collectionId });
        expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      }
      const open = (await bob.post('/collections', { name: 'Ours', visibility: 'PUBLIC' })).body.id;
      expect(
        (await ann.post('/calendars', { kind: 'COLLECTION', collectionId: open.toUpperCase() })).body,
      ).toMatchObject({
        collectionId: open,
      });
    });
  });

  it.each([
    'type=GIG',
    '',
    'category=nothing-like-it',
    'q=jazz -rock&sort=startAt',
    'startDate=2030-01-01&endDate=2030-12-31&tz=Europe/Berlin',
    'when=tonight',
    'from=2030-01-01T00:00:00Z',
    'creatorId=ann&status=OPEN&source=USER&tag=jazz',
  ])('accept the filter %j', async (filter) => {
    expect(await create({ kind: 'EVENTS', filter })).toMatchObject({ filter });
  });

  it('accept their own filter again', async () => {
    const calendar = await create({ kind: 'EVENTS', filter: 'type=GIG', alarmMinutes: 0 });
    const again = await create(calendar);
    expect(again).toMatchObject({ kind: 'EVENTS', filter: 'type=GIG', alarmMinutes: 0 });
    expect(again.id).not.toBe(calendar.id);
  });

  it('have addresses at the public URL of the service, if one is set', async () => {
    const behind = await startApp({ PUBLIC_URL: 'https://events.example.org/api/' }, service.database);
    const { icsUrl } = (await behind.as('ann').post('/calendars', { kind: 'SAVED' })).body;
    expect(icsUrl).toMatch(/^https:\/\/events\.example\.org\/api\/calendars\/[\w-]{43}\.ics$/);
    await behind.close();
  });

  it('have addresses by the headers of a trusted proxy, and of nobody else', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'events.example.org' };
    const trusting = await startApp({ TRUST_PROXY: '1' }, service.database);
    const through = await trusting.as('ann').post('/calendars', { kind: 'SAVED' }, forwarded);
    expect(through.body.icsUrl).toMatch(/^https:\/\/events\.example\.org\/calendars\//);
    await trusting.close();
    const { icsUrl } = (await ann.post('/calendars', { kind: 'SAVED' }, forwarded)).body;
    expect(icsUrl.startsWith(`${service.url}/`)).toBe(true);
  });

  it('are limited to twenty per user', async () => {
    for (let count = 0; count < 20; count += 1) await create();
    const { status, body } = await ann.post('/calendars', { kind: 'SAVED' });
    expect([status, body.code]).toEqual([409, 'LIMIT_REACHED']);
    const [{ id }] = (await ann.get('/calendars?limit=1')).body.data;
    await ann.delete(`/calendars/${id}`);
    expect((await ann.post('/calendars', { kind: 'SAVED' })).status).toBe(201);
    expect((await service.as('bob').post('/calendars', { kind: 'SAVED' })).status).toBe(201);
  });
});
