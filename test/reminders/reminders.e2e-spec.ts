import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createEvent, gigBody } from '../support/factories.js';
import { inHours } from '../support/feeds.js';

const at = (hours: number) => new Date(inHours(hours)).toISOString();

describe('reminders', () => {
  let service: TestApp;
  let owner: Client;
  let users = 0;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    owner = service.as('owner');
  });
  beforeEach(() => service.database.query('TRUNCATE events, notifications CASCADE'));
  afterAll(() => service.close());

  const event = async (startAt: string, overrides = {}) =>
    (await createEvent(owner, { startAt, endAt: null, ...overrides })).id as string;
  const user = () => service.as(`user ${++users}`);
  const save = async (id: string, client = user(), action = 'SAVE') => {
    expect((await client.post(`/events/${id}/interactions`, { action })).status).toBe(201);
    return client;
  };
  const apply = async (id: string, client = user()) => {
    const { body } = await client.post(`/gigs/${id}/applications`);
    return { client, path: `/gigs/${id}/applications/${body.id}` };
  };
  const remind = () => service.runJob('reminders');
  /** The starts that a user is reminded of, the latest reminder first. */
  const startsOf = async (client: Client) =>
    (await client.get('/notifications')).body.data
      .filter(({ type }: { type: string }) => type === 'EVENT_STARTS')
      .map(({ data }: { data: { startAt: string } }) => data.startAt);

  it('have the event, its title and its start', async () => {
    const startAt = at(23);
    const id = await event(startAt, { title: 'Jazz' });
    const bob = await save(id);
    expect(await remind()).toEqual({ outcome: 'SUCCEEDED', events: 1, notified: 1 });
    const { data } = (await bob.get('/notifications')).body;
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        ...{ type: 'EVENT_STARTS', referenceId: id, referenceType: 'EVENT', recipientId: `user ${users}` },
        ...{ readAt: null, createdAt: expect.any(String) },
        data: { eventId: id, eventTitle: 'Jazz', startAt },
      },
    ]);
    expect((await bob.get(`/notifications/${data[0].id}`)).body).toEqual(data[0]);
    expect((await bob.get('/notifications/unread-count')).body).toEqual({ count: 1 });
  });

  it('go to those who saved or bookmarked it or are accepted, once each, and to nobody else', async () => {
    const startAt = at(2);
    const id = await event(startAt, gigBody({ startAt, endAt: null }));
    const saver = await save(id);
    const bookmarker = await save(id, undefined, 'BOOKMARK');
    const both = await save(id, await save(id), 'BOOKMARK');
    const [accepted, rejected, waiting, hesitant] = [
      await apply(id),
      await apply(id),
      await apply(id),
      user(),
    ];
    await owner.patch(accepted.path, { status: 'ACCEPTED' });
    await owner.patch(rejected.path, { status: 'REJECTED' });
    const acceptedSaver = await apply(id, await save(id));
    await owner.patch(acceptedSaver.path, { status: 'ACCEPTED' });
    const viewer = await save(id, undefined, 'VIEW');
    await save(id, hesitant);
    await hesitant.delete(`/events/${id}/interactions/SAVE`);

    expect(await remind()).toMatchObject({ notified: 5 });
    for (const client of [saver, bookmarker, both, accepted.client, acceptedSaver.client])
      expect(await startsOf(client)).toEqual([startAt]);
    for (const client of [rejected.client, waiting.client, viewer, hesitant, owner])
      expect(await startsOf(client)).toEqual([]);
  });

  it('come once, and not to those who save it or are accepted later', async () => {
    const startAt = at(20);
    const id = await event(startAt, gigBody({ startAt, endAt: null }));
    const [bob, carol] = [await save(id), await apply(id)];
    await remind();
    const late = await save(id);
    await save(id, bob, 'BOOKMARK');
    await owner.patch(carol.path, { status: 'ACCEPTED' });
    expect(await remind()).toEqual({ outcome: 'SUCCEEDED', events: 0, notified: 0 });
    expect([await startsOf(bob), await startsOf(late), await startsOf(carol.client)]).toEqual([
      [startAt],
      [],
      [],
    ]);
  });

  it('go by the first run within 24 hours before an unended event starts', async () => {
    const ids = [await event(at(24.1)), await event(at(-0.1)), await event(at(3)), await event(at(3))];
    const savers = [];
    for (const id of ids) savers.push(await save(id));
    await owner.patch(`/events/${ids[2]}`, { status: 'CANCELLED' });
    await owner.patch(`/events/${ids[3]}`, { status: 'COMPLETED' });
    expect(await remind()).toEqual({ outcome: 'SUCCEEDED', events: 0, notified: 0 });
    const running = await event(at(1));
    await owner.patch(`/events/${running}`, { status: 'IN_PROGRESS' });
    await save(running);
    await owner.patch(`/events/${ids[0]}`, { startAt: at(23.9) });
    expect(await remind()).toMatchObject({ events: 2, notified: 2 });
    expect(await startsOf(savers[0]!)).toHaveLength(1);
  });

  it('come anew for a new start, and not for one that returns', async () => {
    const [first, second, far] = [at(20), at(21), at(72)];
    const id = await event(first);
    const bob = await save(id);
    const move = async (startAt: string) => {
      await owner.patch(`/events/${id}`, { startAt });
      await remind();
      return startsOf(bob);
    };
    expect(await move(first)).toEqual([first]);
    expect(await move(second)).toEqual([second, first]);
    expect(await move(far)).toEqual([second, first]);
    expect(await move(first)).toEqual([second, first]);
    expect(await service.runJob('purge')).toMatchObject({ reminders: 0 });
    expect(await move(second)).toEqual([second, first]);
  });

  it('change neither the version, the time of change nor the ETag of the event', async () => {
    const id = await event(at(5));
    await save(id);
    const seen = async () => {
      const { body, headers } = await owner.get(`/events/${id}`);
      return { body, etag: headers.get('etag') };
    };
    const before = await seen();
    expect(await remind()).toMatchObject({ notified: 1 });
    expect(await seen()).toEqual(before);
    const { status } = await owner.patch(`/events/${id}`, { title: 'New' }, { 'if-match': before.etag! });
    expect(status).toBe(200);
  });

  it('go on where a run was cut off, to those of its time, while the start stands', async () => {
    const startAt = at(4);
    const [id, moved, over] = [await event(startAt), await event(at(5)), await event(at(6))];
    const [told, missing, gone] = ['a', 'b', 'c'].map((name) => service.as(`cut ${name}`)) as Client[];
    for (const each of [id, moved, over])
      for (const client of [told, missing, gone]) await save(each, client);
    // As a run leaves it that ends after its first user.
    await service.database.query(`INSERT INTO reminders (event_id, start_at, reached)
                                  SELECT id, start_at, 'cut a' FROM events`);
    await gone!.delete(`/events/${id}/interactions/SAVE`);
    const late = await save(id, service.as('cut d'));
    await owner.patch(`/events/${moved}`, { startAt: at(30) });
    await service.database.query(`UPDATE events SET start_at = now() - interval '1 s', version = version + 1
                                  WHERE id = '${over}'`);
    expect(await remind()).toEqual({ outcome: 'SUCCEEDED', events: 0, notified: 1 });
    expect(await startsOf(missing!)).toEqual([startAt]);
    for (const client of [told!, gone!, late]) expect(await startsOf(client)).toEqual([]);
  });

  it('reach every user once if two runs share the work', async () => {
    const other = closeAfterTest(await startApp({}, service.database, 1));
    const ids = [await event(at(1)), await event(at(2)), await event(at(3))];
    for (const [index, id] of ids.entries())
      for (const action of ['SAVE', 'BOOKMARK'])
        await service.database.query(`INSERT INTO interactions (id, event_id, user_id, action)
          SELECT gen_random_uuid(), '${id}', n, '${action}' FROM generate_series(1, ${[730, 3, 400][index]}) n`);
    const runs = await Promise.all([service, other, service].map((each) => each.runJob('reminders')));
    expect(runs.map(({ outcome }) => outcome)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    await remind();
    const counts = await service.database.query(`
      SELECT count(*)::int, count(DISTINCT (reference_id, recipient_id))::int AS users FROM notifications`);
    expect(counts).toEqual([{ count: 1133, users: 1133 }]);
  });

  it('are deleted with the account and the event, and their marks after the start', async () => {
    const [id, past] = [await event(at(7)), await event(at(8))];
    const bob = await save(id);
    await save(past, bob);
    await remind();
    await service.database.query(
      `UPDATE reminders SET start_at = now() - interval '1 s' WHERE event_id = '${past}'`,
    );
    expect(await service.runJob('purge')).toMatchObject({ reminders: 1 });
    expect((await bob.get('/users/me/export')).body.notifications).toHaveLength(2);
    expect((await bob.delete('/users/me')).status).toBe(204);
    expect((await owner.delete(`/events/${id}`)).status).toBe(204);
    const left = `SELECT (SELECT count(*)::int FROM reminders) AS marks, (SELECT count(*)::int FROM notifications) AS told`;
    expect(await service.database.query(left)).toEqual([{ marks: 0, told: 0 }]);
  });

  it('come earlier or later, or not at all, by REMINDER_HOURS', async () => {
    await save(await event(at(47)));
    const off = closeAfterTest(await startApp({ REMINDER_HOURS: 'off' }, service.database));
    const error = 'REMINDER_HOURS is off.';
    expect(await off.runJob('reminders')).toEqual({ outcome: 'SKIPPED', error });
    const longer = closeAfterTest(await startApp({ REMINDER_HOURS: '48' }, service.database));
    expect(await remind()).toMatchObject({ notified: 0 });
    expect(await longer.runJob('reminders')).toMatchObject({ notified: 1 });
    for (const REMINDER_HOURS of ['0', '-1', '1.5', 'never', '100000'])
      await expect(startApp({ REMINDER_HOURS }, service.database)).rejects.toThrow('REMINDER_HOURS takes');
  });
});
