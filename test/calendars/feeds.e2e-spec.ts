import { parseXml } from '@rgrove/parse-xml';
import nodeIcal from 'node-ical';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { operations } from '../support/document.js';
import { createEvent, gigBody } from '../support/factories.js';
import { eventsIn, titlesIn } from './vevents.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inDays = (days: number, hours = 0) => new Date(Date.now() + days * DAY + hours * HOUR).toISOString();

describe('a calendar feed', () => {
  let service: TestApp;
  let ann: Client;
  let bob: Client;

  beforeAll(async () => {
    service = await startApp();
  });
  beforeEach(async () => {
    await service.database.query(
      'TRUNCATE events, interactions, applications, collections, collection_items, calendars CASCADE',
    );
    ann = service.as('ann');
    bob = service.as('bob');
  });
  afterAll(() => service.close());

  const pathOf = (address: string) => new URL(address).pathname;
  const create = async (body: Record<string, unknown>) => (await ann.post('/calendars', body)).body;
  const read = (address: string, headers?: Record<string, string>) =>
    service.as(null).get(pathOf(address), headers);
  const titlesOf = async ({ icsUrl }: { icsUrl: string }) => titlesIn((await read(icsUrl)).text);
  const event = (title: string, overrides: Record<string, unknown> = {}) =>
    createEvent(bob, { title, startAt: inDays(3), endAt: inDays(3, 2), ...overrides });

  it('is iCalendar and RSS without a token, unlike the rest of the API', async () => {
    await event('Jazz & blues; free');
    const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
    const ics = await read(icsUrl);
    expect(ics.status).toBe(200);
    expect(ics.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(ics.headers.get('cache-control')).toBe('private, no-cache');
    expect(ics.headers.get('vary')).toMatch(/Authorization/);
    expect(ics.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    expect(ics.headers.get('x-content-type-options')).toBe('nosniff');
    expect(ics.text).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/);
    expect(ics.text).toMatch(/\r\nEND:VCALENDAR\r\n$/);
    expect(titlesIn(ics.text)).toEqual(['Jazz & blues; free']);
    const rss = await read(rssUrl);
    expect(rss.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(rss.headers.get('etag')).not.toBe(ics.headers.get('etag'));
    expect(parseXml(rss.text).text).toContain('Jazz & blues; free');
    for (const { text } of [ics, rss]) expect(text).not.toMatch(/[\w-]{43}\.(ics|rss)/);
  });

  it('needs no bearer token, and ignores one', async () => {
    const { icsUrl } = await create({ kind: 'EVENTS' });
    for (const headers of [{ authorization: 'Bearer nonsense' }, { authorization: 'Basic eA==' }])
      expect((await read(icsUrl, headers)).status).toBe(200);
    expect((await bob.get(pathOf(icsUrl))).status).toBe(200);
  });

  it('ignores all parameters', async () => {
    await event('Chess');
    const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
    for (const path of [icsUrl, rssUrl].map(pathOf)) {
      const { text } = await service.as(null).get(path);
      for (const query of ['', 'cache=1', 'a=1&a=2', 'limit=x', '__proto__=1', 'a=%ff', 'a=%00', '%'])
        expect(await service.as(null).get(`${path}?${query}`)).toMatchObject({ status: 200, text });
    }
  });

  it('has the name of the calendar', async () => {
    const { icsUrl, rssUrl } = await create({ kind: 'EVENTS', filter: 'type=GIG', name: 'Work; paid' });
    expect((await read(icsUrl)).text).toContain('\r\nNAME:Work\\; paid\r\nX-WR-CALNAME:Work\\; paid\r\n');
    expect((await read(rssUrl)).text).toContain('<title>Work; paid</title>');
    const other = await create({ kind: 'EVENTS', filter: 'type=GIG' });
    expect((await read(other.icsUrl)).text).toContain('\r\nNAME:Events and gigs: type GIG\r\n');
  });

  it('links to the page of an event at EVENT_PAGE_URL, or nowhere', async () => {
    const { id } = await event('Chess');
    const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
    expect((await read(icsUrl)).text).not.toContain('URL');
    expect((await read(rssUrl)).text.match(/<link>.*<\/link>/g)).toEqual([`<link>${service.url}/</link>`]);
    const page = 'https://app.example/?event={id}&again={id}';
    const paged = await startApp({ EVENT_PAGE_URL: page }, service.database);
    const link = `https://app.example/?event=${id}&again=${id}`;
    const ics = await paged.as(null).get(pathOf(icsUrl));
    expect(ics.text.replaceAll('\r\n ', '')).toContain(`\r\nURL:${link}\r\n`);
    expect((await paged.as(null).get(pathOf(rssUrl))).text).toContain(link.replace('&', '&amp;'));
    expect((await paged.as('ann').get(`/events/${id}/ics`)).text.replaceAll('\r\n ', '')).toContain(
      `URL:${link}`,
    );
    await paged.close();
  });

  it.each([
    'x',
    'a'.repeat(43),
    'a'.repeat(44),
    `${'a'.repeat(42)}%00`,
    `${'a'.repeat(42)}%2f`,
    '%2e%2e',
    "'",
    'a'.repeat(5000),
  ])('is 404 for the token %s, with any extension', async (token) => {
    for (const format of ['ics', 'rss', 'xml', 'ICS']) {
      const { status, text } = await service.as(null).get(`/calendars/${token}.${format}`);
      expect(status).toBe(404);
      expect(text).not.toContain('a'.repeat(16));
    }
  });

  describe('has the same bytes', () => {
    it('until something changes, and is 304 for a client with a current copy', async () => {
      const { id } = await event('Chess');
      const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
      for (const address of [icsUrl, rssUrl]) {
        const first = await read(address);
        const etag = first.headers.get('etag')!;
        expect((await read(address)).text).toBe(first.text);
        for (const held of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const again = await read(address, { 'if-none-match': held });
          expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
          expect(again.headers.get('content-type')).toBeNull();
        }
        expect((await read(address, { 'if-none-match': '"other"' })).text).toBe(first.text);
        await bob.patch(`/events/${id}`, { title: `Chess ${address.slice(-3)}` });
        const changed = await read(address, { 'if-none-match': etag });
        expect(changed.status).toBe(200);
        expect(changed.text).toContain(`Chess ${address.slice(-3)}`);
        expect(changed.headers.get('etag')).not.toBe(etag);
      }
    });

    it('for HEAD, without a body', async () => {
      await event('Chess');
      const { icsUrl } = await create({ kind: 'EVENTS' });
      const get = await read(icsUrl);
      const head = await service.as(null).request('HEAD', pathOf(icsUrl));
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['etag', 'content-type', 'content-length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      const held = { headers: { 'if-none-match': get.headers.get('etag')! } };
      const again = await service.as(null).request('HEAD', pathOf(icsUrl), held);
      expect([again.status, again.headers.get('content-length')]).toEqual([304, null]);
    });

    it('except for the alarm and the name', async () => {
      await event('Chess');
      const quiet = await read((await create({ kind: 'EVENTS' })).icsUrl);
      const loud = await read((await create({ kind: 'EVENTS', alarmMinutes: 15 })).icsUrl);
      expect(loud.text).toContain('TRIGGER:-PT15M\r\n');
      expect(quiet.text).not.toContain('VALARM');
      expect(loud.headers.get('etag')).not.toBe(quiet.headers.get('etag'));
    });
  });

  it('reports changes and cancellations, and omits deleted events', async () => {
    const { id } = await event('Chess');
    const { icsUrl } = await create({ kind: 'EVENTS' });
    const shown = async () => {
      const [first] = eventsIn((await read(icsUrl)).text);
      return (
        first && ['uid', 'sequence', 'status', 'summary'].map((name) => first.getFirstPropertyValue(name))
      );
    };
    expect(await shown()).toEqual([id, 0, 'CONFIRMED', 'Chess']);
    await bob.patch(`/events/${id}`, { title: 'Chess and Go' });
    expect(await shown()).toEqual([id, 1, 'CONFIRMED', 'Chess and Go']);
    await bob.patch(`/events/${id}`, { status: 'CANCELLED' });
    expect(await shown()).toEqual([id, 2, 'CANCELLED', 'Chess and Go']);
    await bob.delete(`/events/${id}`);
    expect(await shown()).toBeUndefined();
    expect((await read(icsUrl)).status).toBe(200);
  });

  it('ranges from 30 days ago to 12 months ahead, upcoming events first, then the latest started ones', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at)
       SELECT gen_random_uuid(), at, '', 'EVENT', '{"name": "Hall"}', now() + at::interval, now() + coalesce(until, at)::interval + interval '2 hours'
       FROM unnest($1::text[], $2::text[]) AS v (at, until)`,
      [
        ['-31 days', '-29 days', '-40 days', '-1 hours', '11 months', '13 months', '2 days', '-400 days'],
        [null, null, '1 day', null, null, null, null, '-200 days'],
      ],
    );
    const { icsUrl } = await create({ kind: 'EVENTS' });
    expect(await titlesOf({ icsUrl })).toEqual(['2 days', '11 months', '-1 hours', '-29 days', '-40 days']);
  });

  describe('of the kind EVENTS', () => {
    it('has the events of the list with its filter', async () => {
      await event('Jazz', { description: 'A saxophone' });
      await event('Move a sofa', gigBody({ title: 'Move a sofa', startAt: inDays(3), endAt: null }));
      await event('Chess', { startAt: inDays(20), endAt: null });
      const titles = async (filter: string) => titlesOf(await create({ kind: 'EVENTS', filter }));
      expect(await titles('type=GIG')).toEqual(['Move a sofa']);
      expect(await titles('type=EVENT')).toEqual(['Jazz', 'Chess']);
      expect(await titles('takesApplications=true&payType=HOURLY&minPay=20')).toEqual(['Move a sofa']);
      expect(await titles('minPay=20.01')).toEqual([]);
      expect(await titles('q=saxophone')).toEqual(['Jazz']);
      expect(await titles('q=saxophone&sort=-startAt')).toEqual(['Jazz']);
      expect(await titles('q=nothing+like+it')).toEqual([]);
      expect(await titles('when=week')).toEqual(['Jazz', 'Move a sofa']);
      expect(await titles(`from=${inDays(10)}&to=${inDays(30)}`)).toEqual(['Chess']);
      expect(await titles(`from=${inDays(700)}`)).toEqual([]);
      expect(await titles(`endDate=${inDays(10).slice(0, 10)}`)).toEqual(['Jazz', 'Move a sofa']);
      expect(await titles('creatorId=ann')).toEqual([]);
      expect(await titles('status=OPEN,IN_PROGRESS&type=GIG,EVENT')).toEqual([
        'Jazz',
        'Move a sofa',
        'Chess',
      ]);
      expect(await titles('type=GIG,EVENT&status=CANCELLED,COMPLETED')).toEqual([]);
      expect(await titles('creatorId=bob&sort=-createdAt')).toEqual(['Jazz', 'Move a sofa', 'Chess']);
      const town = { name: 'Town', latitude: 39.9977, longitude: -83.0086 };
      await event('In town', { location: town, startAt: inDays(2), endAt: null });
      expect(await titles('bbox=-83.1,39.9,-82.9,40.1')).toEqual(['In town']);
      expect(await titles('near=40,-83&radius=5000&sort=distance')).toEqual(['In town']);
      expect(await titles('near=41,-83')).toEqual([]);
      expect(await titles('bbox=-83.1,39.9,-82.9,40.1&q=town')).toEqual(['In town']);
    });

    it('has the events of a search', async () => {
      for (const [title, days] of [
        ['Chess far away', 400],
        ['Chess later', 20],
        ['Chess soon', 2],
        ['Chess before', -5],
        ['Chess long ago', -40],
      ] as const)
        await event(title, { startAt: inDays(days), endAt: null });
      expect(await titlesOf(await create({ kind: 'EVENTS', filter: 'q=chess' }))).toEqual([
        'Chess soon',
        'Chess later',
        'Chess before',
      ]);
    });

    it('omits cancelled events with `when`, as the list does', async () => {
      const { id } = await event('Chess');
      const calendar = await create({ kind: 'EVENTS', filter: 'when=week' });
      expect(await titlesOf(calendar)).toEqual(['Chess']);
      await bob.patch(`/events/${id}`, { status: 'CANCELLED' });
      expect(await titlesOf(calendar)).toEqual([]);
    });

    it('covers every parameter of a list', () => {
      const list = operations.find(({ name }) => name === 'GET /events');
      const names = (list!.declared.parameters as { name: string }[]).map(({ name }) => name);
      const covered = [
        ...['limit', 'offset', 'cursor', 'ids', 'view', 'include', 'bbox', 'near', 'radius'],
        ...['category', 'creatorId', 'endDate', 'from', 'q', 'sort', 'source'],
        ...['startDate', 'status', 'tag', 'to', 'type', 'tz', 'when'],
        ...['takesApplications', 'payType', 'minPay', 'relation', 'seriesId'],
      ];
      const missing = names.filter((name) => !covered.includes(name));
      expect(missing.map((name) => `Test a calendar with ${name}, and list it in this file`)).toEqual([]);
    });
  });

  describe('of a collection', () => {
    const collect = async (visibility: string, ...titles: string[]) => {
      const { id } = (
        await bob.post('/collections', { name: 'Weekends; sunny', description: 'Out', visibility })
      ).body;
      for (const title of titles)
        await bob.post(`/collections/${id}/items`, { eventId: (await event(title)).id });
      return id as string;
    };

    it('has its events and its name', async () => {
      const collectionId = await collect('PUBLIC', 'Chess', 'Go');
      await event('Elsewhere');
      const { icsUrl } = await create({ kind: 'COLLECTION', collectionId });
      const { text } = await read(icsUrl);
      expect((titlesIn(text) as string[]).sort()).toEqual(['Chess', 'Go']);
      expect(text).toContain('\r\nNAME:Weekends\\; sunny\r\n');
    });

    it('is empty, without a name, when its owner may no longer read it', async () => {
      const collectionId = await collect('PUBLIC', 'Chess');
      const { icsUrl, rssUrl } = await create({ kind: 'COLLECTION', collectionId });
      const before = await read(icsUrl);
      await bob.patch(`/collections/${collectionId}`, { visibility: 'PRIVATE' });
      for (const address of [icsUrl, rssUrl]) {
        const { status, text } = await read(address, { 'if-none-match': before.headers.get('etag')! });
        expect(status).toBe(200);
        expect(text).not.toMatch(/Chess|Weekends|sunny|VEVENT|<item>/);
      }
      await bob.patch(`/collections/${collectionId}`, { visibility: 'PUBLIC' });
      expect((await read(icsUrl)).text).toBe(before.text);
    });

    it('is deleted with the collection', async () => {
      const collectionId = await collect('PUBLIC', 'Chess');
      const { id, icsUrl } = await create({ kind: 'COLLECTION', collectionId });
      await bob.delete(`/collections/${collectionId}`);
      expect((await read(icsUrl)).status).toBe(404);
      const { body } = await ann.get('/calendars');
      expect(body.data.map((calendar: { id: string }) => calendar.id)).not.toContain(id);
    });
  });

  it('of the kind SAVED has the events that its owner has saved or bookmarked, once each', async () => {
    const [saved, marked, both, viewed, others] = [
      await event('Saved'),
      await event('Marked'),
      await event('Both'),
      await event('Viewed'),
      await event('Others'),
    ];
    const act = (client: Client, { id }: { id: string }, action: string) =>
      client.post(`/events/${id}/interactions`, { action });
    await act(ann, saved, 'SAVE');
    await act(ann, marked, 'BOOKMARK');
    await act(ann, both, 'SAVE');
    await act(ann, both, 'BOOKMARK');
    await act(ann, viewed, 'VIEW');
    await act(bob, others, 'SAVE');
    const calendar = await create({ kind: 'SAVED' });
    expect(((await titlesOf(calendar)) as string[]).sort()).toEqual(['Both', 'Marked', 'Saved']);
    await ann.delete(`/events/${saved.id}/interactions/SAVE`);
    await ann.delete(`/events/${both.id}/interactions/SAVE`);
    expect(((await titlesOf(calendar)) as string[]).sort()).toEqual(['Both', 'Marked']);
  });

  it('of the kind APPLICATIONS has the gigs with an active application of its owner', async () => {
    const apply = async (title: string, status?: string) => {
      const { id } = await event(title, gigBody({ title, startAt: inDays(3), endAt: null }));
      const application = (await ann.post(`/gigs/${id}/applications`)).body.id;
      if (status === 'WITHDRAWN') await ann.put(`/gigs/${id}/applications/${application}/withdrawal`);
      else if (status) await bob.patch(`/gigs/${id}/applications/${application}`, { status });
    };
    await apply('Pending');
    await apply('Accepted', 'ACCEPTED');
    await apply('Rejected', 'REJECTED');
    await apply('Withdrawn', 'WITHDRAWN');
    await event('Never', gigBody({ title: 'Never', startAt: inDays(3), endAt: null }));
    const titles = (await titlesOf(await create({ kind: 'APPLICATIONS' }))) as string[];
    expect(titles.sort()).toEqual(['Accepted', 'Pending']);
  });

  it('is read alike by another parser', async () => {
    const made = await event('Schach – שחמט – 国际象棋 🎷', {
      description: 'Long enough to be folded, '.repeat(20),
      location: { name: 'Halle 1, links', latitude: 51.4779, longitude: 0 },
    });
    const { text } = await read((await create({ kind: 'EVENTS', alarmMinutes: 10 })).icsUrl);
    const [one] = Object.values(nodeIcal.sync.parseICS(text)).filter((part) => part?.type === 'VEVENT');
    expect(one).toMatchObject({
      uid: made.id,
      summary: made.title,
      description: made.description.trim() === made.description ? made.description : expect.any(String),
      location: 'Halle 1, links',
      status: 'CONFIRMED',
      geo: { lat: 51.4779, lon: 0 },
    });
    expect((one as unknown as { start: Date }).start.toISOString().slice(0, 19)).toBe(
      made.startAt.slice(0, 19),
    );
  });

  it('counts against the rate limit of the address', async () => {
    const limited = await startApp({ RATE_LIMIT: '3' }, service.database);
    const stranger = limited.as(null);
    const statuses = [];
    for (let count = 0; count < 5; count += 1)
      statuses.push((await stranger.get(`/calendars/${'a'.repeat(43)}.ics`)).status);
    expect(statuses).toEqual([404, 404, 404, 429, 429]);
    await limited.close();
  });

  describe('of one event', () => {
    it('is a file that is named after it', async () => {
      const { id } = await event('Jazz / blues: "free" ñ');
      const { status, headers, text } = await ann.get(`/events/${id}/ics`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename[ -~]+\.ics/);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(titlesIn(text)).toEqual(['Jazz / blues: "free" ñ']);
      const held = { 'if-none-match': headers.get('etag')! };
      expect((await ann.get(`/events/${id}/ics`, held)).status).toBe(304);
      await bob.patch(`/events/${id}`, { title: 'Changed' });
      expect((await ann.get(`/events/${id}/ics`, held)).status).toBe(200);
    });

    it('exists for any event, however old, and is 404 for an unknown one', async () => {
      const { id } = await event('Then', { startAt: '1999-12-31T23:00:00Z', endAt: null });
      expect(titlesIn((await ann.get(`/events/${id}/ics`)).text)).toEqual(['Then']);
      for (const unknown of ['nope', '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'])
        expect((await ann.get(`/events/${unknown}/ics`)).status).toBe(404);
      expect((await service.as(null).get(`/events/${id}/ics`)).status).toBe(401);
    });
  });
});
