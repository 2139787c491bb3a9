import fc from 'fast-check';
import { type ApplicationState, REFUSALS, stateOf } from '../../src/applications/application-status.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, gigBody } from '../support/factories.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const PAST = '2020-01-01T00:00:00.000Z';

describe("the gig's desk", () => {
  let service: TestApp;
  let owner: Client;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    owner = service.as('owner');
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  const gig = async (overrides = {}, of = owner) => (await createEvent(of, gigBody(overrides))).id as string;
  const pathOf = ({ gigId, id }: { gigId: string; id: string }) => `/gigs/${gigId}/applications/${id}`;
  const apply = async (gigId: string, ...names: string[]) => {
    const applications = [];
    for (const name of names)
      applications.push((await service.as(name).post(`/gigs/${gigId}/applications`)).body);
    return applications;
  };
  const applyTo = async (gigId: string, name = 'ann') => (await apply(gigId, name))[0];
  const refusal = ({ status, body }: ServiceResponse) => ({ status, code: body.code });
  const accept = (application: { gigId: string; id: string }) =>
    owner.patch(pathOf(application), { status: 'ACCEPTED' });
  const ids = ({ body }: ServiceResponse<{ data: { id: string }[] }>) => body.data.map(({ id }) => id);

  describe('one application', () => {
    it('is visible to the owner of the gig and to its applicant, with all members in order', async () => {
      await ann.patch('/users/me', { name: 'Ann', headline: 'Stage hand' });
      const application = await applyTo(await gig());
      const { status, body } = await ann.get(pathOf(application));
      expect({ status, body }).toEqual({ status: 200, body: application });
      expect((await owner.get(pathOf(application))).body).toEqual(application);
      expect(Object.keys(body)).toEqual([
        ...[
          'id',
          'gigId',
          'applicantId',
          'message',
          'note',
          'status',
          'withdrawnAt',
          'createdAt',
          'updatedAt',
          'applicant',
        ],
      ]);
      expect(body).toMatchObject({ status: 'PENDING', withdrawnAt: null, applicant: { name: 'Ann' } });
    });

    it('is at the Location of its creation', async () => {
      const { headers, body } = await ann.post(`/gigs/${await gig()}/applications`);
      expect((await ann.get(headers.get('location')!)).body).toEqual(body);
    });

    it('is visible to nobody else, not even to another applicant', async () => {
      const gigId = await gig();
      const application = await applyTo(gigId);
      await applyTo(gigId, 'bob');
      expect(refusal(await service.as('bob').get(pathOf(application)))).toEqual({
        ...{ status: 403, code: 'NOT_A_PARTY' },
      });
      const elsewhere = { ...application, gigId: await gig() };
      expect(refusal(await owner.get(pathOf(elsewhere)))).toEqual({ status: 404, code: 'NOT_FOUND' });
      const event = (await createEvent(owner)).id;
      expect((await owner.get(pathOf({ ...application, gigId: event }))).body.code).toBe('NOT_A_GIG');
    });
  });

  describe('applyBy', () => {
    it('closes the gig to applications after that time, and changes nothing else', async () => {
      const gigId = await gig({ applyBy: '2031-02-01T00:00:00+01:00' });
      expect((await ann.get(`/gigs/${gigId}`)).body.applyBy).toBe('2031-01-31T23:00:00.000Z');
      expect((await ann.post(`/gigs/${gigId}/applications`)).status).toBe(201);
      expect((await owner.patch(`/gigs/${gigId}`, { applyBy: PAST })).body).toMatchObject({
        applyBy: PAST,
        status: 'OPEN',
      });
      const bob = service.as('bob');
      expect(refusal(await bob.post(`/gigs/${gigId}/applications`))).toEqual({
        status: 400,
        code: 'GIG_CLOSED',
      });
      expect((await ann.post(`/gigs/${gigId}/applications`)).body.code).toBe('GIG_CLOSED');
      await owner.patch(`/gigs/${gigId}`, { applyBy: null });
      expect((await bob.post(`/gigs/${gigId}/applications`)).status).toBe(201);
    });
  });

  describe('positions', () => {
    it('limit the accepted applications', async () => {
      const gigId = await gig({ positions: 2 });
      const [a, b, c] = await apply(gigId, 'a', 'b', 'c');
      expect((await accept(a)).status).toBe(200);
      expect((await accept(b)).status).toBe(200);
      expect(refusal(await accept(c))).toEqual({ status: 409, code: 'POSITIONS_FILLED' });
      expect((await owner.get(pathOf(c))).body).toEqual(c);
      const told = async () => (await service.as('c').get('/notifications')).body.total;
      expect(await told()).toBe(0);
      expect(refusal(await accept(a))).toEqual({ status: 400, code: 'APPLICATION_DECIDED' });
      expect((await owner.get(`/gigs/${gigId}`)).body).toMatchObject({ status: 'OPEN', positions: 2 });
      expect((await owner.patch(pathOf(c), { status: 'REJECTED' })).status).toBe(200);
      expect(await told()).toBe(1);
    });

    it('cannot be fewer than the accepted applications', async () => {
      const gigId = await gig();
      for (const application of await apply(gigId, 'a', 'b', 'c')) await accept(application);
      const before = (await owner.get(`/gigs/${gigId}`)).body;
      const { status, body } = await owner.patch(`/gigs/${gigId}`, { positions: 2, title: 'Other' });
      expect({ status, errors: body.errors }).toEqual({
        status: 400,
        errors: [{ pointer: '/positions', detail: 'must be at least 3: that many are accepted' }],
      });
      expect((await owner.get(`/gigs/${gigId}`)).body).toEqual(before);
      expect((await owner.patch(`/events/${gigId}`, { positions: 3 })).body.positions).toBe(3);
      const application = await applyTo(gigId, 'd');
      expect((await accept(application)).status).toBe(409);
      expect((await owner.patch(`/gigs/${gigId}`, { positions: null })).body.positions).toBeNull();
      expect((await accept(application)).status).toBe(200);
    });
  });

  it.each([
    ['applyBy', '2031-03-01T18:00:00', 'must be an ISO 8601 timestamp with a zone, between 1970 and 9999'],
    ...[0, 1001, 1.5, '3', true].map((value): [string, unknown, string] => [
      ...(['positions', value, 'must be a whole number from 1 to 1000'] as const),
    ]),
  ])('refuses a gig whose %s is %j', async (name, value, detail) => {
    const errors = [{ pointer: `/${name}`, detail }];
    expect((await owner.post('/gigs', gigBody({ [name]: value }))).body.errors).toEqual(errors);
    expect((await owner.patch(`/gigs/${await gig()}`, { [name]: value })).body.errors).toEqual(errors);
  });

  it('is only for gigs', async () => {
    for (const terms of [{ applyBy: PAST }, { positions: 3 }]) {
      const [name] = Object.keys(terms);
      const errors = [{ pointer: `/${name}`, detail: 'is for gigs only' }];
      expect(
        (await owner.post('/events', gigBody({ type: 'EVENT', compensation: null, ...terms }))).body.errors,
      ).toEqual(errors);
      const { id } = await createEvent(owner);
      expect((await owner.patch(`/events/${id}`, terms)).body.errors).toEqual(errors);
      expect((await owner.patch(`/events/${id}`, { [name as string]: null })).status).toBe(200);
    }
    expect(await createEvent(owner)).toMatchObject({ applyBy: null, positions: null });
  });

  describe('withdrawing', () => {
    it('keeps the status, can be repeated and can be taken back', async () => {
      const application = await applyTo(await gig());
      const path = `${pathOf(application)}/withdrawal`;
      const { status, body: withdrawn } = await ann.put(path);
      expect({ status, withdrawn }).toEqual({
        status: 200,
        withdrawn: { ...application, withdrawnAt: expect.any(String), updatedAt: expect.any(String) },
      });
      expect((await ann.put(path)).body).toEqual(withdrawn);
      expect((await owner.get(pathOf(application))).body).toEqual(withdrawn);
      const back = await ann.delete(path);
      expect({ status: back.status, body: back.body }).toEqual({
        ...{ status: 200, body: { ...application, updatedAt: expect.any(String) } },
      });
      expect((await ann.delete(path)).body).toEqual(back.body);
      expect((await accept(application)).status).toBe(200);
    });

    it('keeps the owner from deciding, and the applicant from applying again', async () => {
      const application = await applyTo(await gig());
      await ann.put(`${pathOf(application)}/withdrawal`);
      for (const status of ['ACCEPTED', 'REJECTED'])
        expect(refusal(await owner.patch(pathOf(application), { status }))).toEqual({
          ...{ status: 400, code: 'APPLICATION_WITHDRAWN' },
        });
      const again = await ann.post(`/gigs/${application.gigId}/applications`);
      expect(refusal(again)).toEqual({ status: 409, code: 'ALREADY_APPLIED' });
    });

    it('is only for the applicant, and notifies nobody', async () => {
      const mary = service.as('mary');
      const application = await applyTo(await gig({}, mary));
      const path = `${pathOf(application)}/withdrawal`;
      const told = (await mary.get('/notifications')).body.total;
      for (const client of [mary, service.as('stranger')])
        for (const method of ['PUT', 'DELETE'])
          expect(refusal(await client.request(method, path))).toEqual({ status: 403, code: 'NOT_APPLICANT' });
      await ann.put(path);
      await ann.delete(path);
      expect((await mary.get('/notifications')).body.total).toBe(told);
    });

    it('is refused after a decision', async () => {
      const application = await applyTo(await gig());
      await accept(application);
      const decided = { status: 400, code: 'APPLICATION_DECIDED' };
      expect(refusal(await ann.put(`${pathOf(application)}/withdrawal`))).toEqual(decided);
      expect(refusal(await ann.delete(`${pathOf(application)}/withdrawal`))).toEqual(decided);
      expect((await ann.get(pathOf(application))).body).toMatchObject({
        status: 'ACCEPTED',
        withdrawnAt: null,
      });
    });

    it.each([
      ['cancelled', { status: 'CANCELLED' }],
      ['completed', { status: 'COMPLETED' }],
      ['past its applyBy', { applyBy: PAST }],
    ])('is possible if the gig is %s, but cannot be taken back then', async (_what, change) => {
      const gigId = await gig();
      const application = await applyTo(gigId);
      await owner.patch(`/gigs/${gigId}`, change);
      const path = `${pathOf(application)}/withdrawal`;
      expect((await ann.put(path)).status).toBe(200);
      expect(refusal(await ann.delete(path))).toEqual({ status: 400, code: 'GIG_CLOSED' });
      expect((await ann.get(pathOf(application))).body.withdrawnAt).not.toBeNull();
    });

    it('keeps the application in lists, unless they exclude it', async () => {
      const gigId = await gig();
      const [a, b] = await apply(gigId, 'a', 'b');
      await service.as('a').put(`${pathOf(a)}/withdrawal`);
      const list = `/gigs/${gigId}/applications`;
      expect(ids(await owner.get(list))).toEqual([a.id, b.id]);
      expect(ids(await owner.get(`${list}?withdrawn=false`))).toEqual([b.id]);
      expect(ids(await owner.get(`${list}?withdrawn=true&limit=5`))).toEqual([a.id]);
      expect(ids(await service.as('a').get(`${list}?withdrawn=false`))).toEqual([]);
      expect((await owner.get(`${list}?withdrawn=no`)).body.errors).toMatchObject([{ pointer: 'withdrawn' }]);
      const [own] = (await service.as('a').get('/applications')).body.data;
      expect(own).toMatchObject({ id: a.id, withdrawnAt: expect.any(String) });
    });
  });

  it('follows the table of moves, in any sequence', async () => {
    const gigId = await gig({ positions: 1000 });
    const STATES = Object.keys(REFUSALS) as ApplicationState[];
    let applicants = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...STATES), { minLength: 1, maxLength: 6 }),
        async (moves) => {
          applicants += 1;
          const application = await applyTo(gigId, `applicant ${applicants}`);
          const applicant = service.as(application.applicantId);
          const path = pathOf(application);
          const moveTo: Record<ApplicationState, () => Promise<ServiceResponse>> = {
            ACCEPTED: () => owner.patch(path, { status: 'ACCEPTED' }),
            REJECTED: () => owner.patch(path, { status: 'REJECTED' }),
            WITHDRAWN: () => applicant.put(`${path}/withdrawal`),
            PENDING: () => applicant.delete(`${path}/withdrawal`),
          };
          let state: ApplicationState = 'PENDING';
          for (const next of moves) {
            const refusal = REFUSALS[next][state];
            const { status, body } = await moveTo[next]();
            expect(status === 200 ? stateOf(body as never) : body.code).toBe(refusal ?? next);
            if (status === 200) state = next;
            expect(stateOf((await owner.get(path)).body)).toBe(state);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  describe('received applications', () => {
    it('are those to all gigs of the caller, newest first, with their gigs and applicants', async () => {
      const host = service.as('host');
      const gigs = [await gig({}, host), await gig({ positions: 3 }, host)];
      await service.as('x').patch('/users/me', { name: 'X' });
      const first = await applyTo(gigs[0]!, 'x');
      const second = await applyTo(gigs[1]!, 'x');
      const third = await applyTo(gigs[0]!, 'y');
      await applyTo(await gig(), 'x');
      const { body } = await host.get('/applications/received');
      expect(body).toMatchObject({ total: 3, totalIsExact: true, limit: 20, offset: 0, nextCursor: null });
      expect(body.data).toEqual(
        await Promise.all(
          [third, second, first].map(async (application) => ({
            ...application,
            gig: (await host.get(`/gigs/${application.gigId}`)).body,
          })),
        ),
      );
      expect(body.data[1].applicant.name).toBe('X');
      expect((await service.as('x').get('/applications/received')).body.data).toEqual([]);
    });

    it('can be filtered, and have pages', async () => {
      const host = service.as('hostess');
      const gigs = [await gig({}, host), await gig({}, host)] as [string, string];
      const all = [];
      for (const name of ['a', 'b', 'c']) for (const gigId of gigs) all.push(await applyTo(gigId, name));
      all.reverse();
      const [newest, second, third] = all;
      await host.patch(pathOf(newest), { status: 'REJECTED' });
      await host.patch(pathOf(third), { status: 'ACCEPTED' });
      const list = async (query: string) => ids(await host.get(`/applications/received${query}`));
      expect(await list('')).toEqual(all.map(({ id }) => id));
      expect(await list('?status=REJECTED')).toEqual([newest.id]);
      expect(await list('?status=REJECTED&status=%20REJECTED')).toEqual([newest.id]);
      expect(await list('?status=PENDING,ACCEPTED,REJECTED')).toEqual(await list(''));
      expect(await list('?status=PENDING&limit=1')).toEqual([second.id]);
      expect(await list(`?gigId=${gigs[1]}`)).toEqual([newest.id, third.id, all[4].id]);
      expect(await list(`?gigId=${gigs[1].toUpperCase()}&status=ACCEPTED`)).toEqual([third.id]);
      const foreign = await gig();
      const { id } = await applyTo(foreign, 'a');
      expect(ids(await owner.get(`/applications/received?gigId=${foreign}`))).toEqual([id]);
      for (const other of [foreign, UNKNOWN, 'nope', '%25'])
        expect(await list(`?gigId=${other}`)).toEqual([]);
      expect((await host.get('/applications/received?status=open')).status).toBe(400);
      await service.as('a').put(`${pathOf(all[4])}/withdrawal`);
      expect(await list('?withdrawn=true')).toEqual([all[4].id]);
      expect(await list('?withdrawn=false&status=PENDING')).toEqual([second.id, all[3].id, all[5].id]);
      expect(await list(`?withdrawn=false&gigId=${gigs[1]}`)).toEqual([newest.id, third.id]);
      expect((await host.get('/applications/received?withdrawn=no')).status).toBe(400);
      const read: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await host.get(`/applications/received?limit=4${cursor}`);
        expect(page.body.total).toBe(6);
        read.push(...ids(page));
        if (page.body.nextCursor === null) break;
        cursor = `&cursor=${page.body.nextCursor}`;
      }
      expect(read).toEqual(all.map(({ id }) => id));
      expect(await list('?offset=4')).toEqual(all.slice(4).map(({ id }) => id));
    });

    it('are deleted with their gig', async () => {
      const host = service.as('passing');
      const gigId = await gig({}, host);
      await applyTo(gigId);
      expect((await host.get('/applications/received')).body.total).toBe(1);
      await host.delete(`/gigs/${gigId}`);
      expect((await host.get('/applications/received')).body).toMatchObject({ total: 0, data: [] });
    });

    it('have an owner even if plain SQL has written them', async () => {
      const host = service.as('loaded');
      const gigId = await gig({}, host);
      await service.database.query(
        `INSERT INTO applications (id, gig_id, applicant_id) VALUES (gen_random_uuid(), $1, 'by hand')`,
        [gigId],
      );
      expect((await host.get('/applications/received')).body.data).toMatchObject([
        { applicantId: 'by hand' },
      ]);
    });
  });

  describe('many decisions in one request', () => {
    it('are made in the order sent, each with its outcome', async () => {
      const gigId = await gig({ positions: 2 });
      const [a, b, c, d] = await apply(gigId, 'a', 'b', 'c', 'd');
      await service.as('b').put(`${pathOf(b)}/withdrawal`);
      const other = await applyTo(await gig(), 'a');
      const sent = [d.id, UNKNOWN, b.id, a.id.toUpperCase(), other.id, d.id, c.id, 'nope'];
      const { status, body } = await owner.patch(`/gigs/${gigId}/applications`, {
        ids: sent,
        status: 'ACCEPTED',
      });
      expect(status).toBe(200);
      const now = async (application: { gigId: string; id: string }) =>
        (await owner.get(pathOf(application))).body;
      expect(body).toEqual({
        data: [
          { id: d.id, outcome: 'DECIDED', application: await now(d) },
          { id: UNKNOWN, outcome: 'NOT_FOUND', application: null },
          { id: b.id, outcome: 'APPLICATION_WITHDRAWN', application: await now(b) },
          { id: a.id.toUpperCase(), outcome: 'DECIDED', application: await now(a) },
          { id: other.id, outcome: 'NOT_FOUND', application: null },
          { id: d.id, outcome: 'APPLICATION_DECIDED', application: await now(d) },
          { id: c.id, outcome: 'POSITIONS_FILLED', application: await now(c) },
          { id: 'nope', outcome: 'NOT_FOUND', application: null },
        ],
      });
      expect(await Promise.all([a, c, d].map(async (each) => (await now(each)).status))).toEqual([
        ...['ACCEPTED', 'PENDING', 'ACCEPTED'],
      ]);
      const told = (await service.as('d').get('/notifications')).body.data;
      expect(told.filter(({ referenceId }: { referenceId: string }) => referenceId === d.id)).toHaveLength(1);
    });

    it.each([
      ['no ids', { ids: [], status: 'ACCEPTED' }, '/ids'],
      ['101 ids', { ids: Array(101).fill(UNKNOWN), status: 'ACCEPTED' }, '/ids'],
      ['a number', { ids: [7], status: 'ACCEPTED' }, '/ids/0'],
      ['one id that is no list', { ids: UNKNOWN, status: 'ACCEPTED' }, '/ids'],
      ['no decision', { ids: [UNKNOWN] }, '/status'],
      ['no decision but a status', { ids: [UNKNOWN], status: 'PENDING' }, '/status'],
      ['an unknown member', { ids: [UNKNOWN], status: 'REJECTED', all: true }, '/all'],
    ])('are refused with %s', async (_what, body, pointer) => {
      const response = await owner.patch(`/gigs/${await gig()}/applications`, body);
      expect(refusal(response)).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(response.body.errors).toMatchObject([{ pointer }]);
    });

    it('take a hundred ids, and are only for the owner of the gig', async () => {
      const gigId = await gig();
      const body = { ids: Array(100).fill(UNKNOWN), status: 'REJECTED' };
      expect((await owner.patch(`/gigs/${gigId}/applications`, body)).body.data).toHaveLength(100);
      const { id } = await applyTo(gigId);
      const response = await ann.patch(`/gigs/${gigId}/applications`, { ids: [id], status: 'ACCEPTED' });
      expect(refusal(response)).toEqual({ status: 403, code: 'NOT_OWNER' });
    });
  });
});
