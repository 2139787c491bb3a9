import { startApp } from '../support/app.js';
import type { TestDatabase } from '../support/database.js';
import { CAMPUS, FEEDS, type FeedTest, startFeeds, TICKETING } from '../support/feeds.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const { entry } = CAMPUS;

describe('the runs of feeds', () => {
  let feeds: FeedTest;
  const query = <Row>(text: string) => feeds.service.database.query<Row>(text);

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it.each(FEEDS)('of the $name feed create each event once, even at the same time', async (kind) => {
    feeds.server[kind.name].setEvents(Array.from({ length: 700 }, (_, number) => kind.entry(number)));
    const results = await Promise.all([1, 2, 3].map(() => feeds.sync(kind)));
    expect(results.map(({ outcome }) => outcome)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
    expect(results.reduce((sum, { created }) => sum + Number(created), 0)).toBe(700);
    expect(await feeds.distinct('version, type, external_id IS NULL AS "null"')).toHaveLength(1);
  });

  describe('at the start', () => {
    const scheduled = (database: Pick<TestDatabase, 'url'> = feeds.service.database) =>
      startApp({ ...feeds.settings, SCHEDULER_ENABLED: 'true' }, database as TestDatabase);
    const succeeded = async () =>
      (await query(`SELECT 1 FROM ingestion_runs WHERE outcome = 'SUCCEEDED'`)).length;
    const asked = () => FEEDS.map(({ name }) => feeds.server[name].requests.count);

    it('pull each feed without a success in the last 6 hours', async () => {
      feeds.server.campus.setEvents([entry(1)]);
      feeds.server.ticketing.setEvents([TICKETING.entry(1)]);
      const first = feeds.alsoClose(await scheduled());
      await until(async () => (await succeeded()) === 2);
      await first.close();
      expect(await feeds.rows('source')).toEqual([{ source: 'CAMPUS_API' }, { source: 'TICKET_API' }]);

      await query(
        `UPDATE ingestion_runs SET started_at = started_at - interval '6 hours 1 minute' WHERE source = 'TICKET_API'`,
      );
      await query(`UPDATE job_claims SET tick = tick - interval '1 minute'`);
      const [campus, ticketing] = asked();
      const second = feeds.alsoClose(await scheduled());
      await until(async () => (await succeeded()) === 3);
      await second.close();
      expect(asked()).toEqual([campus, ticketing! + 1]);
    });

    it('do not delay the start, and end when the service stops', async () => {
      for (const { name } of FEEDS) feeds.server[name].setFault('silent');
      const slow = feeds.alsoClose(await scheduled());
      await until(async () => (await query('SELECT 1 FROM ingestion_runs')).length === 2);
      expect((await slow.as('alice').get('/events')).status).toBe(200);
      await slow.close();
      expect(await query('SELECT DISTINCT error FROM ingestion_runs')).toEqual([
        { error: 'The run was stopped: the service stopped.' },
      ]);
    });

    it('wait for the database', async () => {
      const proxy = await TcpProxy.to(feeds.service.database.url, { open: false });
      const waiting = feeds.alsoClose(await scheduled({ url: proxy.url }));
      expect(await query('SELECT 1 FROM ingestion_runs')).toEqual([]);
      await proxy.open();
      await until(async () => (await succeeded()) === 2);
      await waiting.close();
      await proxy.close();
    });
  });
});
