import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createEvent, gigBody } from '../support/factories.js';
import { CAMPUS, FEEDS, type FeedTest, startFeeds } from '../support/feeds.js';
import { LockHolder } from '../support/lock-holder.js';

const UNKNOWN = '01990000-0000-7000-8000-000000000000';

describe('reports', () => {
  let service: TestApp;
  let owner: Client;
  let bob: Client;
  let event: string;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    owner = service.as('owner');
    bob = service.as('bob');
  });
  beforeEach(async () => {
    await service.database.query('TRUNCATE events, reports, notifications, creation_counts CASCADE');
    event = (await createEvent(owner, { title: 'Watches' })).id;
  });
  afterAll(() => service.close());

  const report = (body: unknown, client = bob, id = event) => client.post(`/events/${id}/reports`, body);
  const stored = () => service.database.query('SELECT * FROM reports ORDER BY created_at');

  it('are 201 with the report, and no Location', async () => {
    const { status, body, headers } = await report({ reason: 'SPAM', message: 'It sells\nwatches. ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...{ id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/), eventId: event, reason: 'SPAM' },
      ...{ message: 'It sells\nwatches. ', createdAt: expect.stringMatching(/Z$/) },
    });
    expect(headers.get('location')).toBeNull();
    expect(await stored()).toMatchObject([
      { event_title: 'Watches', event_creator: 'owner', reporter_id: 'bob', event_deleted_at: null },
    ]);
  });

  it('are 200 with the new words for the same user again, and for others 201', async () => {
    const first = (await report({ reason: 'SPAM', message: 'Spam!' })).body;
    const second = await report({ ...first, reason: 'WRONG', message: undefined });
    expect([second.status, second.body]).toEqual([200, { ...first, reason: 'WRONG', message: null }]);
    expect((await report({ reason: 'WRONG' }, service.as('carol'))).status).toBe(201);
    expect(await stored()).toHaveLength(2);
  });

  it('are one report if sent ten times at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 10 }, () => report({ reason: 'OTHER' }, service.as('dan'))),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
  });

  it.each(['SPAM', 'OFFENSIVE', 'WRONG', 'DANGEROUS', 'OTHER'])(
    'take the reason %s, also of a gig',
    async (reason) => {
      const gig = await createEvent(owner, gigBody());
      const { status, body } = await report({ reason, message: 'x'.repeat(1000) }, bob, gig.id);
      expect([status, body.reason]).toEqual([201, reason]);
    },
  );

  it.each([
    [{}, '/reason'],
    [{ reason: 'BORING' }, '/reason'],
    [{ reason: 'SPAM', message: '' }, '/message'],
    [{ reason: 'SPAM', message: 'x'.repeat(1001) }, '/message'],
    [{ reason: 'SPAM', message: 'a\u0000' }, '/message'],
    [{ reason: 'SPAM', reporterId: 'carol' }, '/reporterId'],
  ])('refuse %j', async (body, pointer) => {
    const { status, body: problem } = await report(body);
    expect([status, problem.errors?.[0].pointer]).toEqual([400, pointer]);
    expect(await stored()).toEqual([]);
  });

  it('are 400 for your own event, and 404 for one that does not exist', async () => {
    expect(await report({ reason: 'SPAM' }, owner)).toMatchObject({
      ...{ status: 400, body: { code: 'VALIDATION_FAILED', errors: [{ pointer: 'id' }] } },
    });
    for (const id of [UNKNOWN, 'x', '%00'])
      expect((await report({ reason: 'SPAM' }, bob, id)).status).toBe(404);
    expect((await bob.get(`/events/${event}/reports`)).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it('are 404, and not stored, while the event is deleted', async () => {
    const deletion = await LockHolder.begin(service.database);
    await deletion.query('DELETE FROM events WHERE id = $1', [event]);
    const waiting = report({ reason: 'SPAM' });
    await deletion.untilWaiting(1);
    await deletion.end();
    expect((await waiting).status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  it('count to DAILY_CREATIONS, once each event', async () => {
    const limited = closeAfterTest(await startApp({ DAILY_CREATIONS: '2' }, service.database));
    const others = [await createEvent(owner), await createEvent(owner)];
    const carol = limited.as('carol');
    const send = async (id: string) => (await report({ reason: 'SPAM' }, carol, id)).status;
    expect(await send(event)).toBe(201);
    expect(await send(event)).toBe(200);
    expect(await send(others[0].id)).toBe(201);
    expect(await send(others[1].id)).toBe(409);
    expect(await send(event)).toBe(200);
    expect((await report({ reason: 'SPAM' }, carol, others[1].id)).body.code).toBe('LIMIT_REACHED');
    expect(await stored()).toHaveLength(2);
    expect((await carol.get('/users/me/export')).body.creationCounts).toMatchObject([
      { kind: 'REPORT', count: 2 },
    ]);
  });

  it("are their reporter's own data: exported and deleted", async () => {
    const { body } = await report({ reason: 'SPAM', message: 'Spam!' });
    await report({ reason: 'WRONG' }, service.as('carol'));
    expect((await bob.get('/users/me/export')).body.reports).toEqual([body]);
    expect((await owner.get('/users/me/export')).body.reports).toEqual([]);
    expect((await bob.delete('/users/me')).status).toBe(204);
    expect(await stored()).toMatchObject([{ reporter_id: 'carol' }]);
  });

  it.each([
    ['its creator', () => owner.delete(`/events/${event}`)],
    ['the deletion of the account', () => owner.delete('/users/me')],
    ['the operator', () => service.runJob('takedown', event)],
  ])('outlive their event, deleted by %s, by 90 days', async (_, remove) => {
    await report({ reason: 'SPAM' });
    await remove();
    const [kept] = await stored();
    expect(kept).toMatchObject({
      event_title: 'Watches',
      event_creator: 'owner',
      event_deleted_at: expect.any(Date),
    });
    const age = (days: number) =>
      service.database.query(`UPDATE reports SET event_deleted_at = now() - interval '${days} days'`);
    await age(89);
    expect(await service.runJob('purge')).toMatchObject({ reports: 0 });
    await age(91);
    expect(await service.runJob('purge')).toMatchObject({ reports: 1 });
  });

  it('are kept while their event exists', async () => {
    await report({ reason: 'SPAM' });
    await service.database.query(`UPDATE reports SET created_at = now() - interval '2 years'`);
    expect(await service.runJob('purge')).toMatchObject({ reports: 0 });
  });
});

describe('the takedown of an event', () => {
  let feeds: FeedTest;
  const takeDown = (id: string) => feeds.service.runJob('takedown', id);

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(async () => {
    await feeds.reset();
    await feeds.service.database.query('TRUNCATE takedowns');
  });
  afterAll(() => feeds.close());

  it('deletes a gig as its owner would: its applicants are notified', async () => {
    const { service, alice } = feeds;
    const gig = await createEvent(alice, gigBody());
    const bob = service.as('bob');
    await bob.post(`/gigs/${gig.id}/applications`);
    await bob.post(`/events/${gig.id}/interactions`, { action: 'SAVE' });
    expect(await takeDown(gig.id)).toEqual({ outcome: 'SUCCEEDED', event: gig.id });
    expect((await alice.get(`/events/${gig.id}`)).status).toBe(404);
    expect((await bob.get('/notifications')).body.data).toMatchObject([
      { type: 'GIG_CANCELLED', referenceId: gig.id },
    ]);
    expect((await bob.get('/applications')).body.total).toBe(0);
    expect(await service.database.query('SELECT * FROM takedowns')).toEqual([]);
  });

  it.each([UNKNOWN, 'x', '', "'; DROP TABLE events"])('fails for the unknown id %j', async (id) => {
    const error = `There is no event with the id ${id}.`;
    expect(await takeDown(id)).toEqual({ outcome: 'FAILED', error });
  });

  it.each(FEEDS)('of the $name feed holds over the next syncs, also if the item changes', async (kind) => {
    await feeds.serve(kind, kind.entry(1), kind.entry(2));
    const { id } = await feeds.eventOf(kind, 1);
    expect(await takeDown(id)).toMatchObject({ outcome: 'SUCCEEDED' });
    const counts = { created: 0, updated: 0, unchanged: 1, ignored: 1, rejected: 0 };
    expect(await feeds.serve(kind, kind.entry(1), kind.entry(2))).toMatchObject(counts);
    expect(await feeds.serve(kind, kind.entry(1, kind.named('Anew')), kind.entry(2))).toMatchObject(counts);
    expect(await feeds.lastRun()).toMatchObject({ received: 2, ignored: 1 });
    expect((await feeds.alice.get(`/events/${id}`)).status).toBe(404);
    expect(await takeDown(id)).toMatchObject({ outcome: 'FAILED' });
  });

  it('is checked by the statement that stores: a sync that has read before brings nothing back', async () => {
    await feeds.serve(CAMPUS, CAMPUS.entry(1));
    const { id } = await feeds.eventOf(CAMPUS, 1);
    await takeDown(id);
    // A sync that read the takedowns before this one.
    const hidden = await LockHolder.begin(feeds.service.database);
    await hidden.query('ALTER TABLE takedowns RENAME TO taken');
    await hidden.query(
      'CREATE VIEW takedowns AS SELECT * FROM taken WHERE current_query() LIKE $$%INSERT INTO events%$$',
    );
    await hidden.end();
    expect(await feeds.serve(CAMPUS, CAMPUS.entry(1), CAMPUS.entry(2))).toMatchObject({ created: 1 });
    const back = await LockHolder.begin(feeds.service.database);
    await back.query('DROP VIEW takedowns');
    await back.query('ALTER TABLE taken RENAME TO takedowns');
    await back.end();
    expect(await feeds.rows('external_id')).toEqual([{ external_id: CAMPUS.idOf(2) }]);
  });
});
