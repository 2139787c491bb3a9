import { parseXml } from '@rgrove/parse-xml';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { eventsIn, titlesIn } from './vevents.js';

describe('a calendar feed', () => {
  let service: TestApp;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
  });
  beforeEach(async () => {
    await service.database.query(
      'TRUNCATE events, interactions, applications, collections, collection_items, calendars CASCADE',
    );
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  const pathOf = (address: string) => new URL(address).pathname;
  const create = async (body: Record<string, unknown>) => (await ann.post('/calendars', body)).body;
  const read = (address: string, headers?: Record<string, string>) =>
    service.as(null).get(pathOf(address), headers);
  const titlesOf = async ({ icsUrl }: { icsUrl: string }) => titlesIn((await read(icsUrl)).text);

  describe('of events with & only', () => {
    const MIB = 2 ** 20;
    const insert = (count: number, start: string) =>
      service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, tags)
         SELECT gen_random_uuid(), repeat('&', 200), repeat('&', 20000), 'EVENT', json_build_object('name', repeat('&', 200)),
           now() + $2::interval + n * interval '1 minute', array_fill(repeat('&', 40), ARRAY[20]) FROM generate_series(1, $1) n`,
        [count, start],
      );

    it('has at most 4 MiB, upcoming events first, then the latest earlier ones', async () => {
      await insert(600, '2 days');
      await insert(600, '-2 days');
      const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
      const rows = await service.database.query<{ id: string }>('SELECT id FROM events ORDER BY start_at');
      const ids = rows.map(({ id }) => id);
      const soonestFirst = [...ids.slice(600), ...ids.slice(0, 600).reverse()];
      for (const [address, pattern] of [
        [icsUrl, /^UID:(.*)\r$/gm],
        [rssUrl, /<guid isPermaLink="false">(.*)<\/guid>/g],
      ] as const) {
        const { status, text, headers } = await read(address);
        expect(status).toBe(200);
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4 * MIB);
        expect(Buffer.byteLength(text)).toBeGreaterThan(1.5 * MIB);
        const shown = [...text.matchAll(pattern)].map(([, id]) => id!);
        expect(shown).toEqual(soonestFirst.slice(0, shown.length));
        expect(shown.length).toBeGreaterThan(200);
        expect((await read(address, { 'if-none-match': headers.get('etag')! })).status).toBe(304);
        if (address === rssUrl) expect(parseXml(text).root?.name).toBe('rss');
        else expect(eventsIn(text)[0]!.getFirstPropertyValue('summary')).toBe('&'.repeat(200));
      }
    });
  });

  it('has the next 1000 events if there are more, and fills up with the latest earlier ones', async () => {
    const insert = (count: number, start: string, step: string) =>
      service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         SELECT gen_random_uuid(), '${start} ' || n, '', 'EVENT', '{"name": "Hall"}', now() + $2::interval + n * $3::interval
         FROM generate_series(1, $1) n`,
        [count, start, step],
      );
    await insert(600, '2 days', '1 minute');
    await insert(600, '-2 days', '-1 minute');
    const { icsUrl, rssUrl } = await create({ kind: 'EVENTS' });
    const titles = (await titlesOf({ icsUrl })) as string[];
    expect(titles).toHaveLength(1_000);
    expect([titles[0], titles[599], titles[600], titles[999]]).toEqual([
      '2 days 1',
      '2 days 600',
      '-2 days 1',
      '-2 days 400',
    ]);
    expect((await read(rssUrl)).text.match(/<item>/g)).toHaveLength(1_000);
    await insert(600, '1 day', '1 minute');
    const next = (await titlesOf({ icsUrl })) as string[];
    expect([next.length, next[0], next[999]]).toEqual([1_000, '1 day 1', '2 days 400']);
  });

  it('has whole descriptions of a few events, and truncated ones of many', async () => {
    const description = '\u{1f3b7}x'.repeat(50_000);
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), n::text, $2, 'EVENT', '{"name": "Hall"}', now() + n * interval '1 hour' FROM generate_series(1, $1) n`,
      [10, description],
    );
    const { icsUrl } = await create({ kind: 'EVENTS' });
    const descriptions = async () =>
      eventsIn((await read(icsUrl)).text).map((one) => one.getFirstPropertyValue('description'));
    expect(await descriptions()).toEqual(Array(10).fill(description));
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), n::text, $2, 'EVENT', '{"name": "Hall"}', now() + n * interval '1 hour' FROM generate_series(1, $1) n`,
      [2, description],
    );
    // All together have a million characters.
    const cut = [...description].slice(0, 83_333).join('');
    const shown = await descriptions();
    expect(shown).toHaveLength(12);
    expect(new Set(shown)).toEqual(new Set([`${cut}…`]));
  });
});
