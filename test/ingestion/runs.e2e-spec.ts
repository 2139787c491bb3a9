import { SANDBOX_KEY } from '../../sandbox/feed-server.js';
import { startApp } from '../support/app.js';
import { CAMPUS, type FeedTest, startFeeds, TICKETING } from '../support/feeds.js';

const { entry } = CAMPUS;

describe('the runs of feeds', () => {
  let feeds: FeedTest;
  const serve = (...entries: unknown[]) => feeds.serve(CAMPUS, ...entries);
  const get = (path: string) => feeds.alice.get(path);
  const query = <Row>(text: string) => feeds.service.database.query<Row>(text);

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('are shown newest first', async () => {
    await serve(entry(1), entry(2, { campus: 'newark' }));
    await serve(entry(1));
    const { status, body } = await get('/ingestion/runs');
    expect({ status, total: body.total }).toEqual({ status: 200, total: 2 });
    expect(body.data[1]).toEqual({
      ...{ id: expect.any(String), source: 'CAMPUS_API', outcome: 'SUCCEEDED' },
      ...{ startedAt: expect.any(String), finishedAt: expect.any(String) },
      ...{ received: 2, created: 1, updated: 0, unchanged: 0, ignored: 1, rejected: 0, completed: 0 },
      ...{ tagged: 1, untagged: 0 },
      ...{ error: null, reasons: [] },
    });
    expect(body.data[0]).toMatchObject({ unchanged: 1, created: 0 });
    expect(body.data[0].startedAt > body.data[1].startedAt).toBe(true);
  });

  it('are listed by source', async () => {
    await serve();
    await feeds.serve(TICKETING);
    await feeds.serve(TICKETING);
    expect((await get('/ingestion/runs?source=CAMPUS_API')).body.total).toBe(1);
    expect((await get('/ingestion/runs?source=TICKET_API')).body.total).toBe(2);
    expect((await get('/ingestion/runs?source=CAMPUS_API,TICKET_API')).body.total).toBe(3);
    expect((await get('/ingestion/runs?source=USER')).status).toBe(400);
    expect((await feeds.service.as(null).get('/ingestion/runs')).status).toBe(401);
  });

  it('are marked as interrupted when the next run finds them unfinished', async () => {
    await query(
      `INSERT INTO ingestion_runs (id, source)
       VALUES (gen_random_uuid(), 'CAMPUS_API'), (gen_random_uuid(), 'TICKET_API')`,
    );
    await serve();
    const { data } = (await get('/ingestion/runs?source=CAMPUS_API')).body;
    expect(data.map((run: { outcome: string; error: string }) => [run.outcome, run.error])).toEqual([
      ['SUCCEEDED', null],
      ['FAILED', 'The run was interrupted.'],
    ]);
    expect((await get('/ingestion/runs?source=TICKET_API')).body.data[0].outcome).toBeNull();
  });

  it.each([
    { ...CAMPUS, error: 'CAMPUS_FEED_URL is not set.' },
    { ...TICKETING, error: 'TICKET_FEED_URL is not set.' },
  ])('of the $name feed are skipped, only by hand, if no URL is set', async ({ job, source, error }) => {
    const unset = feeds.alsoClose(await startApp({ TICKET_FEED_API_KEY: 'unused' }, feeds.service.database));
    expect(await unset.runJob(job)).toMatchObject({ outcome: 'SKIPPED', error });
    expect(await feeds.lastRun()).toMatchObject({ outcome: 'SKIPPED', source, error });
    await unset.close();
  });

  it('show no key that the feed echoes', async () => {
    const faultstring = `Invalid ApiKey ${SANDBOX_KEY} at /events.json?apikey=${SANDBOX_KEY}`;
    feeds.server.ticketing.setFault({ kind: 'status', status: 401, body: { fault: { faultstring } } });
    const error = 'The feed returned 401: Invalid ApiKey [redacted] at /events.json?apikey=[redacted].';
    expect(await feeds.sync(TICKETING)).toMatchObject({ outcome: 'FAILED', error });
    expect(await feeds.lastRun()).toMatchObject({ outcome: 'FAILED', error });
    // A response is quoted up to 200 characters, so no key is cut before it is redacted.
    const long = { fault: { faultstring: `${'!'.repeat(195)}${SANDBOX_KEY}` } };
    feeds.server.ticketing.setFault({ kind: 'status', status: 401, body: long });
    expect((await feeds.sync(TICKETING)).error).toBe(`The feed returned 401: ${'!'.repeat(195)}[reda.`);
    feeds.server.ticketing.setFault(null);
    await feeds.serve(TICKETING, { id: `x${SANDBOX_KEY}` });
    expect((await feeds.lastRun()).reasons).toEqual([expect.stringContaining('x[redacted]')]);
    const stored = JSON.stringify(await query('SELECT * FROM ingestion_runs'));
    expect(stored).toContain('[redacted]');
    expect(stored).not.toContain(SANDBOX_KEY);
  });
});
