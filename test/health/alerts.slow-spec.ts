import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { startApp, type TestApp } from '../support/app.js';
import { eventBody } from '../support/factories.js';
import { CAMPUS } from '../support/feeds.js';
import { LockHolder } from '../support/lock-holder.js';
import { firing, type Scrape, scrape } from '../support/prometheus.js';
import { Service } from '../support/service.js';
import { TestServer } from '../support/standby.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, n) => make(n));

const ENTRY = CAMPUS.entry(1);

/** Each alert fires by the fault that it is for, and no other one does. `for` is not awaited. */
describe('an alert', () => {
  let feeds: FeedServer;
  let service: TestApp;
  let settings: Record<string, string>;
  let before: Scrape;
  const alarms = async (url = service.url) => firing(before, await scrape(url));
  const create = (user: string, body: object = {}) =>
    service.as(user).post('/events', { ...eventBody(), ...body });
  /** The service's writes, so many at a time, by different users. */
  const creations = async (count: number, body: object = {}) =>
    (await Promise.all(times(count, (n) => create(`user ${n}`, body)))).map(({ status, body }) => [
      status,
      body.detail,
    ]);
  const query = (text: string) => service.database.query(text);

  beforeAll(async () => {
    feeds = await startFeedServer({ campus: () => [ENTRY], ticketing: () => [], perSecond: 1_000 });
    settings = { CAMPUS_FEED_URL: feeds.url };
    service = await startApp(settings);
    for (const job of ['auto-completion', 'suggestions', 'purge', 'campus-sync'] as const)
      expect(await service.runJob(job)).toMatchObject({ outcome: 'SUCCEEDED' });
    before = await scrape(service.url);
  });
  beforeEach(async () => {
    before = await scrape(service.url);
    expect(await alarms()).toEqual([]);
  });
  afterAll(async () => {
    await service.close();
    await feeds.close();
  });

  it('tells a full disk, while reads go on and the service is ready', async () => {
    const disk = await fullDisk(service);
    const refused = await creations(6, { description: randomText(20_000) });
    expect(await alarms()).toEqual(['DiskFull']);
    expect(refused).toContainEqual([503, 'The database has no room; try again later.']);
    expect((await service.as('alice').get('/events')).status).toBe(200);
    expect((await service.as(null).get('/health/ready')).status).toBe(200);
    await disk.release();
    expect((await create('alice')).status).toBe(201);
  });

  it('tells a locked table', async () => {
    const holder = await LockHolder.begin(service.database);
    await holder.query('LOCK TABLE events IN EXCLUSIVE MODE');
    for (let round = 0; round < 2; round += 1)
      expect(await creations(4)).toContainEqual([503, 'Another change holds a lock; try again shortly.']);
    await holder.end();
    expect(await alarms()).toEqual(['Locked']);
  });

  it('tells a slow database, and statements that reach their limit', async () => {
    await slowInserts('0.5');
    expect(await creations(6)).toContainEqual([201, undefined]);
    expect(await alarms()).toEqual(['SlowDatabase']);
    await slowInserts('4');
    for (let round = 0; round < 2; round += 1)
      expect(await creations(4)).toContainEqual([503, 'The database took too long; try again shortly.']);
    await query('DROP FUNCTION sleep() CASCADE');
    expect(await alarms()).toContain('SlowStatements');
  });

  const slowInserts = (seconds: string) =>
    query(`DROP FUNCTION IF EXISTS sleep() CASCADE;
      CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END $$;
      CREATE TRIGGER sleep BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION sleep()`);

  it('tells a full queue', async () => {
    const { id } = (await create('owner')).body;
    const holder = await LockHolder.begin(service.database);
    await holder.query('SELECT 1 FROM events WHERE id = $1 FOR UPDATE', [id]);
    const writes = times(12, (n) =>
      service.as('owner').patch(`/events/${id}`, { description: `Change ${n}` }),
    );
    const refused = (await Promise.all(writes)).map(({ body }) => body.detail);
    await holder.end();
    expect(refused).toContain('The queue of writers is full; try again shortly.');
    const fired = await alarms();
    const waited = ({ samples }: Scrape) =>
      samples.find(({ name, labels }) => name === 'queue_wait_seconds_total' && labels.queue === 'writers')!
        .value;
    expect(waited(await scrape(service.url))).toBeGreaterThan(waited(before));
    expect(fired.filter((alert) => alert !== 'Locked')).toEqual(['QueueFull']); // those that had a turn waited for the lock
  });

  it('tells a feed that is away for a day, on each instance and after a restart', async () => {
    await query(
      `UPDATE job_runs SET succeeded_at = succeeded_at - interval '25 hours' WHERE job = 'campus-sync'`,
    );
    feeds.campus.setFault(404);
    expect(await service.runJob('campus-sync')).toMatchObject({ outcome: 'FAILED' });
    expect(await alarms()).toEqual(['FeedAway', 'FeedEmpty']);
    const other = await startApp(settings, service.database);
    expect(await alarms(other.url)).toEqual(['FeedAway', 'FeedEmpty']);
    await other.close();
    feeds.campus.setFault(null);
    await service.runJob('campus-sync');
  });

  it('tells a feed that has changed, and one that is empty', async () => {
    feeds.campus.setEvents([{ no: 'title' }, { no: 'title' }]);
    await service.runJob('campus-sync');
    expect(await alarms()).toEqual(['FeedRejected']);
    feeds.campus.setEvents([]);
    await service.runJob('campus-sync');
    expect(await alarms()).toEqual(['FeedEmpty']);
    feeds.campus.setEvents([ENTRY]);
    await service.runJob('campus-sync');
  });

  it('tells a purge that fails, and jobs that do not run', async () => {
    await query(`INSERT INTO job_claims (job, tick) VALUES ('purge', now() - interval '100 days');
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'index is corrupted'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON job_claims FOR EACH ROW EXECUTE FUNCTION refuse()`);
    expect(await service.runJob('purge')).toMatchObject({ outcome: 'FAILED' });
    expect(await alarms()).toEqual(['JobFailed']);
    await query(`UPDATE job_runs SET succeeded_at = succeeded_at - interval '27 hours'`);
    expect(await alarms()).toEqual(['FeedAway', 'JobFailed', 'JobLate', 'PurgeLate']);
    await query('DELETE FROM job_runs');
    expect(await alarms()).toEqual(['NoJobs']);
    await query('DROP FUNCTION refuse() CASCADE');
    for (const job of ['auto-completion', 'suggestions', 'purge'] as const) await service.runJob(job);
  });

  it('tells migrations that are missing or unknown', async () => {
    const [last] = await service.database.query<{ name: string }>(
      'SELECT name FROM migrations ORDER BY id DESC LIMIT 1',
    );
    await service.database.query(`UPDATE migrations SET name = 'Later1999000000000' WHERE name = $1`, [
      last!.name,
    ]);
    expect(await alarms()).toEqual(['MigrationPending', 'MigrationUnknown']);
    await service.database.query(`UPDATE migrations SET name = $1 WHERE name = 'Later1999000000000'`, [
      last!.name,
    ]);
  });

  it('tells a bug', async () => {
    await query('ALTER TABLE collections RENAME TO other');
    expect((await service.as('alice').get('/collections')).status).toBe(500);
    await query('ALTER TABLE other RENAME TO collections');
    expect(await alarms()).toEqual(['ServerErrors']);
  });

  it('tells a database that is unavailable; the log has the cause, the instance and the trace', async () => {
    const proxy = await TcpProxy.to(service.database.url);
    const own = await Service.start(proxy.url, { INSTANCE_NAME: 'events-7' });
    await own.ready();
    await query(`CREATE FUNCTION warn() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE WARNING 'bloated'; RETURN NEW; END $$;
      CREATE TRIGGER warn BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION warn()`);
    expect((await own.as('alice').post('/events', eventBody())).status).toBe(201);
    await until(() => /"context":"PostgreSQL".*"bloated"/.test(own.output));
    before = await scrape(own.url);
    await proxy.close();
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const { status, body } = await own.as('alice').get('/events', { traceparent });
    expect([status, body.detail]).toEqual([503, 'The database is unavailable; try again shortly.']);
    await until(async () => (await alarms(own.url)).includes('NotReady'));
    const entries = () =>
      own.output
        .split('\n')
        .filter((line) => line.includes(body.requestId))
        .map((line) => JSON.parse(line));
    await until(() => entries().length === 2);
    for (const entry of entries())
      expect(entry).toMatchObject({
        instance: 'events-7',
        traceId: trace,
        code: 'UNAVAILABLE',
        cause: 'no_database',
      });
    await own.stop();
    await proxy.close();
  });

  it('tells a standby that is behind, and one that is away', async () => {
    const primary = await TestServer.start();
    const standby = await primary.standby();
    const own = await startApp(
      { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url },
      service.database,
    );
    before = await scrape(own.url);
    expect((await own.as('alice').get('/events?limit=1')).status).toBe(200);
    expect(await alarms(own.url)).toEqual(['NoJobs']);
    await standby.query('SELECT pg_wal_replay_pause()');
    await primary.query(`SELECT pg_logical_emit_message(false, 'test', repeat('x', 100000000))`);
    expect(await alarms(own.url)).toEqual(['NoJobs', 'StandbyBehind']);
    await standby.kill();
    expect((await own.as('bob').get('/events?limit=2')).status).toBe(200);
    expect(await alarms(own.url)).toEqual(['NoJobs', 'StandbyUnused']);
    await own.close();
    await standby.remove();
    await primary.remove();
  });

  it('tells requests that wait for a connection', async () => {
    const own = await startApp({ DATABASE_POOL_SIZE: '1' }, service.database);
    const holder = await LockHolder.begin(service.database);
    await holder.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    before = await scrape(own.url);
    const reads: Promise<unknown>[] = [];
    const load = setInterval(() => reads.push(own.as(`user ${reads.length}`).get('/users/me')), 50);
    await until(async () => (await alarms(own.url)).includes('PoolBusy'));
    clearInterval(load);
    await holder.end();
    await Promise.all(reads);
    await own.close();
  });
});

