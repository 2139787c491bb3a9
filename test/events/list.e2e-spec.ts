import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);

describe('the list of events', () => {
  let service: TestApp;
  let reader: Client;

  beforeAll(async () => {
    service = await startApp();
    reader = service.as('reader');
    // Event n starts n hours into 2030. Every tenth starts with the next. They were created in reverse.
    await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at, source, creator_id, tags, category, status, created_at)
      SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Event ' || n, 'Text of ' || n,
             CASE WHEN n % 3 = 0 THEN 'GIG' ELSE 'EVENT' END, '{"name": "Hall"}',
             '2030-01-01T00:00:00Z'::timestamptz + make_interval(hours => n - CASE WHEN n % 10 = 1 THEN 1 ELSE 0 END),
             CASE WHEN n % 5 = 0 THEN 'CAMPUS_API' ELSE 'USER' END, CASE WHEN n % 5 = 0 THEN NULL ELSE 'user ' || n % 2 END,
             ARRAY['tag ' || n % 4], CASE WHEN n % 2 = 0 THEN 'MUSIC' ELSE 'SOCIAL' END,
             CASE WHEN n % 7 = 0 THEN 'COMPLETED' ELSE 'OPEN' END,
             '2029-01-01T00:00:00Z'::timestamptz - make_interval(hours => n)
      FROM generate_series(1, 1100) n`);
  });
  afterAll(() => service.close());

  it('returns the envelope, earliest first', async () => {
    const { status, body } = await reader.get('/events?limit=3');
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 1000, totalIsExact: false, limit: 3, offset: 0 });
    expect(titles(body)).toEqual(['Event 1', 'Event 2', 'Event 3']);
    expect(body.nextCursor).toEqual(expect.any(String));
  });

  it.each([
    ['type=GIG', (n: number) => n % 3 === 0],
    ['category=MUSIC', (n: number) => n % 2 === 0],
    ['source=CAMPUS_API', (n: number) => n % 5 === 0],
    ['status=COMPLETED', (n: number) => n % 7 === 0],
    ['creatorId=user%201', (n: number) => n % 5 !== 0 && n % 2 === 1],
    ['tag=tag%203', (n: number) => n % 4 === 3],
    [
      'type=GIG&category=MUSIC&source=USER&status=OPEN',
      (n: number) => n % 6 === 0 && n % 5 !== 0 && n % 7 !== 0,
    ],
    ['startDate=2030-02-01', (n: number) => n - (n % 10 === 1 ? 1 : 0) >= 31 * 24],
    ['startDate=2030-02-01T12:00:00%2B01:00', (n: number) => n - (n % 10 === 1 ? 1 : 0) >= 31 * 24 + 11],
    ['endDate=2030-01-02', (n: number) => n - (n % 10 === 1 ? 1 : 0) < 48],
    ['startDate=2030-01-02&endDate=2030-01-02', (n: number) => n >= 24 && n < 48],
  ])('filters by %s', async (query, matches) => {
    const expected = Array.from({ length: 1100 }, (_, n) => n + 1).filter(matches);
    const { body } = await reader.get(`/events?${query}&limit=100`);
    expect(body.total).toBe(Math.min(expected.length, 1000));
    expect(titles(body)).toEqual(expected.slice(0, 100).map((n) => `Event ${n}`));
  });

  it.each(['category=NOPE', 'tag=nope', 'creatorId=nobody', "category=%25'_", 'tag=%5C'])(
    'is empty for %s',
    async (query) => {
      const { status, body } = await reader.get(`/events?${query}`);
      expect({ status, data: body.data, total: body.total }).toEqual({ status: 200, data: [], total: 0 });
    },
  );

  it.each([
    ['startAt', 1],
    ['-startAt', -1],
    ['createdAt', -1],
    ['-createdAt', 1],
  ])('is paged by cursor, sorted by %s, each event once', async (sort, direction) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/events?limit=97&sort=${sort}${cursor ? `&cursor=${cursor}` : ''}`;
      const { status, body } = await reader.get(path);
      expect(status).toBe(200);
      seen.push(...titles(body));
      cursor = body.nextCursor;
    } while (cursor);
    const ascending = Array.from({ length: 1100 }, (_, n) => `Event ${n + 1}`);
    expect(seen).toEqual(direction === 1 ? ascending : ascending.reverse());
  });

  it('is paged by offset, and refuses one above 10000 with a hint at the cursor', async () => {
    expect(titles((await reader.get('/events?offset=1098')).body)).toEqual(['Event 1099', 'Event 1100']);
    expect((await reader.get('/events?offset=10000')).body.data).toEqual([]);
    const { status, body } = await reader.get('/events?offset=10001');
    expect(status).toBe(400);
    expect(body.errors[0].detail).toContain('cursor');
  });

  it('caps the limit at 100', async () => {
    const { body } = await reader.get('/events?limit=5000');
    expect({ limit: body.limit, data: body.data.length }).toEqual({ limit: 100, data: 100 });
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=1e30',
    'offset=-1',
    'limit=1&limit=2',
    'type=PARTY',
    'source=MARS',
    'status=open',
    'sort=title',
    'startDate=2030-02-30',
    'startDate=yesterday',
    'nope=1',
    'category=%00',
    'q=%FF',
    'cursor=abc',
    'offset=5&cursor=abc',
  ])('refuses ?%s and names the parameter', async (query) => {
    const { status, body } = await reader.get(`/events?${query}`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    expect(query).toContain(body.errors[0].pointer);
  });

  it('refuses a cursor of other filters or of another sort', async () => {
    const { nextCursor } = (await reader.get('/events?limit=1&type=GIG')).body;
    expect((await reader.get(`/events?type=GIG&cursor=${nextCursor}`)).status).toBe(200);
    expect((await reader.get(`/events?cursor=${nextCursor}`)).status).toBe(400);
    expect((await reader.get(`/events?type=GIG&sort=-startAt&cursor=${nextCursor}`)).status).toBe(400);
  });
});

