import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';
import { timeOutWrites } from '../support/slow-writes.js';
import { until } from '../support/until.js';

describe('auto-completion', () => {
  let service: TestApp;
  const complete = () => service.runJob('auto-completion');

  /** Events with ends so many seconds from now on the database's clock; null is no end. */
  const insert = (count: number, seconds: number | null, status = 'OPEN') =>
    service.database.query<{ id: string }>(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at, status)
       SELECT gen_random_uuid(), 'Title', 'Text', 'EVENT', '{"name": "Here"}', now() - interval '1 day',
              now() + make_interval(secs => $1), $2 FROM generate_series(1, $3) RETURNING id`,
      [seconds, status, count],
    );
  const statuses = async (events: { id: string }[]) => {
    const ids = events.map(({ id }) => id);
    const rows = await service.database.query<{ status: string }>(
      'SELECT DISTINCT status FROM events WHERE id = ANY($1)',
      [ids],
    );
    return rows.map(({ status }) => status);
  };

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('completes ended events that are open or in progress, and no others', async () => {
    const [open, inProgress, cancelled, endless, toCome] = await Promise.all([
      insert(3, -1),
      insert(3, -1, 'IN_PROGRESS'),
      insert(3, -1, 'CANCELLED'),
      insert(3, null),
      insert(3, 3600),
    ]);
    expect(await complete()).toMatchObject({ outcome: 'SUCCEEDED', completed: 6 });
    expect(await Promise.all([open, inProgress, cancelled, endless, toCome].map(statuses))).toEqual([
      ['COMPLETED'],
      ['COMPLETED'],
      ['CANCELLED'],
      ['OPEN'],
      ['OPEN'],
    ]);
    expect(await complete()).toMatchObject({ outcome: 'SUCCEEDED', completed: 0 });
  });

  it('is a change of the event', async () => {
    const alice = service.as('alice');
    const { id } = await createEvent(alice);
    const before = await alice.get(`/events/${id}`);
    await service.database.query(
      `UPDATE events SET start_at = now() - interval '2 hours', end_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    await complete();
    const after = await alice.get(`/events/${id}`, { 'If-None-Match': before.headers.get('etag')! });
    expect(after.status).toBe(200);
    expect(after.body.status).toBe('COMPLETED');
    expect(after.body.updatedAt > before.body.updatedAt).toBe(true);
    const patched = await alice.patch(`/events/${id}`, { status: 'CANCELLED' });
    expect(patched.body.code).toBe('INVALID_TRANSITION');
  });

  it('completes more than a batch, concurrently, each once', async () => {
    await insert(2_500, -1);
    const results = await Promise.all([1, 2, 3].map(complete));
    expect(results.reduce((sum, { completed }) => sum + Number(completed), 0)).toBe(2_500);
  });

  it('skips an event that is cancelled between the two queries', async () => {
    const [event] = await insert(1, -1);
    const client = new pg.Client(service.database.url);
    await client.connect();
    await client.query('BEGIN');
    await client.query(`UPDATE events SET status = 'CANCELLED', version = version + 1 WHERE id = $1`, [
      event!.id,
    ]);
    const completion = complete();
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await service.database.query(waits)).length > 0);
    await client.query('COMMIT');
    await client.end();
    expect(await completion).toEqual({ outcome: 'SUCCEEDED', completed: 0 });
    expect(await statuses([event!])).toEqual(['CANCELLED']);
  });

  it('completes the other events if some time out', async () => {
    const [slow] = await insert(1, -1);
    const others = await insert(700, -1);
    await service.database.query(`UPDATE events SET title = 'too slow' WHERE id = $1`, [slow!.id]);
    const heal = await timeOutWrites(service.database, { crowds: 100 });
    expect(await complete()).toEqual({ outcome: 'SUCCEEDED', completed: 700 });
    expect(await statuses(others)).toEqual(['COMPLETED']);
    expect(await statuses([slow!])).toEqual(['OPEN']);
    await heal();
    expect(await complete()).toEqual({ outcome: 'SUCCEEDED', completed: 1 });
  });
});
