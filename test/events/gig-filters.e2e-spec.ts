import fc from 'fast-check';
import { COMPENSATION_TYPES } from '../../src/events/event-members.dto.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, gigBody } from '../support/factories.js';

const DAY = 24 * 60 * 60 * 1000;
const HOUR_AGO = new Date(Date.now() - DAY / 24).toISOString();
const AHEAD = new Date(Date.now() + DAY).toISOString();
const TIMES = [null, HOUR_AGO, AHEAD];

/** The columns of an event on which the filters for gigs depend. */
const row = fc.record({
  type: fc.constantFrom('EVENT', 'GIG', 'GIG', 'GIG'),
  status: fc.constantFrom('OPEN', 'OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'),
  start_at: fc.integer({ min: 2, max: 40 }).map((days) => new Date(Date.now() - days * DAY).toISOString()),
  end_at: fc.constantFrom(...TIMES),
  apply_by: fc.constantFrom(...TIMES),
  positions: fc.constantFrom(null, 1, 2),
  accepted_count: fc.constantFrom(0, 1),
  compensation: fc.option(
    fc.record({
      amount: fc.constantFrom(0, 9.5, 10, 100),
      currency: fc.constantFrom('USD', 'EUR'),
      type: fc.constantFrom(...COMPENSATION_TYPES),
    }),
  ),
});
type Row = ReturnType<typeof row.generate>['value'];

const isAhead = (time: string | null) => time === null || time === AHEAD;
const takes = ({ type, status, end_at, apply_by, positions, accepted_count }: Row) =>
  type === 'GIG' &&
  ['OPEN', 'IN_PROGRESS'].includes(status) &&
  isAhead(end_at) &&
  isAhead(apply_by) &&
  (positions === null || accepted_count < positions);

