import { type FeedServer, SANDBOX_KEY, startFeedServer } from '../feed-server.js';

const item = (number: number, dates: object = { start: { dateTime: second(number) } }) => ({
  id: `id${String(number).padStart(5, '0')}`,
  name: `Show ${number}`,
  dates,
});
/** So many seconds into a day. */
const second = (count: number) =>
  new Date(Date.UTC(2026, 10, 20) + count * 1_000).toISOString().replace('.000', '');

describe('the ticketing endpoint', () => {
  let server: FeedServer;

  const get = async (query: string, key = SANDBOX_KEY) => {
    const answer = await fetch(`${server.url}/discovery/v2/events.json?apikey=${key}&${query}`);
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const ids = async (query: string) =>
    ((await get(query)).body._embedded?.events ?? []).map(({ id }: { id: string }) => Number(id.slice(2)));

  beforeEach(async () => {
    server = await startFeedServer({ perSecond: 1_000 });
  });
  afterEach(() => server.close());

  it('serves pages in the true shape, in the order of the ids', async () => {
    server.ticketing.setEvents(Array.from({ length: 450 }, (_, number) => item(449 - number)));
    expect((await get('size=200')).body).toMatchObject({
      _links: { next: { href: expect.stringContaining('page=1') } },
      page: { size: 200, totalElements: 450, totalPages: 3, number: 0 },
    });
    expect(await ids('size=200&page=1')).toEqual(Array.from({ length: 200 }, (_, index) => 200 + index));
    expect(await ids('size=200&page=2')).toHaveLength(50);
    const { body } = await get('size=200&page=3');
    expect(body).not.toHaveProperty('_embedded');
    expect(body.page).toEqual({ size: 200, totalElements: 450, totalPages: 3, number: 3 });
  });

  it('serves what starts within a window, its ends included', async () => {
    const days = [{ start: { localDate: '2026-11-21' } }, { start: { dateTBA: true } }];
    server.ticketing.setEvents([item(0), item(1), item(2), item(3), item(4, days[0]), item(5, days[1])]);
    expect(await ids(`startDateTime=${second(1)}&endDateTime=${second(2)}`)).toEqual([1, 2]);
    expect(await ids(`endDateTime=${second(1)}`)).toEqual([0, 1]);
    expect(await ids('startDateTime=2026-11-21T00:00:00Z')).toEqual([4]);
    expect(await ids('')).toHaveLength(6);
  });

  it.each([
    ['size=200&page=5', 'DIS1035', 'Max paging depth exceeded'],
    ['size=201', 'DIS1014', 'size'],
    ['page=-1', 'DIS1014', 'page'],
    ['startDateTime=2026-11-20T00:00:00.000Z', 'DIS1015', 'YYYY-MM-DDTHH:mm:ssZ'],
    ['endDateTime=soon', 'DIS1015', 'YYYY-MM-DDTHH:mm:ssZ'],
  ])('refuses %s', async (query, code, detail) => {
    expect(await get(query)).toMatchObject({
      status: 400,
      body: { errors: [{ code, detail: expect.stringContaining(detail), status: '400' }] },
    });
  });

  it('goes as deep as the thousandth item', async () => {
    expect((await get('size=200&page=4')).status).toBe(200);
  });

  it('knows its key, and echoes a wrong one', async () => {
    expect(await get('', 'a%20wrong%20one')).toMatchObject({
      status: 401,
      body: { fault: { faultstring: expect.stringContaining('a wrong one') } },
    });
    expect((await fetch(`${server.url}/discovery/v2/events.json`)).status).toBe(401);
  });

  it('arrests who asks faster than it allows, and lets them in again later', async () => {
    const strict = await startFeedServer({ ticketing: () => [] });
    const ask = async () =>
      (await fetch(`${strict.url}/discovery/v2/events.json?apikey=${SANDBOX_KEY}`)).status;
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push(await ask());
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    while ((await ask()) === 429) await new Promise((resolve) => setTimeout(resolve, 50));
    await strict.close();
  });

  it('misbehaves by its name, apart from the campus feed', async () => {
    const faults = JSON.stringify({ ticketing: 'quota' });
    await fetch(`${server.url}/faults`, { method: 'PUT', body: faults });
    const { fault } = (await get('')).body;
    expect(fault).toEqual({
      faultstring: `Rate limit quota violation. Quota limit  exceeded. Identifier : ${SANDBOX_KEY}`,
      detail: { errorcode: 'policies.ratelimit.QuotaViolation' },
    });
    server.ticketing.setFault({ kind: 'spike-arrest', times: 1 });
    expect((await get('')).body.fault.detail.errorcode).toBe('policies.ratelimit.SpikeArrestViolation');
    expect((await get('')).status).toBe(200);
    expect((await fetch(`${server.url}/events`)).status).toBe(200);
  });
});
