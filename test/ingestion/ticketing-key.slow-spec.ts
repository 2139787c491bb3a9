import { startFeedServer } from '../../sandbox/feed-server.js';
import { type FeedTest, startFeeds, TICKETING } from '../support/feeds.js';
import { startJob } from '../support/node-process.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const { entry } = TICKETING;
const KEY = 'S3cret key/with+more';
const forms = [KEY, encodeURIComponent(KEY), `${new URLSearchParams({ '': KEY })}`.slice(1)];

describe('the key of the ticketing feed', () => {
  let feeds: FeedTest;
  const settings = () => ({ ...feeds.settings, TICKET_FEED_API_KEY: KEY, LOG_LEVEL: 'trace' });
  const shown = async () =>
    JSON.stringify((await feeds.alice.get('/ingestion/runs')).body) +
    JSON.stringify(await feeds.service.database.query('SELECT * FROM ingestion_runs'));

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('never appears in a run, its result or the log if an error echoes it in any form', async () => {
    const faultstring = forms.map((form) => `Invalid ApiKey ${form}\0\uD83D at /?apikey=${form}`).join();
    feeds.server.ticketing.setFault({ kind: 'status', status: 401, body: { fault: { faultstring } } });
    const run = startJob('ticket-sync', feeds.service.database.url, settings());
    expect(await run.exit).toBe(1);
    const all = `${run.stdout}${run.stderr}${await shown()}`;
    expect((await feeds.lastRun()).error.match(/\[redacted\]/g)).toHaveLength(6);
    for (const secret of forms) expect(all).not.toContain(secret);
  });

  it('never appears in a reason, or the log of the service, if an item echoes it', async () => {
    const server = feeds.alsoClose(await startFeedServer({ key: KEY }));
    server.ticketing.setEvents([{ id: `x${KEY}` }, { id: forms[1] }, { ...entry(1), id: `y${KEY}` }]);
    await feeds.service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
       VALUES (gen_random_uuid(), 'Loaded', '', 'EVENT', '{"name": "Here"}', now(), 'CAMPUS_API', $1)`,
      [`y${KEY}`],
    );
    const running = await Service.start(feeds.service.database.url, {
      ...settings(),
      ...{ CAMPUS_FEED_URL: '', TICKET_FEED_URL: server.url, SCHEDULER_ENABLED: 'true' },
    });
    const succeeded = () => /"job":"ticket-sync".*"outcome":"SUCCEEDED"/.test(running.output);
    await until(succeeded).finally(() => running.stop());
    expect((await feeds.lastRun()).reasons).toEqual([
      'page 0, item 0 ([redacted]) has no usable name',
      'page 0, item 1 (x[redacted]) has no usable name',
      'y[redacted] is the id of an event of another source',
    ]);
    for (const secret of forms) expect(`${running.output}${await shown()}`).not.toContain(secret);
  });
});
