import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const EVENTS = 240;
const VALUES = {
  type: ['EVENT', 'GIG'],
  source: ['USER', 'CAMPUS_API', 'TICKET_API'],
  status: ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  category: ['MUSIC', 'SOCIAL', 'ACADEMIC', 'TUTORING', 'OTHER', 'NOPE'],
};
type Filter = keyof typeof VALUES;
type Filters = Partial<Record<Filter, string[]>>;
interface Listed extends Record<Filter, string> {
  title: string;
  startAt: string;
}

/** An event of the list, by its number. */
const at = (filter: Filter, n: number): string =>
  VALUES[filter][(n * 7 + (n % 11)) % (filter === 'category' ? 5 : VALUES[filter].length)]!;

describe('filters with several values', () => {
  let service: TestApp;
  let reader: Client;
  let all: Listed[];

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
    const rows = Array.from({ length: EVENTS }, (_, n) => ({
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      title: `Event ${n}`,
      start_at: new Date(Date.UTC(2030, 0, 1, Math.floor(n / 3))).toISOString(),
      ...Object.fromEntries((Object.keys(VALUES) as Filter[]).map((filter) => [filter, at(filter, n)])),
      external_id: at('source', n) === 'USER' ? null : `external ${n}`,
      creator_id: at('source', n) === 'USER' ? 'creator' : null,
    }));
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, status, source, category, external_id, creator_id, created_at)
       SELECT id, title, 'Words', type, '{"name": "Hall"}', start_at, status, source, category, external_id, creator_id,
              '2029-01-01T00:00:00Z'::timestamptz - (start_at - '2030-01-01T00:00:00Z')
       FROM jsonb_to_recordset($1) AS made (id uuid, title text, start_at timestamptz, type text, status text, source text,
                                            category text, external_id text, creator_id text)`,
      [JSON.stringify(rows)],
    );
    all = [];
    for (let offset = 0; offset < EVENTS; offset += 100)
      all.push(...(await reader.get(`/events?limit=100&offset=${offset}`)).body.data);
  });
  afterAll(() => service.close());

  const filters: fc.Arbitrary<Filters> = fc.record(
    Object.fromEntries(
      Object.entries(VALUES).map(([name, values]) => [
        name,
        fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 6 }),
      ]),
    ) as Record<Filter, fc.Arbitrary<string[]>>,
    { requiredKeys: [] },
  );
  const matches = (wanted: Filters) => (event: Listed) =>
    Object.entries(wanted).every(([name, values]) => values.includes(event[name as Filter]));
  /** One parameter, or one per value, or both, with blanks and empty values. */
  const queryOf = (wanted: Filters) =>
    Object.entries(wanted)
      .map(([name, values], form) => {
        if (form % 3 === 0) return `${name}=${values}`;
        if (form % 3 === 1) return values.map((value) => `${name}=${value}`).join('&');
        return `${name}=+${values.join('%20,+,')}&${name}=&${name}=${values[0]}`;
      })
      .join('&');
  const titles = (events: { title: string }[]) => events.map(({ title }) => title);

  it('list and count the events with any of them, in every order, by offset and by cursor', async () => {
    const sorts = fc.constantFrom('startAt', '-startAt', 'createdAt', '-createdAt');
    const windows = fc.constantFrom('', 'from=2030-01-02T12:00:00Z&to=2030-01-03', 'startDate=2030-01-03');
    await fc.assert(
      fc.asyncProperty(
        filters,
        sorts,
        windows,
        fc.integer({ min: 1, max: 100 }),
        fc.nat(60),
        async (wanted, sort, window, limit, offset) => {
          const isWithin = ({ startAt }: Listed) => {
            if (window === '') return true;
            const start = Date.parse(startAt);
            if (window.startsWith('startDate')) return start >= Date.UTC(2030, 0, 3);
            return start > Date.UTC(2030, 0, 2, 9) && start < Date.UTC(2030, 0, 3);
          };
          const expected = all.filter(matches(wanted)).filter(isWithin);
          if (sort === '-startAt' || sort === 'createdAt') expected.reverse();
          if (sort.endsWith('createdAt'))
            expected.sort(
              (one, other) =>
                (sort === 'createdAt' ? -1 : 1) * (Date.parse(one.startAt) - Date.parse(other.startAt)) ||
                (sort === 'createdAt' ? 1 : -1) *
                  one.title.localeCompare(other.title, 'en', { numeric: true }),
            );
          const path = `/events?${[queryOf(wanted), `sort=${sort}`, window, `limit=${limit}`].filter(Boolean).join('&')}`;
          const { status, body } = await reader.get(`${path}&offset=${offset}`);
          expect(status).toBe(200);
          expect(titles(body.data)).toEqual(titles(expected.slice(offset, offset + limit)));
          expect([body.total, body.totalIsExact]).toEqual([expected.length, true]);
          const next = body.nextCursor && (await reader.get(`${path}&cursor=${body.nextCursor}`)).body;
          const rest = expected.slice(offset + limit, offset + 2 * limit);
          expect(next ? titles(next.data) : []).toEqual(titles(rest));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('accept a cursor of the same values in another order, and no other', async () => {
    const { nextCursor } = (await reader.get('/events?limit=2&status=OPEN,IN_PROGRESS&category=MUSIC,SOCIAL'))
      .body;
    const same = await reader.get(
      `/events?limit=2&category=SOCIAL,MUSIC,MUSIC&status=IN_PROGRESS,OPEN&cursor=${nextCursor}`,
    );
    expect([same.status, same.body.data.length]).toEqual([200, 2]);
    const other = await reader.get(`/events?limit=2&status=OPEN&category=MUSIC,SOCIAL&cursor=${nextCursor}`);
    expect(other.body.errors).toEqual([
      { pointer: 'cursor', detail: 'is no cursor of these filters, this sort and this version' },
    ]);
  });

  it('count up to 1000', async () => {
    const { database } = service;
    await database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, status)
       SELECT gen_random_uuid(), 'Many', '', 'EVENT', '{"name": "Hall"}', '2035-01-01Z',
              CASE WHEN n % 2 = 0 THEN 'OPEN' ELSE 'CANCELLED' END FROM generate_series(1, 1002) n`,
    );
    const { body } = await reader.get('/events?status=OPEN,CANCELLED&startDate=2035-01-01&limit=1');
    expect([body.total, body.totalIsExact]).toEqual([1000, false]);
    await database.query(`DELETE FROM events WHERE title = 'Many'`);
  });

  it.each([
    ['status=OPEN,open', 'status', 'OPEN, IN_PROGRESS, COMPLETED, CANCELLED'],
    ['status=OPEN&status=open', 'status', 'OPEN, IN_PROGRESS, COMPLETED, CANCELLED'],
    ['type=GIG,PARTY', 'type', 'EVENT, GIG'],
    ['source=USER CAMPUS_API', 'source', 'USER, CAMPUS_API, TICKET_API'],
    [`category=${'x'.repeat(256)}`, 'category', '255'],
    [`category=${Array.from({ length: 21 }, (_, n) => `C${n}`)}`, 'category', '20'],
    ['category=MUSIC,%01', 'category', 'control characters'],
    ['category=MUSIC&category=%00', 'category', 'NUL'],
  ])('are refused for %s', async (query, pointer, detail) => {
    const { status, body } = await reader.get(`/events?${query}`);
    expect([status, body.code, body.errors?.length]).toEqual([400, 'VALIDATION_FAILED', 1]);
    expect(body.errors[0]).toEqual({ pointer, detail: expect.stringContaining(detail) });
  });

  it.each(['status=', 'status=,', 'type=&source=%20,&category=', 'ids=', 'include=', 'status=&status='])(
    'count as missing if all are empty: %s',
    async (query) => {
      const { status, body } = await reader.get(`/events?${query}&limit=100`);
      expect([status, titles(body.data)]).toEqual([200, titles(all.slice(0, 100))]);
    },
  );

  it('select events and their expansions', async () => {
    const ids = (await reader.get('/events?limit=3')).body.data.map(({ id }: { id: string }) => id);
    for (const query of [
      `ids=${ids.join('&ids=')}`,
      `ids=${ids.join(',%20')},`,
      `ids=${ids[0]},&ids=+${ids[1]},${ids[2]}`,
    ]) {
      const { status, body } = await reader.get(`/events?${query}&include=creator&include=viewer,+counts`);
      expect([status, body.data?.map(({ id }: { id: string }) => id)]).toEqual([200, ids]);
      expect(Object.keys(body.data[0]).slice(-3).sort()).toEqual(['counts', 'creator', 'viewer']);
    }
  });

  it('work for gigs, which have no type', async () => {
    const { body } = await reader.get('/gigs?status=OPEN,CANCELLED&limit=100');
    const isWanted = matches({ type: ['GIG'], status: ['OPEN', 'CANCELLED'] });
    expect(titles(body.data)).toEqual(titles(all.filter(isWanted)));
    expect((await reader.get('/gigs?type=GIG,EVENT')).status).toBe(400);
  });

  it('restrict a search', async () => {
    for (const sort of ['', '&sort=startAt']) {
      const { body } = await reader.get(`/events?q=words&limit=100&status=OPEN,CANCELLED&type=GIG${sort}`);
      const isWanted = matches({ type: ['GIG'], status: ['OPEN', 'CANCELLED'] });
      expect(titles(body.data).sort()).toEqual(titles(all.filter(isWanted)).sort());
    }
  });
});