describe('a search', () => {
  let service: TestApp;
  let reader: Client;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
    await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at) VALUES
        (gen_random_uuid(), 'Choir', 'A little jazz at the end', 'EVENT', '{"name": "Chapel"}', '2030-01-01Z'),
        (gen_random_uuid(), 'Jazz night', 'Live music', 'EVENT', '{"name": "Club"}', '2030-01-02Z'),
        (gen_random_uuid(), 'Pottery', 'Bring clay', 'GIG', '{"name": "Jazz cellar"}', '2030-01-03Z'),
        (gen_random_uuid(), 'Free jazz brunch', 'Eggs', 'GIG', '{"name": "Diner"}', '2030-01-04Z')`);
  });
  afterAll(() => service.close());

  it('ranks the best matches first', async () => {
    const { body } = await reader.get('/events?q=jazz');
    expect(titles(body).slice(0, 2).sort()).toEqual(['Free jazz brunch', 'Jazz night']);
    expect(titles(body).at(-1)).toBe('Choir');
    expect(body).toMatchObject({ total: 4, nextCursor: null });
  });

  it('sorts equal matches by start, with past events last, latest first', async () => {
    await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at, end_at)
      SELECT gen_random_uuid(), title, 'Polka', 'EVENT', '{"name": "Hall"}', now() + start * interval '1 hour',
             now() + "end" * interval '1 hour'
      FROM (VALUES ('over', -5, -4), ('running', -3, 2), ('to come', 1, 2), ('later', 300, 301), ('long over', -90, -89),
                   ('over without an end', -4, NULL), ('exhibition', -900, 900)) event (title, start, "end")`);
    expect(titles((await reader.get('/events?q=polka')).body)).toEqual([
      ...['exhibition', 'running', 'to come', 'later', 'over without an end', 'over', 'long over'],
    ]);
  });

  it('accepts web-search syntax, other filters and a sort', async () => {
    expect(titles((await reader.get('/events?q="jazz brunch"')).body)).toEqual(['Free jazz brunch']);
    expect(titles((await reader.get('/events?q=jazz -brunch -choir -pottery')).body)).toEqual(['Jazz night']);
    expect(titles((await reader.get('/events?q=jazz&type=GIG&sort=startAt')).body)).toEqual([
      'Pottery',
      'Free jazz brunch',
    ]);
  });

  it('is paged by cursor', async () => {
    const all = titles((await reader.get('/events?q=jazz')).body);
    const seen: string[] = [];
    for (let cursor = ''; cursor !== 'null'; ) {
      const { body } = await reader.get(`/events?q=jazz&limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...titles(body));
      cursor = String(body.nextCursor);
    }
    expect(seen).toEqual(all);
  });

  it.each(['/events?q=jazz&limit=1', '/events?limit=1&when=week'])(
    'refuses a cursor of %s without an instant',
    async (path) => {
      await service.database.query(
        `UPDATE events SET start_at = now() + interval '1 day' WHERE title LIKE '%azz%'`,
      );
      const { nextCursor } = (await reader.get(path)).body;
      const forged = Buffer.from(nextCursor, 'base64url')
        .toString()
        .replace(/\b\d{13}\b/g, '9000000000000000');
      const { status, body } = await reader.get(
        `${path}&cursor=${Buffer.from(forged).toString('base64url')}`,
      );
      expect({ status, pointer: body.errors?.[0].pointer }).toEqual({ status: 400, pointer: 'cursor' });
    },
  );

  it('is paged by offset up to 1000, and by cursor if a sort is given', async () => {
    expect((await reader.get('/events?q=jazz&offset=3')).body.data).toHaveLength(1);
    const last = await reader.get('/events?q=jazz&offset=1000');
    expect([last.status, last.body.data, last.body.total]).toEqual([200, [], 4]);
    expect((await reader.get('/events?q=jazz&offset=1001')).status).toBe(400);
    const { nextCursor } = (await reader.get('/events?q=jazz&sort=startAt&limit=2')).body;
    expect(
      titles((await reader.get(`/events?q=jazz&sort=startAt&limit=2&cursor=${nextCursor}`)).body),
    ).toHaveLength(2);
  });

  it.each([
    "'",
    '"',
    ':*',
    '& | !',
    '((((',
    '<->',
    '\\',
    '%',
    '-',
    'a:b',
    '😀',
    'x'.repeat(500),
    '-x '.repeat(166),
  ])('never fails on %s', async (q) => {
    expect((await reader.get(`/events?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
});
