import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const HOUR = 3_600_000;
const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);

describe('lists of a time range', () => {
  let service: TestApp;
  let reader: Client;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
  });
  afterAll(() => service.close());
  beforeEach(() => service.database.query('DELETE FROM events'));

  /** Adds an event by its times; a number is hours from now. */
  async function add(
    title: string,
    start: string | number,
    end: string | number | null = null,
    status = 'OPEN',
  ) {
    const at = (time: string | number | null) =>
      typeof time === 'number' ? new Date(Date.now() + time * HOUR).toISOString() : time;
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at, status)
       VALUES (gen_random_uuid(), $1, '', 'EVENT', '{"name": "Chapel"}', $2, $3, $4)`,
      [title, at(start), at(end), status],
    );
  }
  const list = async (query: string) => titles((await reader.get(`/events?limit=100&${query}`)).body);

  it('have the events that overlap it, by start', async () => {
    await add('an exhibition of two years', '2029-06-01T00:00:00Z', '2031-06-01T00:00:00Z');
    await add('a season', '2029-12-20T00:00:00Z', '2030-03-01T00:00:00Z');
    await add('over, just so', '2029-12-31T20:00:00Z', '2030-01-01T00:00:00Z');
    await add('over', '2029-12-01T00:00:00Z', '2029-12-24T00:00:00Z');
    await add('from before midnight', '2029-12-31T22:00:00Z', '2030-01-01T01:00:00Z');
    await add('without an end, still on', '2029-12-31T21:00:00.001Z');
    await add('without an end, over', '2029-12-31T21:00:00Z');
    await add('at the beginning', '2030-01-01T00:00:00Z', '2030-01-01T02:00:00Z');
    await add('at the end', '2030-01-01T23:59:59.999Z');
    await add('too late', '2030-01-02T00:00:00Z');
    const expected = [
      'an exhibition of two years',
      'a season',
      'without an end, still on',
      'from before midnight',
      'at the beginning',
      'at the end',
    ];
    expect(await list('from=2030-01-01&to=2030-01-02')).toEqual(expected);
    expect(await list('from=2030-01-01&to=2030-01-02&sort=-startAt')).toEqual(expected.toReversed());
    expect((await list('from=2030-01-01&to=2030-01-02&sort=createdAt')).sort()).toEqual(expected.toSorted());
    expect(await list('from=2030-01-01')).toEqual([...expected, 'too late']);
    expect(await list('to=2029-12-25')).toEqual(['an exhibition of two years', 'over', 'a season']);
    expect(await list('from=2030-01-01&to=2030-01-02&q=season')).toEqual(['a season']);
    expect(await list('from=2030-01-01&to=2030-01-02&q=late')).toEqual([]);
    expect(await list('from=2030-01-01&to=2030-01-03&q=late')).toEqual(['too late']);
  });

  it('are paged without gaps, by offset and by cursor, and counted', async () => {
    for (let n = 0; n < 30; n += 1)
      await add(
        `event ${n}`,
        new Date(Date.UTC(2030, 0, 1) - n * 5 * HOUR).toISOString(),
        '2030-01-02T00:00:00Z',
      );
    const all = await list('from=2030-01-01&to=2030-01-03');
    expect(all).toHaveLength(30);
    const byOffset: string[] = [];
    const byCursor: string[] = [];
    let cursor = '';
    for (let page = 0; page < 5; page += 1) {
      const offset = await reader.get(`/events?from=2030-01-01&to=2030-01-03&limit=7&offset=${page * 7}`);
      expect(offset.body).toMatchObject({ total: 30, totalIsExact: true });
      byOffset.push(...titles(offset.body));
      const next = await reader.get(
        `/events?from=2030-01-01&to=2030-01-03&limit=7${cursor && `&cursor=${cursor}`}`,
      );
      byCursor.push(...titles(next.body));
      cursor = next.body.nextCursor;
    }
    expect(cursor).toBeNull();
    expect(byOffset).toEqual(all);
    expect(byCursor).toEqual(all);
    const past = await reader.get('/events?from=2030-01-01&to=2030-01-03&offset=40');
    expect(past.body).toMatchObject({ data: [], total: 30 });
  });

  it('have the running events', async () => {
    await add('running', -1, 1);
    await add('running without an end', -2);
    await add('running for months', -2_000, 2_000, 'IN_PROGRESS');
    await add('over', -3, -1);
    await add('over, by its length', -4);
    await add('to come', 1);
    await add('called off', -1, 1, 'CANCELLED');
    expect(await list('when=now')).toEqual(['running', 'running without an end', 'running for months']);
    expect(await list('when=now&status=CANCELLED')).toEqual(['called off']);
    expect(await list('when=now&status=IN_PROGRESS')).toEqual(['running for months']);
  });

  it('continue by cursor as time passes', async () => {
    for (let n = 0; n < 5; n += 1) await add(`event ${n}`, 1 + n, 10);
    const first = await reader.get('/events?when=week&limit=2');
    await service.database.query(`SELECT pg_sleep(1)`);
    const second = await reader.get(`/events?when=week&limit=2&cursor=${first.body.nextCursor}`);
    expect(titles(second.body)).toEqual(['event 2', 'event 3']);
    const other = await reader.get(`/events?when=today&limit=2&cursor=${first.body.nextCursor}`);
    expect(other.body.errors).toEqual([
      { pointer: 'cursor', detail: 'is no cursor of these filters, this sort and this version' },
    ]);
  });

  it('use days of a zone', async () => {
    await add('tonight in Columbus', '2030-01-02T02:00:00Z');
    const query = 'startDate=2030-01-01&endDate=2030-01-01';
    expect(await list(query)).toEqual([]);
    expect(await list(`${query}&tz=America/New_York`)).toEqual(['tonight in Columbus']);
    expect(await list('from=2030-01-01&to=2030-01-02&tz=America/New_York')).toEqual(['tonight in Columbus']);
    expect(await list('endDate=9999-12-31&tz=America/New_York')).toEqual(['tonight in Columbus']);
  });

  it.each([
    ['from=2030-01-01&startDate=2030-01-01', 'from'],
    ['to=2030-01-01&when=now', 'to'],
    ['from=2030-01-01&to=2030-01-01', 'to'],
    ['from=2030-02-30', 'from'],
    ['when=soon', 'when'],
    ['tz=Mars/Base', 'tz'],
    ['tz=%2B02:00', 'tz'],
    [`tz=${'A'.repeat(65)}`, 'tz'],
  ])('are refused for %s', async (query, pointer) => {
    const { status, body } = await reader.get(`/events?${query}`);
    expect([status, body.code, body.errors?.[0]?.pointer]).toEqual([400, 'VALIDATION_FAILED', pointer]);
  });

  it('work for gigs', async () => {
    await add('running', -1, 1);
    expect(await list('when=now')).toEqual(['running']);
    expect((await reader.get('/gigs?when=now')).body.data).toEqual([]);
    await service.database.query(`UPDATE events SET type = 'GIG'`);
    expect(titles((await reader.get('/gigs?when=now')).body)).toEqual(['running']);
    expect((await reader.get('/gigs?from=2030-01-01&when=now')).status).toBe(400);
  });

  it('by `when` list upcoming events first, then running ones, page by page', async () => {
    for (let number = 0; number < 7; number += 1) {
      await add(`exhibition ${number}`, -24 * (number + 2), 24 * 30);
      await add(`soon ${number}`, 3 + number, 5 + number);
    }
    await add('since an hour', -1, 1);
    const all = (await reader.get('/events?when=week&limit=100')).body;
    expect(titles(all)).toEqual([
      ...[0, 1, 2, 3, 4, 5, 6].map((number) => `soon ${number}`),
      'since an hour',
      ...[0, 1, 2, 3, 4, 5, 6].map((number) => `exhibition ${number}`),
    ]);
    expect(all.total).toBe(15);
    const seen: string[] = [];
    for (let cursor = ''; cursor !== 'null'; ) {
      const { body } = await reader.get(`/events?when=week&limit=4${cursor && `&cursor=${cursor}`}`);
      seen.push(...titles(body));
      cursor = String(body.nextCursor);
      if (seen.length === 4) await service.database.query(`DELETE FROM events WHERE title = 'soon 0'`);
    }
    expect(seen).toEqual(titles(all));
    // By start, they are one list.
    expect((await list('when=week&sort=startAt'))[0]).toBe('exhibition 6');
  });
});
