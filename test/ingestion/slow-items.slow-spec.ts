import { ended, FEEDS, type FeedTest, startFeeds } from '../support/feeds.js';
import { timeOutWrites } from '../support/slow-writes.js';

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

describe.each(FEEDS)('slow writes of the $name feed', (kind) => {
  const { entry, named, idOf } = kind;
  let feeds: FeedTest;
  const serve = (...entries: unknown[]) => feeds.serve(kind, ...entries);
  const titles = async () => (await feeds.rows('title')).map(({ title }) => title).sort();

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('are retried in smaller batches, each event once', async () => {
    const heal = await timeOutWrites(feeds.service.database, { crowds: 3 });
    const entries = range(130).map((number) => entry(number));
    expect(await serve(...entries)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', error: null, received: 130, created: 130, rejected: 0, tagged: 130 },
    });
    await heal();
    expect(await serve(...entries)).toMatchObject({ created: 0, updated: 0, unchanged: 130 });
  });

  it('are avoided: a transaction writes at most 1 MiB of long texts', async () => {
    const text = 'Live music on the Oval, free. '.repeat(3_000);
    const bytes = () =>
      feeds.service.database.query<{ sum: number; count: number }>(
        'SELECT sum(octet_length(description))::int, count(*)::int FROM events GROUP BY xmin::text',
      );
    const entries = (changes: object) =>
      range(40).map((number) => entry(number, { content: text, info: text, ...changes }));
    expect(await serve(...entries({}))).toMatchObject({ outcome: 'SUCCEEDED', created: 40 });
    expect(await serve(...entries(named('New')))).toMatchObject({ outcome: 'SUCCEEDED', updated: 40 });
    for (const { sum, count } of await bytes()) {
      expect(sum).toBeLessThanOrEqual(2 ** 20);
      expect(count).toBeGreaterThan(3); // of the 11 that fit
    }
  });

  it('of a single entry reject it with a reason, and the others are stored', async () => {
    const heal = await timeOutWrites(feeds.service.database);
    const entries = range(11).map((number) => entry(number));
    const slow = [entry(20, named('too slow, one')), entry(21, named('too slow, two'))];
    expect(await serve(...entries, ...slow)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', error: null, received: 13, created: 11, rejected: 2, unchanged: 0 },
    });
    expect(await feeds.lastRun()).toMatchObject({
      rejected: 2,
      reasons: [`${idOf(20)} took the database too long`, `${idOf(21)} took the database too long`],
    });
    expect(await feeds.rows('title')).toHaveLength(11);
    await heal();
    expect(await serve(...entries, ...slow)).toMatchObject({ created: 2, unchanged: 11, rejected: 0 });
    expect((await titles()).slice(-2)).toEqual(['too slow, one', 'too slow, two']);
  });

  it('of a single change leave the stored event unchanged and present', async () => {
    const over = ended(kind);
    await serve(...range(4).map((number) => entry(number, over)), entry(5, over));
    const heal = await timeOutWrites(feeds.service.database);
    const changed = range(4).map((number) =>
      entry(number, { ...over, ...named(number === 2 ? 'too slow' : `New ${number}`) }),
    );
    expect(await serve(...changed)).toMatchObject({
      ...{ outcome: 'SUCCEEDED', updated: 3, rejected: 1, unchanged: 0, completed: 1 },
    });
    expect((await feeds.lastRun()).reasons).toEqual([`${idOf(2)} took the database too long`]);
    expect(await feeds.rows('title, status')).toEqual([
      { title: 'New 1', status: 'OPEN' },
      { title: 'Jazz concert 2', status: 'OPEN' },
      { title: 'New 3', status: 'OPEN' },
      { title: 'New 4', status: 'OPEN' },
      { title: 'Jazz concert 5', status: 'COMPLETED' },
    ]);
    await heal();
    expect(await serve(...changed)).toMatchObject({ updated: 1, unchanged: 3, rejected: 0 });
  });

  it('elsewhere end the run with the error', async () => {
    await serve(entry(1));
    const { database } = feeds.service;
    await database.query(`
      CREATE FUNCTION give_up() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION SQLSTATE '57014'; END $$;
      CREATE POLICY slow ON events USING (give_up());
      ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`);
    const error = 'The database was unavailable or took too long; see the log.';
    expect(await serve(entry(1))).toMatchObject({ outcome: 'FAILED', error });
    await database.query(`CREATE OR REPLACE FUNCTION give_up() RETURNS boolean LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION SQLSTATE '55P03'; END $$`);
    expect(await serve(entry(1))).toMatchObject({ outcome: 'FAILED', error });
    await database.query(`ALTER TABLE events DISABLE ROW LEVEL SECURITY; DROP POLICY slow ON events;
      DROP FUNCTION give_up`);
    expect(await serve(entry(1))).toMatchObject({ outcome: 'SUCCEEDED', unchanged: 1 });
  });
});
