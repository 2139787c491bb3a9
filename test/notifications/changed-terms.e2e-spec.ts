import { startApp, type TestApp } from '../support/app.js';
import { EventStream } from '../support/event-stream.js';
import { createEvent, gigBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';

describe('a notification of a changed gig', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterAll(() => service.close());

  async function gigOf(applicant: string) {
    const { id } = await createEvent(service.as('owner'), gigBody());
    await service.as(applicant).post(`/gigs/${id}/applications`);
    return { change: (changes: object) => service.as('owner').patch(`/gigs/${id}`, changes), id };
  }
  const inbox = async (user: string) => (await service.as(user).get('/notifications')).body.data;

  it('names the changed terms, those of all changes until it is read, and is sent once', async () => {
    const { change } = await gigOf('ann');
    const stream = await EventStream.open(service.as('ann'));
    await change({ location: { name: 'Elsewhere' }, title: 'Another title' });
    const [first] = await inbox('ann');
    expect(first.data.changed).toEqual(['location']);
    await change({ startAt: '2031-03-01T17:00:00.000Z', endAt: null });
    await change({ location: { name: 'Nowhere' } });
    const [merged, ...others] = await inbox('ann');
    expect([merged, others]).toEqual([
      { ...first, data: { ...first.data, changed: ['startAt', 'endAt', 'location'] } },
      [],
    ]);
    await service.as('ann').patch(`/notifications/${first.id}`, { read: true });
    await change({ compensation: null });
    const news = await inbox('ann');
    expect(news.map(({ data }: { data: { changed: string[] } }) => data.changed)).toEqual([
      ['compensation'],
      ['startAt', 'endAt', 'location'],
    ]);
    const sent = await stream.next(2);
    expect(sent.map(({ id }: { id: string }) => id)).toEqual([first.id, news[0].id]);
    stream.close();
  });

  it('from before terms were stored has null, also after further changes', async () => {
    const { change, id } = await gigOf('bob');
    await change({ endAt: null });
    await service.database.query(
      `UPDATE notifications SET data = data - 'changed' WHERE reference_id = '${id}'`,
    );
    expect((await inbox('bob'))[0].data.changed).toBeNull();
    await change({ compensation: null });
    expect((await inbox('bob'))[0].data.changed).toBeNull();
  });

  it('is not marked as read by `until` where a change was merged into it since', async () => {
    const [one, other] = [await gigOf('carol'), await gigOf('carol')];
    await one.change({ endAt: null });
    await other.change({ endAt: null });
    const [shown] = await inbox('carol');
    await one.change({ compensation: null });
    const carol = service.as('carol');
    const { body } = await carol.patch('/notifications', { read: true, until: shown.createdAt });
    expect(body).toEqual({ marked: 1 });
    const unread = (await carol.get('/notifications?unread=true')).body.data;
    expect(unread.map(({ referenceId }: { referenceId: string }) => referenceId)).toEqual([one.id]);
    expect((await carol.patch('/notifications', { read: true })).body).toEqual({ marked: 1 });
  });

  it('is a new one where the recipient reads the first at the same time', async () => {
    const { change } = await gigOf('erin');
    await change({ endAt: null });
    const [first] = await inbox('erin');
    const reader = await LockHolder.begin(service.database);
    await reader.query('UPDATE notifications SET read_at = now() WHERE id = $1', [first.id]);
    const changed = change({ location: { name: 'Elsewhere' } });
    await reader.untilWaiting(1);
    await reader.end();
    expect((await changed).status).toBe(200);
    const terms = (await inbox('erin')).map(({ data }: { data: { changed: string[] } }) => data.changed);
    expect(terms).toEqual([['location'], ['endAt']]);
  });

  it('is not marked as read by `until` where a change is merged into it at the same time', async () => {
    const { change } = await gigOf('fred');
    await change({ endAt: null });
    const [shown] = await inbox('fred');
    // It is one of the first thousand of 1 401, which are marked in two batches.
    await service.database.query(`
      INSERT INTO notifications (recipient_id, id, type, reference_id, data, created_at)
      SELECT 'fred', gen_random_uuid(), 'APPLICATION_RECEIVED', 'n', '{}'::jsonb, now() - n * interval '1 s'
      FROM generate_series(1, 1400) n`);
    await service.database.query(
      `UPDATE notifications SET created_at = now() - interval '700 s' WHERE id = $1`,
      [shown.id],
    );
    const writer = await LockHolder.begin(service.database);
    await writer.query('UPDATE notifications SET merged_at = clock_timestamp() WHERE id = $1', [shown.id]);
    const fred = service.as('fred');
    const marked = fred.patch('/notifications', { read: true, until: shown.createdAt });
    await writer.untilWaiting(1);
    await writer.end();
    expect((await marked).body).toEqual({ marked: 1_400 });
    expect((await fred.get(`/notifications/${shown.id}`)).body.readAt).toBeNull();
  });

  it.each([
    [{ until: '2030-01-01T00:00:00Z' }, '/read'],
    [{ read: true, until: 'now' }, '/until'],
    [{ read: true, until: null }, '/until'],
  ])('refuses %j', async (sent, pointer) => {
    const { status, body } = await service.as('dave').patch('/notifications', sent);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });
});
