import { startApp, type TestApp } from './support/app.js';
import { EventStream } from './support/event-stream.js';
import { gigBody } from './support/factories.js';

describe('the whole story', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
  });
  afterAll(() => service.close());

  it('of a gig: posted, applied to, decided, shared and deleted', async () => {
    const [olga, ann, ben, mia] = ['olga', 'ann', 'ben', 'mia'].map((name) => service.as(name)) as [
      ReturnType<typeof service.as>,
      ReturnType<typeof service.as>,
      ReturnType<typeof service.as>,
      ReturnType<typeof service.as>,
    ];
    await ann.patch('/users/me', { name: 'Ann', headline: 'Stage hand' });
    await ben.patch('/users/me', { name: 'Ben', bio: 'Strong back' });
    const streams = await Promise.all([olga, ann, ben].map((person) => EventStream.open(person)));
    const [toOlga, toAnn, toBen] = streams as [EventStream, EventStream, EventStream];

    // Olga posts a gig; Ann and Ben apply.
    const gig = (await olga.post('/gigs', gigBody({ title: 'Two sofas' }))).body;
    expect(gig).toMatchObject({ type: 'GIG', status: 'OPEN', creatorId: 'olga' });
    const byAnn = (await ann.post(`/gigs/${gig.id}/applications`, { message: 'Gladly' })).body;
    const byBen = (await ben.post(`/gigs/${gig.id}/applications`)).body;
    expect(byAnn).toMatchObject({ gigId: gig.id, applicantId: 'ann', message: 'Gladly', status: 'PENDING' });

    // Olga is notified of both on the stream, and sees both profiles.
    const received = await toOlga.next(2);
    expect(received).toMatchObject([
      {
        type: 'APPLICATION_RECEIVED',
        referenceId: byAnn.id,
        referenceType: 'APPLICATION',
        recipientId: 'olga',
      },
      {
        type: 'APPLICATION_RECEIVED',
        referenceId: byBen.id,
        data: { gigId: gig.id, gigTitle: 'Two sofas', applicantName: 'Ben' },
      },
    ]);
    const { body: list } = await olga.get(`/gigs/${gig.id}/applications`);
    expect(list).toMatchObject({ total: 2, totalIsExact: true, limit: null, offset: 0, nextCursor: null });
    expect(list.data.map((application: { applicant: object }) => application.applicant)).toEqual([
      { id: 'ann', name: 'Ann', avatarUrl: null, headline: 'Stage hand', bio: null },
      { id: 'ben', name: 'Ben', avatarUrl: null, headline: null, bio: 'Strong back' },
    ]);
    expect((await ann.get(`/gigs/${gig.id}/applications`)).body.data).toMatchObject([{ id: byAnn.id }]);
    expect((await mia.get(`/gigs/${gig.id}/applications`)).body).toMatchObject({
      status: 403,
      code: 'NOT_A_PARTY',
    });

    // She accepts Ann and rejects Ben; the gig stays open.
    const decide = (id: string, status: string) =>
      olga.patch(`/gigs/${gig.id}/applications/${id}`, { status });
    expect((await decide(byAnn.id, 'ACCEPTED')).body).toMatchObject({ id: byAnn.id, status: 'ACCEPTED' });
    expect((await decide(byBen.id, 'REJECTED')).body).toMatchObject({ id: byBen.id, status: 'REJECTED' });
    expect((await decide(byBen.id, 'ACCEPTED')).body).toMatchObject({
      status: 400,
      code: 'APPLICATION_DECIDED',
    });
    expect((await olga.get(`/gigs/${gig.id}`)).body.status).toBe('OPEN');
    expect(await toAnn.next(1)).toMatchObject([{ type: 'APPLICATION_ACCEPTED', referenceId: byAnn.id }]);
    expect(await toBen.next(1)).toMatchObject([{ type: 'APPLICATION_REJECTED', referenceId: byBen.id }]);
    expect((await ben.get('/applications')).body.data).toMatchObject([
      { status: 'REJECTED', gig: { id: gig.id } },
    ]);

    // Ann shares a collection with the gig in it, and makes it private again.
    const { id } = (await ann.post('/collections', { name: 'My work', visibility: 'PUBLIC' })).body;
    expect((await ann.post(`/collections/${id}/items`, { eventId: gig.id, note: 'Mine' })).status).toBe(201);
    const shared = (await mia.get(`/collections/${id}`)).body;
    expect(shared).toMatchObject({
      itemCount: 1,
      items: [{ eventId: gig.id, note: 'Mine', event: { title: 'Two sofas' } }],
    });
    expect(shared.items[0].event).not.toHaveProperty('description');
    await ann.patch(`/collections/${id}`, { visibility: 'PRIVATE' });
    expect((await mia.get(`/collections/${id}`)).status).toBe(404);

    for (const own of ['/applications', '/interactions']) expect((await ann.get(own)).body.total).toBe(1);

    // Olga deletes the gig: the accepted applicant is notified, and only the notifications are left.
    expect((await olga.delete(`/gigs/${gig.id}`)).status).toBe(204);
    expect((await ann.get(`/collections/${id}`)).body).toMatchObject({ itemCount: 0, items: [] });
    expect((await ann.get('/applications')).body.data).toEqual([]);
    expect((await ann.get('/interactions')).body.data).toEqual([]);
    const [left] = await service.database.query(`
      SELECT (SELECT count(*)::int FROM events) AS events, (SELECT count(*)::int FROM applications) AS applications,
             (SELECT count(*)::int FROM interactions) AS interactions,
             (SELECT count(*)::int FROM collection_items) AS items, (SELECT count(*)::int FROM notifications) AS notifications`);
    expect(left).toEqual({ events: 0, applications: 0, interactions: 0, items: 0, notifications: 5 });
    expect((await olga.get('/notifications')).body.data[0].data.gigTitle).toBe('Two sofas');
    for (const stream of streams) stream.close();
  });
});
