import type { Client } from '../support/client.js';
import { type InsideApp, startInside } from '../support/inside.js';

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);

describe('relevance', () => {
  let service: InsideApp;
  let reader: Client;

  /** Adds events, each a number of hours from the start of today in UTC. */
  const add = (hours: number[], title: string, description = '') =>
    service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), $2, $3, 'EVENT', '{"name": "Chapel"}',
              date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + make_interval(mins => (hour * 60)::int)
       FROM unnest($1::float8[]) AS hour`,
      [hours, title, description],
    );
  const hours = (count: number, first: number, step: number) =>
    Array.from({ length: count }, (_, n) => first + n * step);

  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    reader = service.as('reader');
  });
  afterAll(() => service.close());
  beforeEach(() => service.database.query('DELETE FROM events'));

  it('ranks the thousand matches that start next, in any order of creation', async () => {
    await add(hours(1_200, 24, 1), 'Choir practice', 'A choir sings jazz');
    await add([240.5], 'Jazz jazz jazz', 'Jazz, added last');
    await add([24 + 1_100], 'Jazz jazz jazz too late', 'Jazz');
    await add([-1], 'Jazz jazz jazz yesterday', 'Jazz');
    const { body } = await reader.get('/events?q=jazz&limit=2');
    expect(titles(body)).toEqual(['Jazz jazz jazz', 'Choir practice']);
    expect(body).toMatchObject({ total: 1_000, totalIsExact: false });
    expect(body.data[0]).not.toHaveProperty('rank');
    expect(body.data[0]).not.toHaveProperty('matches');
  });

  it('fills up with the latest earlier matches', async () => {
    await add([0, 5, 1_000, 100_000], 'To come', 'jazz');
    // Without an end, they are over three hours after their start.
    await add(hours(996, -4, -1), 'Over', 'jazz');
    await add([-1_500], 'Jazz jazz jazz too long ago', 'jazz');
    const { body } = await reader.get('/events?q=jazz&limit=100');
    expect(titles(body).slice(0, 5)).toEqual(['To come', 'To come', 'To come', 'To come', 'Over']);
    expect(body.total).toBe(1_000);
    const all = await Promise.all(
      hours(10, 0, 100).map((offset) => reader.get(`/events?q=jazz&limit=100&offset=${offset}`)),
    );
    const found = all.flatMap(({ body }) => titles(body));
    expect(found).toHaveLength(1_000);
    expect(found.filter((title) => title === 'To come')).toHaveLength(4);
    expect(found.filter((title) => title.startsWith('Jazz'))).toEqual([]);
    await service.database.query(`DELETE FROM events WHERE title = 'To come'`);
    expect(titles((await reader.get('/events?q=jazz&limit=1')).body)).toEqual([
      'Jazz jazz jazz too long ago',
    ]);
  });

  it('counts the matches even beyond the last page', async () => {
    await add([30, 10], 'Jazz');
    expect((await reader.get('/events?q=jazz&offset=5')).body).toMatchObject({ data: [], total: 2 });
    expect((await reader.get('/events?q=unheard&offset=5')).body).toMatchObject({ data: [], total: 0 });
  });

  it('is the same for many events at close times', async () => {
    await add(hours(6_000, 0, 0.01), 'Crowd', 'folk');
    await add([2, 7, 30, 300, 3_000, 30_000, -2, -7, -30, -300, -3_000, -30_000], 'Jazz');
    await add([2.5, 299], 'Jazz', 'folk');
    expect((await reader.get('/events?q=jazz&limit=100')).body).toMatchObject({
      total: 14,
      totalIsExact: true,
    });
    expect((await reader.get('/events?q=jazz folk')).body).toMatchObject({ total: 2 });
    const { body } = await reader.get('/events?q=folk&limit=1');
    expect(titles(body)).toEqual(['Crowd']);
    expect(body).toMatchObject({ total: 1_000, totalIsExact: false });
  });

  it('works with other filters', async () => {
    await add(hours(1_100, 1, 1), 'Choir', 'jazz');
    await service.database.query(
      `UPDATE events SET status = 'CANCELLED' WHERE start_at < now() + interval '40 days'`,
    );
    const { body } = await reader.get('/events?q=jazz&status=OPEN&limit=100');
    expect(new Set(body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['OPEN']));
    const [row] = await service.database.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM events WHERE status = 'OPEN'`,
    );
    expect(body.total).toBe(row!.open);
  });
});

