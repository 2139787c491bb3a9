import fc from 'fast-check';
import { DAY_MS, LATEST } from '../../src/common/instant.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const [APRIL, MAY, JUNE] = [
  '2031-04-01T18:00:00.000Z',
  '2031-05-01T18:00:00.000Z',
  '2031-06-01T18:00:00.000Z',
];
const weekly = (count: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(APRIL) + n * 7 * DAY_MS).toISOString());
const ids = (events: { id: string }[]) => events.map(({ id }) => id);

describe('copies of an event', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  const copy = (id: string, startAts: unknown, headers?: Record<string, string>, path = '/events') =>
    alice.post(`${path}/${id}/copies`, { startAts }, headers);
  const read = async (id: string) => (await alice.get(`/events/${id}`)).body;

  it('are new open events with the members of the original, in the order sent', async () => {
    const image = { url: 'https://img.example.org/a.png', width: 10, height: null, alt: 'A sofa' };
    const original = await createEvent(
      alice,
      gigBody({
        ...{ location: { name: 'Union', floor: [2, { b: 1, a: 2 }], latitude: 40, longitude: -83 } },
        ...{ images: [image], positions: 3, applyBy: '2031-02-26T12:00:00.000Z' },
        ...{ tags: ['mine', 'heavy'], category: 'MOVING_DELIVERY', summary: 'Two sofas.' },
      }),
    );
    const { status, headers, body } = await copy(original.id, [MAY, APRIL]);
    expect(status).toBe(201);
    expect(headers.has('location')).toBe(false);
    expect(headers.has('etag')).toBe(false);
    const now = await read(original.id);
    expect(now.seriesId).toMatch(/^[0-9a-f-]{36}$/);
    const { id: _, createdAt: _created, updatedAt: _updated, ...same } = now;
    expect(body).toEqual({
      data: [
        { startAt: MAY, endAt: '2031-05-01T21:00:00.000Z', applyBy: '2031-04-28T12:00:00.000Z' },
        { startAt: APRIL, endAt: '2031-04-01T21:00:00.000Z', applyBy: '2031-03-29T12:00:00.000Z' },
      ].map((times) => ({
        ...same,
        ...times,
        ...{
          id: expect.not.stringMatching(original.id),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      })),
    });
    for (const each of body.data) {
      expect(await read(each.id)).toEqual(each);
      expect(JSON.stringify(each.location)).toBe(JSON.stringify(original.location));
      expect((await alice.get(`/events/${each.id}`)).headers.get('etag')).toMatch(/^"1\b/);
    }
    const { seriesId: _series, updatedAt: _before, ...rest } = original;
    expect(now).toMatchObject(rest);
  });

  it('show seriesId after images, null without copies', async () => {
    const event = await createEvent(alice);
    expect(event.seriesId).toBeNull();
    expect(Object.keys(event).slice(-4)).toEqual(['images', 'seriesId', 'createdAt', 'updatedAt']);
    const { body } = await copy(event.id, [MAY]);
    expect(Object.keys(body.data[0])).toEqual(Object.keys(event));
  });

  it('have no end and no end of applications where the original has none', async () => {
    const { id } = await createEvent(alice, { endAt: null });
    expect((await copy(id, [MAY])).body.data).toMatchObject([{ endAt: null, applyBy: null }]);
  });

  it('work on /gigs for gigs only', async () => {
    const gig = await createEvent(alice, gigBody());
    expect((await copy(gig.id, [MAY], {}, '/gigs')).body.data).toMatchObject([{ type: 'GIG', startAt: MAY }]);
    const event = await createEvent(alice);
    expect(await copy(event.id, [MAY], {}, '/gigs')).toMatchObject({
      status: 400,
      body: { code: 'NOT_A_GIG' },
    });
    expect((await copy(gig.id, [MAY])).status).toBe(201);
  });

  it('are made by the creator alone, of an event that exists and is of no feed', async () => {
    const { id } = await createEvent(alice);
    const [external] = await service.database.query<{ id: string }>(`
      INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
      VALUES (gen_random_uuid(), 'Lecture', '', 'EVENT', '{"name": "Hall"}', now(), 'CAMPUS_API', 'copies')
      RETURNING id`);
    const bob = service.as('bob');
    const post = (client: Client, path: string) => client.post(`${path}/copies`, { startAts: [MAY] });
    for (const [answer, status, code] of [
      [await post(bob, `/events/${id}`), 403, 'NOT_OWNER'],
      [await post(alice, `/events/${external!.id}`), 403, 'EXTERNAL_EVENT'],
      [await post(alice, `/events/${UNKNOWN}`), 404, 'NOT_FOUND'],
      [await post(alice, '/events/no-uuid'), 404, 'NOT_FOUND'],
      [await bob.post(`/events/${id}/copies`, { startAts: 'wrong' }), 403, 'NOT_OWNER'],
    ] as const)
      expect(answer).toMatchObject({ status, body: { code } });
    expect((await read(id)).seriesId).toBeNull();
  });

  it('may be of any status, and start in the past', async () => {
    for (const moves of [['CANCELLED'], ['IN_PROGRESS'], ['IN_PROGRESS', 'COMPLETED']]) {
      const { id } = await createEvent(alice);
      for (const status of moves) await alice.patch(`/events/${id}`, { status });
      const { body } = await copy(id, ['1999-12-31T23:00:00+01:00', MAY]);
      expect(body.data).toMatchObject([
        { status: 'OPEN', startAt: '1999-12-31T22:00:00.000Z', endAt: '2000-01-01T01:00:00.000Z' },
        { status: 'OPEN' },
      ]);
      expect((await read(id)).status).toBe(moves.at(-1));
    }
  });

  it('are not tagged anew, take nothing of applications, and lie where the original does', async () => {
    const { id, tags } = await createEvent(
      alice,
      gigBody({ tags: [], positions: 1, location: { name: 'Pier' } }),
    );
    expect(tags).toEqual([]);
    const bob = service.as('bob');
    const { body } = await bob.post(`/gigs/${id}/applications`);
    await alice.patch(`/gigs/${id}/applications/${body.id}`, { status: 'ACCEPTED' });
    await service.database.query(
      `INSERT INTO places (name, latitude, longitude) VALUES ('pier', 41.5, -81.7)`,
    );
    const [first] = (await copy(id, [MAY])).body.data;
    expect(first.tags).toEqual([]);
    const found = await bob.get(`/gigs?ids=${first.id}&include=viewer,coordinates`);
    expect(found.body.data).toMatchObject([
      { viewer: { canApply: true, application: null }, coordinates: { latitude: 41.5, longitude: -81.7 } },
    ]);
    expect((await bob.get('/gigs?takesApplications=true&limit=100')).body.data).toContainEqual(
      expect.objectContaining({ id: first.id }),
    );
    expect((await alice.get('/gigs?bbox=-81.8,41.4,-81.6,41.6')).body.data).toMatchObject([{ id: first.id }]);
  });

  it('change independently of each other', async () => {
    const { id } = await createEvent(alice);
    const [one, other] = (await copy(id, [APRIL, MAY])).body.data;
    await alice.patch(`/events/${one.id}`, { title: 'Chess' });
    await alice.delete(`/events/${id}`);
    expect(await read(one.id)).toMatchObject({ title: 'Chess', seriesId: other.seriesId });
    expect(await read(other.id)).toEqual(other);
  });

  describe('share a series', () => {
    it('that the first copies give the original, with a new version', async () => {
      const { id } = await createEvent(alice);
      const first = await alice.get(`/events/${id}`);
      const [one] = (await copy(id, [APRIL])).body.data;
      const second = await alice.get(`/events/${id}`);
      expect(second.body.seriesId).toBe(one.seriesId);
      expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
      expect(Date.parse(second.body.updatedAt)).toBeGreaterThanOrEqual(Date.parse(first.body.updatedAt));
      const stale = await alice.patch(
        `/events/${id}`,
        { title: 'x' },
        { 'if-match': first.headers.get('etag')! },
      );
      expect(stale.body.code).toBe('STALE_VERSION');
      const [later] = (await copy(id, [MAY])).body.data;
      const [ofCopy] = (await copy(one.id, [JUNE])).body.data;
      expect([later.seriesId, ofCopy.seriesId]).toEqual([one.seriesId, one.seriesId]);
      const third = await alice.get(`/events/${id}`);
      expect([third.headers.get('etag'), third.body]).toEqual([second.headers.get('etag'), second.body]);
    });

    it('also if 20 calls copy one event at once', async () => {
      const patient = service.patientlyAs('alice');
      const { id } = await createEvent(alice);
      const answers = await Promise.all(
        weekly(20).map((startAt) => patient.post(`/events/${id}/copies`, { startAts: [startAt, JUNE] })),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
      const { seriesId } = await read(id);
      for (const { body } of answers) expect(body.data).toMatchObject([{ seriesId }, { seriesId }]);
      expect((await alice.get(`/events/${id}`)).headers.get('etag')).toMatch(/^"2\b/);
      const { body } = await alice.get(`/events?seriesId=${seriesId}&limit=100`);
      expect([body.total, body.data.length]).toEqual([41, 41]);
    });

    it('that the client cannot set', async () => {
      const event = await createEvent(alice, { seriesId: UNKNOWN });
      expect(event.seriesId).toBeNull();
      expect((await alice.patch(`/events/${event.id}`, { seriesId: UNKNOWN })).body.seriesId).toBeNull();
    });
  });

  describe('are found by seriesId', () => {
    let seriesId: string;
    let all: string[];

    beforeAll(async () => {
      const start = new Date(Date.now() + DAY_MS);
      const location = { name: 'Deck', latitude: 10, longitude: 10 };
      const body = { title: 'Weekly yoga', startAt: start.toISOString(), endAt: null, location };
      const { id } = await createEvent(alice, body);
      const starts = [1, 2].map((n) => new Date(start.getTime() + n * 7 * DAY_MS).toISOString());
      const copies = (await copy(id, starts)).body.data;
      seriesId = copies[0].seriesId;
      all = [id, ...ids(copies)];
    });

    it('in lists, with every other filter and order', async () => {
      const list = async (query: string) =>
        ids((await alice.get(`/events?seriesId=${seriesId}${query}`)).body.data);
      for (const query of [
        '',
        '&q=yoga',
        '&sort=startAt',
        '&type=EVENT&status=OPEN',
        '&bbox=9,9,11,11',
        '&creatorId=me',
      ])
        expect([query, await list(query)]).toEqual([query, all]);
      expect(await list('&sort=-startAt')).toEqual([...all].reverse());
      expect(await list(`&from=${new Date(Date.now() + 10 * DAY_MS).toISOString()}`)).toEqual([all[2]]);
      expect(await list('&relation=SAVED')).toEqual([]);
      const first = (await alice.get(`/events?seriesId=${seriesId}&limit=2`)).body;
      expect(await list(`&limit=2&cursor=${first.nextCursor}`)).toEqual([all[2]]);
      const other = await alice.get(`/events?seriesId=${UNKNOWN}&cursor=${first.nextCursor}`);
      expect(other.status).toBe(400);
    });

    it.each(['nothing', UNKNOWN, '0', "'"])('but not by %j', async (unknown) => {
      for (const path of ['/events', '/gigs'])
        expect((await alice.get(`${path}?seriesId=${encodeURIComponent(unknown)}`)).body).toMatchObject({
          data: [],
          total: 0,
        });
      expect((await alice.get('/events?seriesId=')).body.total).toBeGreaterThan(0);
    });

    it('in upper case', async () => {
      expect((await alice.get(`/events?seriesId=${seriesId.toUpperCase()}`)).body.total).toBe(3);
    });

    it('in facets, in calendars and by agents', async () => {
      expect((await alice.get(`/events/facets?seriesId=${seriesId}`)).body.type).toEqual([
        { value: 'EVENT', count: 3 },
      ]);
      const { body } = await alice.post('/calendars', { kind: 'EVENTS', filter: `seriesId=${seriesId}` });
      const { text } = await alice.get(new URL(body.icsUrl).pathname);
      expect(text.match(/^SUMMARY:Weekly yoga/gm)).toHaveLength(3);
      const params = { name: 'search_events', arguments: { seriesId } };
      const called = await alice.post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      expect(ids(called.body.result.structuredContent.data)).toEqual(all);
    });
  });

  describe('with an Idempotency-Key', () => {
    const under = (key: string) => ({ 'idempotency-key': key });

    it('are made once', async () => {
      const { id } = await createEvent(alice);
      const first = await copy(id, weekly(3), under('copies'));
      const again = await copy(id, weekly(3), under('copies'));
      const asWritten = await alice.post(
        `/events/${id}/copies/`,
        { startAts: weekly(3).map((at) => at.replace('.000Z', 'Z')) },
        under('copies'),
      );
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect([asWritten.status, asWritten.body]).toEqual([201, first.body]);
      expect((await alice.get(`/events?seriesId=${first.body.data[0].seriesId}`)).body.total).toBe(4);
    });

    it('are made once also if sent at the same time', async () => {
      const patient = service.patientlyAs('alice');
      const { id } = await createEvent(alice);
      const send = () => patient.post(`/events/${id}/copies`, { startAts: [APRIL, MAY] }, under('at once'));
      const answers = await Promise.all(Array.from({ length: 6 }, send));
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]!.body]);
      expect((await alice.get(`/events?seriesId=${(await read(id)).seriesId}`)).body.total).toBe(3);
    });

    it('are refused with another path or body', async () => {
      const gig = await createEvent(alice, gigBody());
      const other = await createEvent(alice, gigBody());
      expect((await copy(gig.id, [MAY], under('one path'))).status).toBe(201);
      for (const refused of [
        await copy(gig.id, [JUNE], under('one path')),
        await copy(gig.id, [MAY], under('one path'), '/gigs'),
        await copy(other.id, [MAY], under('one path')),
        await alice.post('/events', eventBody(), under('one path')),
      ])
        expect(refused).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
      expect((await read(other.id)).seriesId).toBeNull();
      await alice.post('/events', eventBody(), under('an event'));
      expect((await copy(gig.id, [MAY], under('an event'))).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    it('give again those that still exist, and none is 404', async () => {
      const { id } = await createEvent(alice);
      const send = () => copy(id, [MAY, APRIL, JUNE], under('deleted'));
      const [one, two, three] = (await send()).body.data;
      await alice.delete(`/events/${one.id}`);
      expect((await send()).body.data).toEqual([two, three]);
      await alice.patch(`/events/${three.id}`, { title: 'Chess' });
      expect((await send()).body.data).toMatchObject([{ id: two.id }, { id: three.id, title: 'Chess' }]);
      for (const each of [two, three]) await alice.delete(`/events/${each.id}`);
      expect(await send()).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    });

    it('leave the key free if they are refused', async () => {
      const { id } = await createEvent(alice);
      expect((await copy(id, [new Date(LATEST).toISOString()], under('refused'))).status).toBe(400);
      expect((await copy(id, [MAY], under('refused'))).status).toBe(201);
    });

    it('are part of the export', async () => {
      const dave = service.as('dave');
      const { id } = await createEvent(dave);
      const { body } = await dave.post(`/events/${id}/copies`, { startAts: weekly(3) }, under('export'));
      const [first, ...further] = ids(body.data);
      const exported = (await dave.get('/users/me/export')).body;
      expect(exported.idempotencyKeys).toMatchObject([
        { key: 'export', eventId: first, furtherEventIds: further },
      ]);
      expect(ids(exported.events)).toEqual([id, first, ...further]);
      expect(exported.events).toEqual(
        exported.events.map((each: object) => ({ ...each, seriesId: body.data[0].seriesId })),
      );
    });
  });

  it('count as creations, each; all are stored or none', async () => {
    const limited = await startApp({ DAILY_CREATIONS: '5' }, service.database);
    const erin = limited.as('erin');
    const { id } = await createEvent(erin);
    const post = (startAts: string[]) =>
      erin.post(`/events/${id}/copies`, { startAts }, { 'idempotency-key': 'quota' });
    expect(await post(weekly(5))).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } });
    expect((await erin.get(`/events/${id}`)).body.seriesId).toBeNull();
    expect((await erin.get('/events?creatorId=me')).body.total).toBe(1);
    expect((await post(weekly(4))).status).toBe(201);
    expect((await post(weekly(4))).status).toBe(201); // a replay
    expect((await erin.post('/events', eventBody())).body.code).toBe('LIMIT_REACHED');
    expect((await erin.get('/events?creatorId=me')).body.total).toBe(5);
    await limited.close();
  });

  describe('are refused', () => {
    let id: string;
    beforeAll(async () => {
      id = (await createEvent(alice)).id;
    });

    it.each([
      [undefined, ['/startAts']],
      [null, ['/startAts']],
      [MAY, ['/startAts']],
      [[], ['/startAts']],
      [weekly(53), ['/startAts']],
      [Array(30_000).fill(MAY), ['/startAts']],
      [[MAY, 'soon'], ['/startAts/1']],
      [[MAY, '2031-05-01'], ['/startAts/1']],
      [
        [1, null, {}, [MAY]],
        ['/startAts/0', '/startAts/1', '/startAts/2', '/startAts/3'],
      ],
      [
        [MAY, APRIL, '2031-05-01T14:00-04:00', MAY],
        ['/startAts/2', '/startAts/3'],
      ],
      [
        ['1969-12-31T23:59:59Z', '+10000-01-01T00:00:00Z'],
        ['/startAts/0', '/startAts/1'],
      ],
      // Three hours long, it would end in the year 10000.
      [[MAY, '9999-12-31T21:00:00Z', '9999-12-31T20:59:59Z'], ['/startAts/1']],
    ])('for startAts %#, with pointers', async (startAts, pointers) => {
      const { status, body } = await copy(id, startAts);
      expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
      expect((await read(id)).seriesId).toBeNull();
    });

    it('where applications would end before 1970', async () => {
      const gig = await createEvent(alice, gigBody({ applyBy: '2031-02-28T18:00:00Z' }));
      const { status, body } = await copy(gig.id, ['1970-01-02T00:00:00Z', '1970-01-01T23:59:59Z']);
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/startAts/1' }]]);
    });

    it('for an unknown member, a bad key, no body', async () => {
      const path = `/events/${id}/copies`;
      expect((await alice.post(path, { startAts: [MAY], title: 'x' })).body.errors).toMatchObject([
        { pointer: '/title' },
      ]);
      expect((await copy(id, [MAY], { 'idempotency-key': 'x'.repeat(256) })).status).toBe(400);
      expect((await alice.post(path)).body.code).toBe('MALFORMED_JSON');
    });
  });

  it('have as many instants as 1 to 52, each once, however they are written', async () => {
    const { id } = await createEvent(alice, { endAt: null });
    const zones = [
      ['Z', 0],
      ['+05:30', 330],
      ['-11:00', -660],
    ] as const;
    const instants = fc.integer({ min: 0, max: 40 }).map((day) => Date.UTC(2031, 0, 1) + day * DAY_MS);
    const written = fc.tuple(instants, fc.constantFrom(...zones)).map(([at, [zone, minutes]]) => ({
      at,
      text: new Date(at + minutes * 60_000).toISOString().replace('Z', zone),
    }));
    await fc.assert(
      fc.asyncProperty(fc.array(written, { maxLength: 56 }), async (sent) => {
        const { status, body } = await copy(
          id,
          sent.map(({ text }) => text),
        );
        const repeated = sent.flatMap(({ at }, n) =>
          sent.findIndex((each) => each.at === at) < n ? [n] : [],
        );
        const isCounted = sent.length >= 1 && sent.length <= 52;
        if (isCounted && repeated.length === 0) {
          expect(status).toBe(201);
          expect(body.data.map(({ startAt }: { startAt: string }) => Date.parse(startAt))).toEqual(
            sent.map(({ at }) => at),
          );
        } else {
          const pointers = isCounted ? repeated.map((n) => `/startAts/${n}`) : ['/startAts'];
          expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
            400,
            pointers,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
