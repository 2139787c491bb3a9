import { fingerprint } from '../../src/common/pagination.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const currentHour = () => Math.floor(Date.now() / HOUR) * HOUR;
type Listed = { id: string; title: string; startAt: string };

/** The order of contract 4: upcoming events, the soonest first, then earlier ones, the latest first; by id. */
function inOrder(hour: number) {
  const key = ({ startAt }: Listed) => {
    const distance = Date.parse(startAt) - hour;
    return distance >= 0 ? [0, distance] : [1, -distance];
  };
  return (left: Listed, right: Listed) => {
    const [[leftPart, leftTime], [rightPart, rightTime]] = [key(left), key(right)];
    return leftPart! - rightPart! || leftTime! - rightTime! || (left.id < right.id ? -1 : 1);
  };
}

describe('the default order of events', () => {
  const hour = currentHour();
  let service: TestApp;
  let reader: Client;
  let events: Listed[];

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
    const minutes = [
      0, 0, 0, -1, -1, -1, 1, 59, 61, 61, 600, -59, -61, -600, -600, -9000, 9000, -90_000, 90_000,
    ];
    for (let n = 0; n < 60; n += 1) minutes.push(n * 97, -n * 83);
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at, tags, status)
       SELECT gen_random_uuid(), 'Jazz ' || n, '', CASE n % 3 WHEN 0 THEN 'GIG' ELSE 'EVENT' END,
              '{"name": "Hall", "latitude": 40, "longitude": -83}', $1::timestamptz + m * interval '1 minute',
              CASE n % 4 WHEN 0 THEN $1::timestamptz + m * interval '1 minute' + interval '30 days' END,
              CASE n % 2 WHEN 0 THEN '{odd}' ELSE '{}' END::text[], CASE n % 5 WHEN 0 THEN 'COMPLETED' ELSE 'OPEN' END
       FROM unnest($2::int[]) WITH ORDINALITY AS made (m, n)`,
      [new Date(hour).toISOString(), minutes],
    );
    const { body } = await reader.get('/events?limit=100&sort=startAt');
    const rest = await reader.get(`/events?limit=100&sort=startAt&cursor=${body.nextCursor}`);
    events = [...body.data, ...rest.body.data];
    expect(events).toHaveLength(minutes.length);
  });
  afterAll(() => service.close());

  /** All pages of a list, by cursor. */
  async function pages(query: string, limit: number): Promise<Listed[]> {
    const seen: Listed[] = [];
    for (let cursor = ''; cursor !== 'null'; ) {
      const { status, body } = await reader.get(
        `/events?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
      );
      expect([query, status]).toEqual([query, 200]);
      seen.push(...body.data);
      cursor = String(body.nextCursor);
    }
    return seen;
  }
  const day = (offset: number) => new Date(hour + offset * DAY).toISOString();

  it.each([
    ['no filter', ''],
    ['a type', 'type=GIG'],
    ['a status', 'status=COMPLETED,OPEN'],
    ['a tag, whose matches are collected', 'tag=odd'],
    ['a box', 'bbox=-84,39,-82,41'],
    ['words and the sort by name', 'q=jazz&sort=upcoming'],
    ['when', 'when=week'],
    ['an overlap that began before', `from=${day(-2)}&to=${day(3)}`],
    ['an overlap in the past', `from=${day(-3)}&to=${day(-1)}`],
    ['an overlap in the future', `from=${day(1)}&to=${day(3)}`],
    ['starts', `startDate=${day(-2)}&endDate=${day(2)}`],
  ])('holds for %s, on every page', async (_, query) => {
    const byStart = await pages(`${query.replace('sort=upcoming', '')}&sort=startAt`, 100);
    const expected = byStart.toSorted(inOrder(currentHour())).map(({ title }) => title);
    expect(expected.length).toBeGreaterThan(5);
    for (const limit of query ? [2, 100] : [1, 7, 100])
      expect([limit, (await pages(query, limit)).map(({ title }) => title)]).toEqual([limit, expected]);
    const { body } = await reader.get(`/events?${query}&limit=5&offset=3`);
    expect(body.data.map(({ title }: Listed) => title)).toEqual(expected.slice(3, 8));
    expect(body.total).toBe(expected.length);
  });

  it('is that of gigs, too', async () => {
    const { body } = await reader.get('/gigs?limit=100');
    const titles = body.data.map(({ title }: Listed) => title);
    expect(titles).toEqual((await pages('type=GIG', 100)).map(({ title }) => title));
  });

  it('shares its cursors with sort=upcoming', async () => {
    const { body } = await reader.get('/events?limit=3');
    const next = await reader.get(`/events?limit=3&sort=upcoming&cursor=${body.nextCursor}`);
    expect(next.body.data).toEqual(events.toSorted(inOrder(currentHour())).slice(3, 6));
  });

  it('keeps the hour of the first page', async () => {
    const { nextCursor } = (await reader.get('/events?limit=3')).body;
    const [scope, position] = JSON.parse(Buffer.from(nextCursor, 'base64url').toString());
    const earlier = hour - 10 * HOUR;
    const order = events.toSorted(inOrder(earlier));
    const { startAt: at, id } = order[9]!;
    const moved = [scope, { ...position, at, id, now: earlier + 5 }];
    const cursor = Buffer.from(JSON.stringify(moved)).toString('base64url');
    const { body } = await reader.get(`/events?limit=100&cursor=${cursor}`);
    expect(body.data).toEqual(order.slice(10, 110));
  });

  it('refuses cursors from before it, and takes those of an explicit sort', async () => {
    const { id, startAt: at } = events[5]!;
    const cursorOf = (filters: [string, unknown][]) =>
      Buffer.from(JSON.stringify([fingerprint('events', filters), { at, id }])).toString('base64url');
    const old = await reader.get(`/events?cursor=${cursorOf([])}`);
    expect([old.status, old.body.errors]).toEqual([
      400,
      [{ pointer: 'cursor', detail: 'is no cursor of these filters, this sort and this version' }],
    ]);
    const explicit = await reader.get(
      `/events?sort=startAt&limit=3&cursor=${cursorOf([['sort', 'startAt']])}`,
    );
    expect(explicit.body.data).toEqual(events.slice(6, 9));
  });
});