describe.each(['1 minute', '10 seconds'])(
  'relevance among very many events, with matches of one in %s',
  (pace) => {
    const DAY = "date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'";
    const HOUR = "date_trunc('hour', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'";
    let service: InsideApp;
    let reader: Client;

    beforeAll(async () => {
      service = await startInside({ TAGGER: 'off' });
      reader = service.as('reader');
      // Many for nine days on either side of today, or for a day and a half; then few for some years.
      await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at)
      SELECT gen_random_uuid(), 'Event', 'x', 'EVENT', '{"name": "Chapel"}',
             ${DAY} + side * (CASE WHEN n <= 12500 THEN n * interval '${pace}' ELSE (n - 12490) * interval '1 day' END)
      FROM generate_series(0, 13400) n, unnest(ARRAY[1, -1]) side WHERE n > 0 OR side > 0`);
      await service.database.query('ANALYZE events');
    });
    afterAll(() => service.close());

    /** Puts a word into the events of a condition, and returns it. */
    async function word(condition: string): Promise<string> {
      const word = `word${Math.random().toString(36).slice(2)}`;
      const numbered = `SELECT id, start_at, row_number() OVER (ORDER BY start_at) AS n FROM events`;
      await service.database.query(
        `UPDATE events SET description = description || ' ${word}' FROM (${numbered}) e
       WHERE events.id = e.id AND (${condition})`,
      );
      return word;
    }

    it.each([
      ['few', 'n % 3000 = 0'],
      ['some', 'n % 130 = 0'],
      ['many', 'n % 25 = 0'],
      ['very many', 'n % 6 = 0'],
      ['very many, but too few soon', `n % 11 = 0 AND e.start_at > ${DAY} + interval '4 hours'`],
      ['what is far to come', `e.start_at > ${DAY} + interval '400 days'`],
      ['what is far to come, and something soon', `e.start_at > ${DAY} + interval '20 days' OR n % 4000 = 0`],
      ['what was', `e.start_at < ${DAY}`],
      ['what was long ago', `e.start_at < ${DAY} - interval '30 days'`],
      ['nothing', 'false'],
    ])('finds the thousand that start next: %s', async (_, condition) => {
      await expectNearest(await word(condition));
    });

    it.each([
      ['many, in a day', 'n % 5 = 0', 1, 2],
      ['all, in four days around today', 'true', -2, 2],
      ['many, in more days than are crowded', 'n % 7 = 0', -30, 60],
      ['few, long ago', 'n % 3 = 0', -600, -590],
      ['what begins years before, and goes on', `e.start_at < ${DAY} - interval '300 days'`, 3, 4],
    ])('finds the thousand that start next within a time range: %s', async (_, condition, from, to) => {
      await service.database.query(
        `UPDATE events SET end_at = start_at + interval '700 days' WHERE start_at < ${DAY} - interval '680 days'`,
      );
      const [now] = await service.database.query<{ today: Date }>(`SELECT ${DAY} AS today`);
      const instant = (days: number) => new Date(+now!.today + days * 86_400_000).toISOString();
      await expectNearest(await word(condition), { from: instant(from), to: instant(to) });
    });

    async function expectNearest(q: string, window?: { from: string; to: string }): Promise<void> {
      const { from = '-infinity', to = 'infinity' } = window ?? {};
      const nearest = await service.database.query<{ id: string }>(
        `SELECT id FROM (
         SELECT id, start_at FROM events
         WHERE description LIKE $1 AND start_at < $3 AND coalesce(end_at, start_at + interval '3 hours') > $2
         ORDER BY start_at < ${HOUR}, greatest(start_at - ${HOUR}, ${HOUR} - start_at), id LIMIT 1000) nearest
       ORDER BY start_at, id`,
        [`%${q}%`, from, to],
      );
      const query = new URLSearchParams({ q, limit: '100', ...window });
      const found: string[] = [];
      for (let offset = 0; offset < 1_000; offset += 100) {
        const { body } = await reader.get(`/events?${query}&offset=${offset}`);
        expect(body.total).toBe(nearest.length);
        found.push(...body.data.map(({ id }: { id: string }) => id));
      }
      expect(found.toSorted()).toEqual(nearest.map(({ id }) => id).toSorted());
    }
  },
);

/** The application, with events of these titles. */
async function startWithTitles(all: string[]): Promise<InsideApp> {
  const service = await startInside({ TAGGER: 'off' });
  for (const title of all)
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       VALUES (gen_random_uuid(), $1, '', 'EVENT', '{"name": "Chapel"}', '2030-01-01Z')`,
      [title],
    );
  return service;
}

/** The titles of the matches of `q`, sorted. */
async function findTitles(service: InsideApp, q: string): Promise<string[]> {
  const { body } = await service.as('reader').get(`/events?q=${encodeURIComponent(q)}`);
  return titles(body).sort();
}

describe('symbols beyond ASCII', () => {
  let service: InsideApp;
  const find = (q: string) => findTitles(service, q);
  const TITLES = [
    'The “Azure” Hour',
    'Captains’ Meeting',
    'Music—Dance—Film',
    '🎉Fiesta🎉 on the lawn',
    'Com\u00admu\u00adnity supper',
    'Open\u00a0Mic • Slam',
    'Polka™ Ⓝⓘⓖⓗⓣ',
  ];

  beforeAll(async () => {
    service = await startWithTitles(TITLES);
  });
  afterAll(() => service.close());

  it.each([
    ['azure', 'The “Azure” Hour'],
    ['“azure hour”', 'The “Azure” Hour'],
    ['captain', 'Captains’ Meeting'],
    ['captains’ meeting', 'Captains’ Meeting'],
    ["captains' meeting", 'Captains’ Meeting'],
    ['dance', 'Music—Dance—Film'],
    ['dance – film', 'Music—Dance—Film'],
    ['fiesta', '🎉Fiesta🎉 on the lawn'],
    ['community', 'Com\u00admu\u00adnity supper'],
    ['slam', 'Open\u00a0Mic • Slam'],
    ['polka', 'Polka™ Ⓝⓘⓖⓗⓣ'],
  ])('separate words: %s finds %s', async (q, title) => {
    expect(await find(q)).toEqual([title]);
  });

  it('are no letters, in any locale of the database', async () => {
    const signs = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => String.fromCodePoint(from + index)).filter(
        (sign) =>
          // Circled letters are letters, and radicals are Chinese ones.
          /[\p{P}\p{S}\p{Z}]/u.test(sign) &&
          (sign < '\u2460' || !/[\p{L}\p{N}]/u.test(sign.normalize('NFKD'))),
      );
    // Latin, Greek, Hebrew, Arabic, general and mathematical symbols, those of Chinese and Japanese, and
    // emoji.
    const all = [
      [0x80, 0x300],
      [0x590, 0x6e0],
      [0x2000, 0x2c00],
      [0x2e00, 0x2e80],
      [0x2ff0, 0x3040],
      [0x1f000, 0x1fb00],
    ] as const;
    const [{ joined } = { joined: null }] = await service.database.query<{ joined: string | null }>(
      `SELECT string_agg(sign, ' ') AS joined FROM unnest($1::text[]) sign
       WHERE NOT to_tsvector('english', fold('lantern' || sign || 'parade')) @@ 'lantern & parad'::tsquery`,
      [all.flatMap(([from, to]) => signs(from, to))],
    );
    expect(joined).toBeNull();
  });
});

describe('accents', () => {
  let service: InsideApp;
  const find = (q: string) => findTitles(service, q);

  beforeAll(async () => {
    service = await startWithTitles([
      'BEYONCÉ',
      'Cafe\u0301 concert',
      'Łódź evening',
      'Straße & Ærø',
      'Ｆｕｌｌ width',
      'Йога класс',
      'がんばれ 祭り',
    ]);
  });
  afterAll(() => service.close());

  it.each([
    ['beyonce', 'BEYONCÉ'],
    ['Beyoncé', 'BEYONCÉ'],
    ['cafe', 'Cafe\u0301 concert'],
    ['café', 'Cafe\u0301 concert'],
    ['lodz', 'Łódź evening'],
    ['strasse aero', 'Straße & Ærø'],
    ['STRAẞE', 'Straße & Ærø'],
    ['full', 'Ｆｕｌｌ width'],
    ['иога', 'Йога класс'],
    ['がんばれ', 'がんばれ 祭り'],
  ])('are ignored: %s finds %s', async (q, title) => {
    expect(await find(q)).toEqual([title]);
  });
});
