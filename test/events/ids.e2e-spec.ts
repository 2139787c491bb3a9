import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, gigBody } from '../support/factories.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('lists of ids', () => {
  let service: TestApp;
  let reader: Client;
  let gigs: string[];
  let events: string[];

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    reader = service.as('reader');
    const make = async (body: Record<string, unknown>) => (await createEvent(reader, body)).id as string;
    gigs = [await make(gigBody()), await make(gigBody()), await make(gigBody())];
    events = [await make({}), await make({}), await make({})];
  });
  afterAll(() => service.close());

  it('have these events in this order, each once, without unknown ones', async () => {
    const some = fc.array(fc.constantFrom(...gigs, ...events, UNKNOWN, 'no-uuid', gigs[0]!.toUpperCase()), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(some, async (ids) => {
        const known = [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) =>
          [...gigs, ...events].includes(id),
        );
        const { status, body } = await reader.get(`/events?ids=${ids}`);
        expect([status, idsOf(body)]).toEqual([200, known]);
        expect({ ...body, data: [] }).toEqual({
          ...{ data: [], total: known.length, totalIsExact: true, limit: 100, offset: 0, nextCursor: null },
        });
        const ofGigs = await reader.get(`/gigs?ids=${ids}`);
        expect(idsOf(ofGigs.body)).toEqual(known.filter((id) => gigs.includes(id)));
        expect(ofGigs.body.total).toBe(ofGigs.body.data.length);
      }),
      { numRuns: 30 },
    );
  });

  it('have the members of a list', async () => {
    const [id] = events;
    expect((await reader.get(`/events?ids=${id}`)).body.data).toEqual([
      (await reader.get(`/events/${id}`)).body,
    ]);
  });

  it('accept any UUID, of any version', async () => {
    const [row] = await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, created_at)
       VALUES (md5('loaded by other means')::uuid, 'Loaded', '', 'EVENT', '{"name": "x"}', now(), '2001-01-01Z') RETURNING id`,
    );
    const { id } = row!;
    expect((await reader.get(`/events/${id}`)).body.title).toBe('Loaded');
    expect(idsOf((await reader.get(`/events?ids=${id}`)).body)).toEqual([id]);
    const first = await reader.get('/events?sort=createdAt&limit=1');
    expect(idsOf(first.body)).toEqual([id]);
    const next = await reader.get(`/events?sort=createdAt&limit=1&cursor=${first.body.nextCursor}`);
    expect(idsOf(next.body)).toHaveLength(1);
    await service.database.query('DELETE FROM events WHERE id = $1', [id]);
  });

  it('have 1 to 100 ids', async () => {
    const some = (count: number) => Array.from({ length: count }, (_, at) => events[at % 3]);
    expect((await reader.get(`/events?ids=${some(100)}`)).body.total).toBe(3);
    for (const ids of [`${events[0]},`, `${events[0]},,${events[1]}`])
      expect((await reader.get(`/events?ids=${ids}`)).body.total).toBe(ids.endsWith(',') ? 1 : 2);
    for (const ids of [some(101).join(), some(101).join('&ids=')]) {
      const { status, body } = await reader.get(`/events?ids=${ids}`);
      expect([status, body.errors]).toEqual([
        400,
        [{ pointer: 'ids', detail: 'must be 1 to 100 ids, separated by commas' }],
      ]);
    }
  });

  it.each([
    'type=GIG',
    'category=MUSIC',
    'source=USER',
    'status=OPEN',
    'startDate=2030-01-01',
    'endDate=2030-01-01',
    'from=2030-01-01',
    'to=2030-01-01',
    'when=now',
    'tz=Europe/Berlin',
    'tag=x',
    'creatorId=x',
    'q=x',
    'sort=startAt',
    'limit=20',
    'offset=0',
  ])('are refused with %s', async (parameter) => {
    const { status, body } = await reader.get(`/events?ids=${events[0]}&${parameter}`);
    const [name] = parameter.split('=');
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: 'ids', detail: `cannot be combined with ${name}` }],
    ]);
    if (name !== 'type') expect((await reader.get(`/gigs?ids=${events[0]}&${parameter}`)).status).toBe(400);
  });

  it('are refused with a cursor, and name all conflicting parameters', async () => {
    const { nextCursor } = (await reader.get('/events?limit=1')).body;
    expect((await reader.get(`/events?ids=${events[0]}&cursor=${nextCursor}`)).status).toBe(400);
    const { body } = await reader.get(`/gigs?limit=5&ids=${events[0]}&status=OPEN`);
    expect(body.errors[0].detail).toBe('cannot be combined with limit, status');
  });
});
