import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { EventStream } from '../support/event-stream.js';
import { createEvent, gigBody } from '../support/factories.js';

const OTHER_TERMS = {
  startAt: '2031-03-01T17:00:00.000Z',
  endAt: null,
  location: { name: 'Elsewhere' },
  compensation: { amount: 21, currency: 'USD', type: 'HOURLY' },
};

describe('a gig that changes', () => {
  let service: TestApp;
  let owner: Client;
  let users = 0;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    owner = service.as('owner');
  });
  afterAll(() => service.close());

  const gig = async (overrides = {}) => (await createEvent(owner, gigBody(overrides))).id as string;
  /** A user who has applied to a gig. */
  const applicant = async (gigId: string) => {
    users += 1;
    const client = service.as(`applicant ${users}`);
    const { body } = await client.post(`/gigs/${gigId}/applications`);
    const path = `/gigs/${gigId}/applications/${body.id}`;
    return { client, path };
  };
  const news = async ({ client }: { client: Client }) =>
    (await client.get('/notifications')).body.data.filter(({ type }: { type: string }) =>
      type.startsWith('GIG_'),
    );
  const typesOf = async (who: { client: Client }) =>
    (await news(who)).map(({ type }: { type: string }) => type);

  it.each(Object.entries(OTHER_TERMS))('notifies its applicants of a change of %s', async (term, value) => {
    const gigId = await gig();
    const bob = await applicant(gigId);
    await bob.client.patch('/users/me', { name: 'Bob' });
    expect((await owner.patch(`/gigs/${gigId}`, { [term]: value, title: 'Two chairs' })).status).toBe(200);
    expect(await news(bob)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        type: 'GIG_CHANGED',
        referenceId: gigId,
        referenceType: 'EVENT',
        recipientId: `applicant ${users}`,
        readAt: null,
        createdAt: expect.any(String),
        data: { gigId, gigTitle: 'Two chairs', applicantName: 'Bob', changed: [term] },
      },
    ]);
    expect(await typesOf({ client: owner })).toEqual([]);
  });

  it('notifies nobody of unchanged values, other members, other transitions, or events', async () => {
    const gigId = await gig();
    const bob = await applicant(gigId);
    const { body } = await owner.get(`/gigs/${gigId}`);
    const { name, ...others } = body.location;
    await owner.patch(`/gigs/${gigId}`, {
      ...body,
      location: { ...others, name },
      startAt: '2031-03-01T19:00:00+01:00',
    });
    const title = {
      title: 'Three sofas',
      description: 'x',
      applyBy: '2031-01-01T00:00:00Z',
      positions: 3,
      tags: ['a'],
    };
    await owner.patch(`/gigs/${gigId}`, title);
    for (const status of ['IN_PROGRESS', 'COMPLETED']) await owner.patch(`/events/${gigId}`, { status });
    expect((await owner.patch(`/gigs/${gigId}`, { startAt: 'never' })).status).toBe(400);
    expect(await typesOf(bob)).toEqual([]);
    await owner.patch(`/gigs/${gigId}`, { endAt: null });
    expect(await typesOf(bob)).toEqual(['GIG_CHANGED']);
    const event = await createEvent(owner);
    await owner.patch(`/events/${event.id}`, { startAt: '2031-02-01T00:00:00Z' });
    expect((await owner.delete(`/events/${event.id}`)).status).toBe(204);
  });

  it('notifies applicants who are accepted or pending, but not rejected or withdrawn', async () => {
    const gigId = await gig();
    const [waits, accepted, rejected, gone] = [1, 2, 3, 4].map(() => applicant(gigId));
    await owner.patch((await accepted!).path, { status: 'ACCEPTED' });
    await owner.patch((await rejected!).path, { status: 'REJECTED' });
    await (await gone!).client.put(`${(await gone!).path}/withdrawal`);
    await owner.patch(`/gigs/${gigId}`, OTHER_TERMS);
    await owner.patch(`/gigs/${gigId}`, { status: 'CANCELLED' });
    for (const who of [waits!, accepted!])
      expect(await typesOf(await who)).toEqual(['GIG_CANCELLED', 'GIG_CHANGED']);
    for (const who of [rejected!, gone!]) expect(await typesOf(await who)).toEqual([]);
  });

  it('does not notify again before the first notification is read', async () => {
    const [gigId, other] = [await gig(), await gig()];
    const bob = await applicant(gigId);
    const carol = await applicant(gigId);
    await bob.client.post(`/gigs/${other}/applications`);
    const change = (id: string, hour: number) =>
      owner.patch(`/gigs/${id}`, { startAt: `2031-03-01T${hour}:00:00.000Z` });
    await Promise.all([change(gigId, 10), change(gigId, 11), change(gigId, 12), change(other, 10)]);
    expect([await typesOf(bob), await typesOf(carol)]).toEqual([
      ['GIG_CHANGED', 'GIG_CHANGED'],
      ['GIG_CHANGED'],
    ]);
    await bob.client.patch('/notifications', { read: true });
    await change(gigId, 13);
    expect([(await typesOf(bob)).length, (await typesOf(carol)).length]).toEqual([3, 1]);
  });

  it('notifies once of a cancellation with other terms, and of a deletion', async () => {
    const cancelled = await gig();
    const bob = await applicant(cancelled);
    await owner.patch(`/events/${cancelled}`, { ...OTHER_TERMS, status: 'CANCELLED' });
    expect(await typesOf(bob)).toEqual(['GIG_CANCELLED']);
    for (const remove of [
      (id: string) => owner.delete(`/gigs/${id}`),
      (id: string) => owner.delete(`/events/${id}`, { 'if-match': '"1"' }),
      () => owner.delete('/users/me'),
    ]) {
      const deleted = await gig();
      const carol = await applicant(deleted);
      await remove(deleted);
      expect((await owner.get(`/gigs/${deleted}`)).status).toBe(404);
      expect(await news(carol)).toMatchObject([
        {
          type: 'GIG_CANCELLED',
          referenceId: deleted,
          data: { gigTitle: 'Move two sofas', applicantName: null },
        },
      ]);
    }
  });

  it('notifies nobody of a refused change or deletion', async () => {
    const gigId = await gig();
    const bob = await applicant(gigId);
    const stale = { 'if-match': '"7"' };
    expect((await owner.patch(`/gigs/${gigId}`, OTHER_TERMS, stale)).status).toBe(412);
    expect((await owner.delete(`/gigs/${gigId}`, stale)).status).toBe(412);
    expect(await typesOf(bob)).toEqual([]);
    expect((await owner.get(`/gigs/${gigId}`)).status).toBe(200);
    expect((await owner.delete(`/gigs/${gigId}`, { 'if-match': '"1"' })).status).toBe(204);
    expect(await typesOf(bob)).toEqual(['GIG_CANCELLED']);
  });

  it('reaches the streams of its applicants', async () => {
    const gigId = await gig();
    const bob = await applicant(gigId);
    const stream = await EventStream.open(bob.client);
    await owner.patch(`/gigs/${gigId}`, OTHER_TERMS);
    await owner.delete(`/gigs/${gigId}`);
    const received = await stream.next(2);
    expect(received.map(({ type }) => type)).toEqual(['GIG_CHANGED', 'GIG_CANCELLED']);
    expect((await bob.client.get('/notifications')).body.data).toEqual([...received].reverse());
    stream.close();
  });

  it('has a free position again when an accepted user is deleted', async () => {
    const gigId = await gig({ positions: 1 });
    const [bob, carol] = [await applicant(gigId), await applicant(gigId)];
    await owner.patch(bob.path, { status: 'ACCEPTED' });
    expect((await owner.patch(carol.path, { status: 'ACCEPTED' })).body.code).toBe('POSITIONS_FILLED');
    await bob.client.delete('/users/me');
    await (await applicant(gigId)).client.delete('/users/me');
    expect((await owner.get(`/gigs/${gigId}/applications`)).body.total).toBe(1);
    expect((await owner.patch(carol.path, { status: 'ACCEPTED' })).status).toBe(200);
    expect((await owner.patch((await applicant(gigId)).path, { status: 'ACCEPTED' })).status).toBe(409);
  });
});
