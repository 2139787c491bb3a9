import { NIL } from 'uuid';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, gigBody } from '../support/factories.js';

describe('applications', () => {
  let service: TestApp;
  let owner: Client;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
    owner = service.as('owner');
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  const gig = async (overrides = {}) => (await createEvent(owner, gigBody(overrides))).id as string;
  const apply = (client: Client, gigId: string, body?: unknown) =>
    client.post(`/gigs/${gigId}/applications`, body);

  describe('applying', () => {
    it.each([
      ['no body', undefined],
      ['an empty object', {}],
      ['null as the message', { message: null }],
    ])('accepts %s', async (_what, body) => {
      const { status, body: application } = await apply(ann, await gig(), body);
      expect({ status, message: application.message }).toEqual({ status: 201, message: null });
    });

    it('accepts an empty body with a JSON content type', async () => {
      const path = `/gigs/${await gig()}/applications`;
      const { status } = await ann.request('POST', path, { headers: { 'content-type': 'application/json' } });
      expect(status).toBe(201);
    });

    it.each([
      ['text of 5001 characters', { message: 'x'.repeat(5001) }],
      ['a number', { message: 7 }],
      ['an unknown member', { note: 'x' }],
    ])('refuses %s', async (_what, body) => {
      const { status, body: problem } = await apply(ann, await gig(), body);
      expect({ status, code: problem.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
    });

    it('ignores members that the service assigns', async () => {
      const { body } = await apply(ann, await gig(), { status: 'ACCEPTED', applicantId: 'owner' });
      expect(body).toMatchObject({ status: 'PENDING', applicantId: 'ann' });
    });

    it('records the interaction APPLY', async () => {
      const gigId = await gig();
      await apply(ann, gigId);
      const { body } = await ann.get('/interactions?action=APPLY&limit=1');
      expect(body.data[0]).toMatchObject({
        eventId: gigId,
        userId: 'ann',
        action: 'APPLY',
        count: 1,
        event: { id: gigId },
      });
    });

    it('is refused in the order of the contract', async () => {
      expect((await apply(ann, 'nope')).body.code).toBe('NOT_FOUND');
      const event = await createEvent(owner);
      expect((await apply(owner, event.id)).body).toMatchObject({ status: 400, code: 'NOT_A_GIG' });
      const cancelled = await gig();
      await owner.patch(`/gigs/${cancelled}`, { status: 'CANCELLED' });
      expect((await apply(owner, cancelled)).body).toMatchObject({ status: 403, code: 'OWN_GIG' });
      expect((await apply(ann, cancelled)).body).toMatchObject({ status: 400, code: 'GIG_CLOSED' });
      const taken = await gig();
      await apply(ann, taken);
      expect((await apply(ann, taken)).body).toMatchObject({ status: 409, code: 'ALREADY_APPLIED' });
      await owner.patch(`/gigs/${taken}`, { status: 'COMPLETED' });
      expect((await apply(ann, taken)).body).toMatchObject({ status: 400, code: 'GIG_CLOSED' });
    });

    it('is refused after the end of the gig, even before its completion', async () => {
      const gigId = await gig();
      await service.database.query(
        `UPDATE events SET start_at = now() - interval '2 hours', end_at = now() - interval '1 second',
           version = version + 1 WHERE id = $1`,
        [gigId],
      );
      expect((await apply(ann, gigId)).body).toMatchObject({ status: 400, code: 'GIG_CLOSED' });
    });

    it('is possible while the work is in progress', async () => {
      const gigId = await gig();
      await owner.patch(`/gigs/${gigId}`, { status: 'IN_PROGRESS' });
      expect((await apply(ann, gigId)).status).toBe(201);
    });
  });

  describe('listing', () => {
    it('returns pages with limit or offset, and filters by status', async () => {
      const gigId = await gig();
      const ids: string[] = [];
      for (const name of ['a', 'b', 'c']) ids.push((await apply(service.as(name), gigId)).body.id);
      await owner.patch(`/gigs/${gigId}/applications/${ids[1]}`, { status: 'REJECTED' });
      const list = async (query: string) => (await owner.get(`/gigs/${gigId}/applications${query}`)).body;
      const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
      expect(idsOf(await list(''))).toEqual(ids);
      const first = await list('?limit=2');
      expect(first).toMatchObject({ limit: 2, total: 3 });
      expect(idsOf(await list(`?limit=2&cursor=${first.nextCursor}`))).toEqual([ids[2]]);
      expect(idsOf(await list('?offset=1'))).toEqual([ids[1], ids[2]]);
      expect(await list('?status=REJECTED')).toMatchObject({ total: 1, limit: null, data: [{ id: ids[1] }] });
      expect((await list('?status=REJECTED,PENDING,ACCEPTED')).total).toBe((await list('')).total);
      expect((await service.as('a').get(`/gigs/${gigId}/applications?status=REJECTED`)).body.data).toEqual(
        [],
      );
      expect((await owner.get(`/gigs/${gigId}/applications?status=open`)).status).toBe(400);
    });

    it('accepts several applications without a change of others', async () => {
      const gigId = await gig();
      for (const name of ['a', 'b', 'c']) await apply(service.as(name), gigId);
      const { data } = (await owner.get(`/gigs/${gigId}/applications`)).body;
      for (const { id } of data.slice(0, 2))
        expect((await owner.patch(`/gigs/${gigId}/applications/${id}`, { status: 'ACCEPTED' })).status).toBe(
          200,
        );
      const after = (await owner.get(`/gigs/${gigId}/applications`)).body.data;
      expect(after.map(({ status }: { status: string }) => status)).toEqual([
        'ACCEPTED',
        'ACCEPTED',
        'PENDING',
      ]);
    });

    it('keeps applications when the compensation of the gig changes', async () => {
      const gigId = await gig();
      const { body: application } = await apply(ann, gigId);
      await owner.patch(`/gigs/${gigId}`, { compensation: { amount: 99, currency: 'EUR', type: 'FIXED' } });
      expect((await owner.get(`/gigs/${gigId}/applications`)).body.data).toEqual([application]);
    });
  });

  it('lets only the owner of the gig decide, even on unknown applications', async () => {
    const gigId = await gig();
    for (const id of [NIL, 'nope']) {
      const decide = (user: Client) =>
        user.patch(`/gigs/${gigId}/applications/${id}`, { status: 'ACCEPTED' });
      expect((await decide(ann)).body).toMatchObject({ status: 403, code: 'NOT_OWNER' });
      expect((await decide(owner)).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it.each([{ status: 'PENDING' }, { status: 'accepted' }, {}, { status: null }])(
    'refuses the decision %j',
    async (body) => {
      const gigId = await gig();
      const { body: application } = await apply(ann, gigId);
      const path = `/gigs/${gigId}/applications/${application.id}`;
      expect((await owner.patch(path, body)).body.code).toBe('VALIDATION_FAILED');
      expect((await owner.get(`/gigs/${gigId}/applications`)).body.data[0].status).toBe('PENDING');
    },
  );

  it('works under the path of gigs', async () => {
    const gigId = await gig();
    expect((await ann.get(`/gigs/${gigId}`)).body).toEqual((await ann.get(`/events/${gigId}`)).body);
    expect(
      (await ann.get('/gigs?limit=100')).body.data.every(({ type }: { type: string }) => type === 'GIG'),
    ).toBe(true);
    expect((await ann.get('/gigs?type=GIG')).status).toBe(400);
    const { status, body } = await ann.post('/gigs', gigBody({ type: undefined }));
    expect({ status, type: body.type }).toEqual({ status: 201, type: 'GIG' });
    expect((await ann.post('/gigs', gigBody({ type: 'EVENT' }))).status).toBe(400);
  });
});