describe('the filters for gigs', () => {
  let service: TestApp;
  let owner: Client;
  let ann: Client;
  let rows: (Row & { title: string })[];

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    [owner, ann] = ['owner', 'ann'].map((user) => service.as(user)) as [Client, Client];
    const [sample] = fc.sample(fc.array(row, { minLength: 90, maxLength: 90, size: 'max' }), 1);
    rows = sample!.map((each, n) => ({
      ...each,
      title: `Row ${n}`,
      ...(each.type === 'EVENT' && { apply_by: null, positions: null, compensation: null }),
    }));
    await service.database.query(
      `INSERT INTO events (id, title, description, location, creator_id, type, status, start_at, end_at, apply_by, positions,
                           accepted_count, compensation)
       SELECT gen_random_uuid(), title, 'A row', '{"name": "Hall"}', 'somebody', type, status, start_at, end_at, apply_by,
              positions, accepted_count, nullif(compensation, 'null'::jsonb)
       FROM jsonb_to_recordset($1) AS made (title text, type text, status text, start_at timestamptz, end_at timestamptz,
         apply_by timestamptz, positions int, accepted_count int, compensation jsonb)`,
      [JSON.stringify(rows)],
    );
  });
  afterAll(() => service.close());

  const titles = async (path: string) => {
    const { status, body } = await ann.get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return body.data.map(({ title }: { title: string }) => title).sort();
  };
  const filters = fc.record(
    {
      takesApplications: fc.constantFrom('true', 'false'),
      payType: fc.subarray([...COMPENSATION_TYPES], { minLength: 1 }),
      minPay: fc.constantFrom('0', '9.50', '10', '10.01', '1000000'),
      type: fc.constantFrom('EVENT', 'GIG'),
    },
    { requiredKeys: [] },
  );
  type Filters = ReturnType<typeof filters.generate>['value'];
  const matches = (wanted: Filters) => (each: Row) =>
    (wanted.type === undefined || each.type === wanted.type) &&
    (wanted.takesApplications === undefined || takes(each) === (wanted.takesApplications === 'true')) &&
    (wanted.payType === undefined || wanted.payType.some((type) => type === each.compensation?.type)) &&
    (wanted.minPay === undefined ||
      (each.compensation !== null && each.compensation.amount >= Number(wanted.minPay)));

  it('find and count matches of all of them, in every kind of list', async () => {
    await fc.assert(
      fc.asyncProperty(filters, fc.constantFrom('', '&sort=-createdAt', '&q=row'), async (wanted, order) => {
        const query = `creatorId=somebody&${new URLSearchParams(wanted as Record<string, string>)}`;
        const expected = rows.filter(matches(wanted)).map(({ title }) => title);
        expect(await titles(`/events?${query}${order}&limit=100`)).toEqual(expected.sort());
        const facets = (await ann.get(`/events/facets?${query}`)).body;
        const counted = (facets.status as { count: number }[]).reduce((sum, { count }) => sum + count, 0);
        expect({ query, counted }).toEqual({ query, counted: expected.length });
      }),
      { numRuns: 60 },
    );
  });

  it('work with GET /gigs, with cursors, and as the filter of a calendar', async () => {
    const query = 'payType=HOURLY,FIXED&minPay=9.5&creatorId=somebody';
    const expected = rows.filter(matches({ payType: ['HOURLY', 'FIXED'], minPay: '9.50' }));
    expect(await titles(`/gigs?${query}&limit=100`)).toEqual(expected.map(({ title }) => title).sort());
    const { nextCursor, total } = (await ann.get(`/gigs?${query}&limit=1`)).body;
    expect(total).toBe(expected.length);
    expect(await titles(`/gigs?${query}&limit=100&cursor=${nextCursor}`)).toHaveLength(total - 1);

    const { id } = await createEvent(owner, gigBody({ title: 'Open', startAt: AHEAD, endAt: null }));
    await createEvent(owner, gigBody({ title: 'Shut', startAt: AHEAD, endAt: null, applyBy: HOUR_AGO }));
    const filter = 'takesApplications=true&payType=HOURLY&minPay=20&creatorId=owner';
    const { status, body } = await ann.post('/calendars', { kind: 'EVENTS', filter });
    expect({ status, body }).toMatchObject({ status: 201 });
    const file = await (await ann.fetch(new URL(body.icsUrl).pathname)).text();
    expect(file.match(/^SUMMARY:.*$/gm)).toEqual(['SUMMARY:Open']);
    await owner.delete(`/gigs/${id}`);
  });

  it.each([
    ['takesApplications=yes', 'takesApplications'],
    ['payType=HOURLY,YEARLY', 'payType'],
    ['payType=hourly', 'payType'],
    ...['-1', '1e3', '0x10', '1.2.3', '1000001', '10.005', 'ten', '10,20', '.'].map((sent) => [
      `minPay=${sent}`,
      'minPay',
    ]),
    ['minPay=1&minPay=2', 'minPay'],
  ])('are refused for %s', async (query, pointer) => {
    for (const path of ['/events', '/gigs', '/events/facets']) {
      const { status, body } = await ann.get(`${path}?${query}`);
      expect([path, status, body.errors?.[0]?.pointer]).toEqual([path, 400, pointer]);
    }
  });

  it('agree with viewer.canApply and with the result of an application', async () => {
    const terms = {
      open: {},
      ahead: { applyBy: AHEAD, positions: 2 },
      late: { applyBy: HOUR_AGO },
      over: { startAt: HOUR_AGO, endAt: HOUR_AGO },
      filled: { positions: 1 },
      cancelled: {},
      event: { type: 'EVENT', compensation: null },
    };
    const ids: Record<string, string> = {};
    for (const [title, overrides] of Object.entries(terms))
      ids[title] = (await createEvent(owner, gigBody({ title, ...overrides }))).id;
    await owner.patch(`/gigs/${ids.cancelled}`, { status: 'CANCELLED' });
    const { body: first } = await service.as('first').post(`/gigs/${ids.filled}/applications`);
    const etag = async () => (await ann.get(`/gigs/${ids.filled}`)).headers.get('etag');
    const before = [await etag(), (await ann.get(`/gigs/${ids.filled}`)).body];
    await owner.patch(`/gigs/${ids.filled}/applications/${first.id}`, { status: 'ACCEPTED' });
    expect([await etag(), (await ann.get(`/gigs/${ids.filled}`)).body]).toEqual(before);

    const canApply = async (client: Client, query = '') =>
      (await client.get(`/events?creatorId=owner&sort=createdAt&limit=100&include=viewer${query}`)).body.data
        .filter(({ viewer }: { viewer: { canApply: boolean } }) => viewer.canApply)
        .map(({ title }: { title: string }) => title);
    expect(await canApply(ann)).toEqual(['open', 'ahead']);
    expect(await titles('/gigs?creatorId=owner&takesApplications=true')).toEqual(['ahead', 'open']);
    expect(await canApply(owner)).toEqual([]);

    await owner.patch(`/gigs/${ids.filled}`, { positions: 2 });
    expect(await canApply(ann)).toEqual(['open', 'ahead', 'filled']);
    for (const title of ['open', 'ahead', 'filled']) {
      const { status, body } = await ann.post(`/gigs/${ids[title]}/applications`);
      expect({ title, status }).toEqual({ title, status: 201 });
      if (title === 'open') await ann.put(`/gigs/${ids.open}/applications/${body.id}/withdrawal`);
    }
    expect(await canApply(ann)).toEqual([]);
    const { viewer } = (await ann.get(`/gigs/${ids.open}?include=viewer`)).body;
    expect(Object.keys(viewer).slice(0, 3)).toEqual(['isOwner', 'canApply', 'saved']);
    for (const title of ['late', 'over', 'cancelled', 'event'])
      expect((await ann.post(`/gigs/${ids[title]}/applications`)).status).toBe(400);
  });
});
