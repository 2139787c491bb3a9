import { startApp, type TestApp } from '../support/app.js';
import { LockHolder } from '../support/lock-holder.js';

const EVENT = '00000000-0000-7000-8000-000000000001';

describe('the purge', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('keeps a row that is renewed while it waits for it', async () => {
    const { database } = service;
    await database.query(`INSERT INTO idempotency_keys (user_id, key, fingerprint, event_id, created_at)
      VALUES ('renewed', 'k', '', gen_random_uuid(), now() - interval '25 hours')`);
    const writer = await LockHolder.begin(database);
    await writer.query(`UPDATE idempotency_keys SET created_at = now() WHERE user_id = 'renewed'`);
    const purged = service.runJob('purge');
    await writer.untilWaiting(1);
    await writer.end();
    expect(await purged).toMatchObject({ outcome: 'SUCCEEDED', idempotency_keys: 0 });
    expect(
      await database.query(`DELETE FROM idempotency_keys WHERE user_id = 'renewed' RETURNING key`),
    ).toHaveLength(1);
  });

  it('removes expired rows, and no others', async () => {
    const { database } = service;
    for (const age of ['91 days', '89 days']) {
      await database.query(`INSERT INTO job_claims (job, tick)
        VALUES ('x', now() - interval '${age}')`);
      await database.query(`INSERT INTO ingestion_runs (id, source, started_at)
        VALUES (gen_random_uuid(), 'CAMPUS_API', now() - interval '${age}')`);
    }
    for (const age of ['25 hours', '23 hours'])
      await database.query(`INSERT INTO idempotency_keys (user_id, key, fingerprint, event_id, created_at)
        VALUES ('x', '${age}', '', gen_random_uuid(), now() - interval '${age}')`);
    for (const hours of [50, 47])
      await database.query(`INSERT INTO creation_counts (user_id, kind, hour, count)
        VALUES ('${hours}', 'EVENT', floor(extract(epoch FROM now()) / 3600) - ${hours}, 1)`);
    await database.query(`INSERT INTO notifications (recipient_id, id, type, reference_id, read_at, created_at)
      SELECT 'x', gen_random_uuid(), 'APPLICATION_RECEIVED', 'y', now() - age, now() - interval '400 days'
      FROM unnest(ARRAY[interval '181 days', interval '179 days']) age, generate_series(1, 2500)`);
    await database.query(`INSERT INTO notifications (recipient_id, id, type, reference_id, created_at)
      SELECT 'x', gen_random_uuid(), 'APPLICATION_RECEIVED', 'y', now() - age
      FROM unnest(ARRAY[interval '366 days', interval '364 days']) age, generate_series(1, 1200)`);

    await database.query(`INSERT INTO events (id, title, description, type, location, start_at)
      VALUES ('${EVENT}', 'x', 'x', 'EVENT', '{"name": "x"}', now())`);
    await database.query(`INSERT INTO interactions (event_id, user_id, action, id, last_at)
      SELECT '${EVENT}', gen_random_uuid(), action, gen_random_uuid(), now() - age
      FROM unnest('{VIEW,CLICK,SAVE,BOOKMARK,APPLY}'::text[]) action,
        unnest(ARRAY[interval '366 days', interval '364 days']) age`);

    for (const age of ['73 hours', '71 hours'])
      await database.query(`INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
        VALUES ('${age}', gen_random_uuid(), 'x', gen_random_uuid(), now() - interval '${age}')`);

    const result = await service.runJob('purge');
    expect(result).toEqual({
      outcome: 'SUCCEEDED',
      job_claims: 1,
      ingestion_runs: 1,
      idempotency_keys: 1,
      creation_counts: 1,
      interactions: 2,
      notifications: 2500 + 1200,
      outbox_messages: 1,
      reminders: 0,
      reports: 0,
    });
    const [left] = await database.query(`
      SELECT (SELECT count(*)::int FROM job_claims WHERE job = 'x') AS claims,
             (SELECT count(*)::int FROM ingestion_runs) AS runs, (SELECT count(*)::int FROM idempotency_keys) AS keys,
             (SELECT count(*)::int FROM notifications) AS notifications,
             (SELECT count(*)::int FROM interactions) AS interactions,
             (SELECT string_agg(user_id, ',') FROM creation_counts) AS creations`);
    expect(left).toEqual({
      claims: 1,
      runs: 1,
      keys: 1,
      notifications: 2500 + 1200,
      interactions: 8,
      creations: '47',
    });
  });

  it('goes on where one table fails, and names it', async () => {
    const { database } = service;
    await database.query(`
      INSERT INTO idempotency_keys (user_id, key, fingerprint, event_id, created_at)
        VALUES ('x', 'old', '', gen_random_uuid(), now() - interval '25 hours');
      INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
        VALUES ('x', gen_random_uuid(), 'x', gen_random_uuid(), now() - interval '4 days');
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'not this one'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON idempotency_keys FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect(await service.runJob('purge')).toMatchObject({
      outcome: 'FAILED',
      error: 'idempotency_keys: not this one',
      outbox_messages: 1,
    });
  });
});
