import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { document } from '../support/document.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

describe('events', () => {
  let service: TestApp;
  let alice: Client;
  let bob: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
    bob = service.as('bob');
  });
  afterAll(() => service.close());

  describe('on creation', () => {
    it('are returned as documented, with members in order', async () => {
      const { status, body, headers } = await alice.post('/events', gigBody({ title: '  Move two sofas ' }));
      expect(status).toBe(201);
      expect(headers.get('etag')).toBe('"1"');
      expect(Object.keys(body)).toEqual(document.components.schemas.EventDto.required);
      expect(body).toMatchObject({
        title: 'Move two sofas',
        type: 'GIG',
        status: 'OPEN',
        source: 'USER',
        creatorId: 'alice',
        externalId: null,
        category: 'MOVING_DELIVERY',
        compensation: { amount: 20, currency: 'USD', type: 'HOURLY' },
      });
      expect(body.tags.length).toBeGreaterThan(0);
      expect((await bob.get(`/events/${body.id}`)).body).toEqual(body);
    });

    it('keep the location as sent', async () => {
      const location = { name: 'Dock', latitude: 39.9, longitude: -83, gate: { doors: ['A', 'B'] } };
      expect((await createEvent(alice, { location })).location).toEqual(location);
    });

    it('may end when they start', async () => {
      const startAt = '2031-03-01T18:00:00.000Z';
      const event = await createEvent(alice, { startAt, endAt: '2031-03-01T19:00:00.000+01:00' });
      expect(event.endAt).toBe(startAt);
      const { body } = await alice.patch(`/events/${event.id}`, { startAt: '2031-03-01T18:00:00.001Z' });
      expect(body.errors).toEqual([{ pointer: '/endAt', detail: 'must not be before startAt' }]);
    });

    it('accept t and z in lower case', async () => {
      const event = await createEvent(alice, {
        startAt: '2031-03-01t18:00:00z',
        endAt: '2031-03-01T18:30:00.5z',
      });
      expect([event.startAt, event.endAt]).toEqual(['2031-03-01T18:00:00.000Z', '2031-03-01T18:30:00.500Z']);
      for (const query of [
        'startDate=2031-03-01t18:00:00z',
        'from=2031-03-01t18:00:00z&to=2031-03-01t18:10:00z',
      ])
        expect((await alice.get(`/events?${query}&limit=1`)).body.data[0].startAt).toBe(event.startAt);
    });

    it('convert any zone to UTC', async () => {
      const event = await createEvent(alice, { startAt: '2031-03-01T18:00:00+05:30', endAt: null });
      expect(event.startAt).toBe('2031-03-01T12:30:00.000Z');
    });

    it('ignore members that the service assigns, and accept their own response', async () => {
      const event = await createEvent(alice);
      const again = await createEvent(bob, { ...event, status: 'CANCELLED', source: 'CAMPUS_API' });
      expect(again).toMatchObject({ status: 'OPEN', source: 'USER', creatorId: 'bob' });
      expect(again.id).not.toBe(event.id);
    });

    it.each(['JPY', 'XCG', 'ZWG'])('accept pay in %s', async (currency) => {
      const compensation = { amount: 20, currency, type: 'FIXED' };
      expect((await createEvent(alice, { type: 'GIG', compensation })).compensation).toEqual(compensation);
    });

    it.each([
      ['a missing title', { title: undefined }, '/title'],
      ['a blank title', { title: '   ' }, '/title'],
      ['a title of 201 characters', { title: 'x'.repeat(201) }, '/title'],
      ['an empty description', { description: '' }, '/description'],
      ['a description of blanks', { description: ' \n\u00a0\t\u200b' }, '/description'],
      ['another type', { type: 'PARTY' }, '/type'],
      ['a location that is text', { location: 'Union' }, '/location'],
      ['a location without a name', { location: {} }, '/location/name'],
      ['a location that is a list', { location: [{ name: 'x' }] }, '/location'],
      ['a latitude of text', { location: { name: 'x', latitude: '1' } }, '/location/latitude'],
      ['a latitude past the pole', { location: { name: 'x', latitude: 90.1 } }, '/location/latitude'],
      ['a longitude past the date line', { location: { name: 'x', longitude: -181 } }, '/location/longitude'],
      ['a location four deep', { location: { name: 'x', a: { b: { c: {} } } } }, '/location'],
      ['a location over 4 KiB', { location: { name: 'x', note: 'y'.repeat(4100) } }, '/location'],
      ['a start without a zone', { startAt: '2031-03-01T18:00:00' }, '/startAt'],
      ['30 February', { startAt: '2031-02-30T18:00:00Z' }, '/startAt'],
      ['an end before the start', { endAt: '2031-03-01T17:00:00Z' }, '/endAt'],
      [
        'compensation on an event',
        { compensation: { amount: 1, currency: 'USD', type: 'FIXED' } },
        '/compensation',
      ],
      [
        'three decimals',
        { type: 'GIG', compensation: { amount: 1.005, currency: 'USD', type: 'FIXED' } },
        '/compensation/amount',
      ],
      [
        'a negative amount',
        { type: 'GIG', compensation: { amount: -1, currency: 'USD', type: 'FIXED' } },
        '/compensation/amount',
      ],
      [
        'no currency of ISO 4217',
        { type: 'GIG', compensation: { amount: 1, currency: 'ABC', type: 'FIXED' } },
        '/compensation/currency',
      ],
      ['an unknown member', { colour: 'red' }, '/colour'],
      ['the hidden hash', { itemHash: 'x' }, '/itemHash'],
      ['a NUL', { description: 'a\0b' }, '/description'],
      [
        'a lone surrogate in a nested member',
        { location: { name: 'x', more: ['\ud800'] } },
        '/location/more/0',
      ],
    ])('refuse %s, and store nothing', async (_what, overrides, pointer) => {
      const [before] = await service.database.query('SELECT count(*) FROM events');
      const { status, body } = await alice.post('/events', eventBody(overrides));
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
      expect((await service.database.query('SELECT count(*) FROM events'))[0]).toEqual(before);
    });

    it('list all faults at once', async () => {
      const { body } = await alice.post('/events', { title: '', location: {}, extra: 1 });
      const pointers = body.errors.map((fault: { pointer: string }) => fault.pointer).sort();
      expect(pointers).toEqual(['/description', '/extra', '/location/name', '/startAt', '/title', '/type']);
    });

    it('count code points', async () => {
      expect((await createEvent(alice, { title: '🎷'.repeat(200) })).title).toBe('🎷'.repeat(200));
    });
  });

  describe('on change', () => {
    it('change only what is sent', async () => {
      const event = await createEvent(alice);
      const { status, body, headers } = await alice.patch(`/events/${event.id}`, { title: 'Chess' });
      expect(status).toBe(200);
      expect(headers.get('etag')).toBe('"2"');
      expect(body).toEqual({ ...event, title: 'Chess', updatedAt: body.updatedAt });
    });

    it('trim tags, convert them to lower case, and remove duplicates', async () => {
      const { id } = await createEvent(alice);
      const patch = async (tags: string[]) => (await alice.patch(`/events/${id}`, { tags })).body;
      expect((await patch(['  Jazz ', 'jazz', 'JAZZ', 'Hip Hop'])).tags).toEqual(['jazz', 'hip hop']);
      const tag = 'x'.repeat(40);
      expect((await patch([` ${tag} `])).tags).toEqual([tag]);
      expect((await patch(['İ'.repeat(21)])).errors[0].pointer).toBe('/tags/0'); // longer in lower case
      await patch(['ΧΟΡΟΣ', 'İzmir']);
      for (const each of ['ΧΟΡΟΣ', 'χορος', 'İzmir'])
        expect((await alice.get(`/events?tag=${encodeURIComponent(each)}`)).body.total).toBe(1);
    });

    it('accept an empty PATCH without a change', async () => {
      const event = await createEvent(alice);
      const { status, body } = await alice.patch(`/events/${event.id}`, {});
      expect({ status, body }).toEqual({ status: 200, body: event });
    });

    it('clear nullable members', async () => {
      const gig = await createEvent(alice, gigBody());
      const removed = { endAt: null, compensation: null, category: null, summary: null };
      const { body } = await alice.patch(`/events/${gig.id}`, removed);
      expect(body).toMatchObject(removed);
    });

    it('never change their type', async () => {
      const event = await createEvent(alice);
      expect((await alice.patch(`/events/${event.id}`, { type: 'EVENT' })).status).toBe(200);
      const { status, body } = await alice.patch(`/events/${event.id}`, { type: 'GIG' });
      expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer: '/type' });
    });

    it('check the times that result from a PATCH', async () => {
      const event = await createEvent(alice);
      expect((await alice.patch(`/events/${event.id}`, { startAt: '2031-03-02T00:00:00Z' })).status).toBe(
        400,
      );
      const moved = { startAt: '2031-03-02T00:00:00Z', endAt: '2031-03-02T01:00:00Z' };
      expect((await alice.patch(`/events/${event.id}`, moved)).status).toBe(200);
    });

    it('store nothing of a PATCH with a refused transition', async () => {
      const event = await createEvent(alice);
      await alice.patch(`/events/${event.id}`, { status: 'CANCELLED' });
      const { status, body } = await alice.patch(`/events/${event.id}`, { title: 'Again', status: 'OPEN' });
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'INVALID_TRANSITION' });
      expect((await alice.get(`/events/${event.id}`)).body).toMatchObject({
        title: event.title,
        status: 'CANCELLED',
      });
    });

    it('are completed only before the end that results from the same PATCH', async () => {
      const past = { startAt: '2020-01-01T00:00:00Z', endAt: '2020-01-02T00:00:00Z' };
      const ended = await createEvent(alice, past);
      expect((await alice.patch(`/events/${ended.id}`, { status: 'COMPLETED' })).body.code).toBe(
        'INVALID_TRANSITION',
      );
      const { status } = await alice.patch(`/events/${ended.id}`, { status: 'COMPLETED', endAt: null });
      expect(status).toBe(200);
    });

    it('honour If-Match', async () => {
      const event = await createEvent(alice);
      const path = `/events/${event.id}`;
      expect((await alice.patch(path, { title: 'One' }, { 'if-match': '"1"' })).status).toBe(200);
      const { status, body } = await alice.patch(path, { title: 'Two' }, { 'if-match': '"1"' });
      expect({ status, code: body.code }).toEqual({ status: 412, code: 'STALE_VERSION' });
      expect((await alice.delete(path, { 'if-match': '"1"' })).status).toBe(412);
      expect((await alice.delete(path, { 'if-match': '"7", "2"' })).status).toBe(204);
    });
  });

  it('can be deleted', async () => {
    const event = await createEvent(alice);
    const { status, text } = await alice.delete(`/events/${event.id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });
    expect((await alice.get(`/events/${event.id}`)).status).toBe(404);
    expect((await alice.delete(`/events/${event.id}`)).status).toBe(404);
  });

  it('return 304 to a client with the current version', async () => {
    const event = await createEvent(alice);
    const { status, text, headers } = await bob.get(`/events/${event.id}`, { 'if-none-match': 'W/"1"' });
    expect({ status, text, etag: headers.get('etag') }).toEqual({ status: 304, text: '', etag: '"1"' });
    expect([headers.get('content-length'), headers.get('content-type')]).toEqual([null, null]);
    expect((await bob.get(`/events/${event.id}`, { 'if-none-match': '"0"' })).status).toBe(200);
  });

  it('are counted by category while open', async () => {
    const { status, body } = await alice.get('/categories');
    expect(status).toBe(200);
    expect(body.data).toHaveLength(17);
    expect(body.data[0]).toEqual({ category: 'MUSIC', openEvents: expect.any(Number) });
  });
});