/**
 * Fills the disk that has the events. Where the test may mount one, the disk is real; elsewhere a trigger raises what
 * PostgreSQL does then.
 */
async function fullDisk({ database: { query } }: TestApp): Promise<{ release(): Promise<void> }> {
  const [server] = await query<{ process: string }>(`SELECT '/proc/' || pg_backend_pid() AS process`);
  const disk = mkdtempSync(join(tmpdir(), 'events-and-gigs-test-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'none', disk]).status === 0) {
    const { uid, gid } = statSync(server!.process);
    chownSync(disk, uid, gid);
    await query(`CREATE TABLESPACE small_disk LOCATION '${disk}'`);
    await query('ALTER TABLE events SET TABLESPACE small_disk');
    const filler = join(disk, 'filler');
    try {
      writeFileSync(filler, Buffer.alloc(2 ** 25));
    } catch {} // as much as there is room for
    return {
      release: async () => {
        rmSync(filler);
        await query('ALTER TABLE events SET TABLESPACE pg_default');
        await query('DROP TABLESPACE small_disk');
        spawnSync('umount', [disk]);
        rmSync(disk, { recursive: true });
      },
    };
  }
  rmSync(disk, { recursive: true });
  await query(`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION SQLSTATE '53100' USING MESSAGE = 'could not extend file: No space left on device'; END $$;
    CREATE TRIGGER fill BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION fill()`);
  return { release: async () => void (await query('DROP FUNCTION fill() CASCADE')) };
}

/** A text that no compression makes small. */
function randomText(length: number): string {
  return times(length, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26))).join('');
}
