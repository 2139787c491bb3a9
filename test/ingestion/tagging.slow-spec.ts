import { IngestionService } from '../../src/ingestion/ingestion.service.js';
import { TaggingService } from '../../src/tagging/tagging.service.js';
import { startApp } from '../support/app.js';
import { CAMPUS, TICKETING } from '../support/feeds.js';
import { campusFeed, type InsideFeeds, startFeedsInside } from '../support/inside.js';

const NO_TAGGING = { tags: [], category: null, summary: null };
const { entry, named } = CAMPUS;
const FAILED = { hasFailed: true, ...NO_TAGGING };

describe('tagging of feeds', () => {
  let feeds: InsideFeeds;
  const serve = (...entries: unknown[]) => feeds.serve(CAMPUS, ...entries);

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('stores new events with their tags in one write', async () => {
    expect(await serve(entry(1))).toMatchObject({ created: 1, tagged: 1, untagged: 0 });
    expect(await feeds.eventOf(CAMPUS, 1)).toMatchObject({
      category: 'MUSIC',
      tags: expect.arrayContaining(['jazz']),
    });
    expect(await feeds.rows('version')).toEqual([{ version: 1 }]);
  });

  it('stores events without tags if the tagger fails, and does not retry by itself', async () => {
    await withTagger(
      async () => FAILED,
      () => serve(entry(1)),
    );
    expect(await feeds.lastRun()).toMatchObject({
      ...{ outcome: 'SUCCEEDED', created: 1, tagged: 0, untagged: 1 },
      error: 'The tagger failed on 1 event.',
    });
    const before = await feeds.traces();
    expect(before).toMatchObject([{ tags: [], category: null, summary: null }]);
    expect(await serve(entry(1))).toMatchObject({ outcome: 'SUCCEEDED', unchanged: 1, untagged: 0 });
    expect(await feeds.traces()).toEqual(before);
    expect(await serve(entry(1, named('B')))).toMatchObject({ updated: 1, tagged: 0 });
    expect(await feeds.rows('title, tags')).toEqual([{ title: 'B', tags: [] }]);
    expect(await feeds.service.runJob('retag')).toMatchObject({ outcome: 'SUCCEEDED', tagged: 1 });
    expect(await feeds.distinct('category IS NULL AS untagged')).toEqual([{ untagged: false }]);
  });

  it('tags four events at a time, across both feeds', async () => {
    let [busy, most] = [0, 0];
    const slow = async () => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((resolve) => setTimeout(resolve, 5));
      busy -= 1;
      return FAILED;
    };
    const many = (kind: typeof CAMPUS) => Array.from({ length: 30 }, (_, number) => kind.entry(number));
    await withTagger(slow, () =>
      Promise.all([serve(...many(CAMPUS)), feeds.serve(TICKETING, ...many(TICKETING))]),
    );
    expect(most).toBe(4);
  });

  it('keeps the writes of others meanwhile', async () => {
    const meanwhile = async () => {
      await feeds.service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, source, external_id, item_hash, tags)
         VALUES (gen_random_uuid(), 'Theirs', '', 'EVENT', '{"name": "Here"}', now(), 'CAMPUS_API', $1, 'theirs', '{theirs}')`,
        [CAMPUS.idOf(1)],
      );
      return { hasFailed: false, tags: ['late'], category: null, summary: null };
    };
    expect(await withTagger(meanwhile, () => serve(entry(1)))).toMatchObject({ created: 0, unchanged: 1 });
    expect(await feeds.rows('title, tags')).toEqual([{ title: 'Theirs', tags: ['theirs'] }]);
  });

  it('does not happen with TAGGER=off', async () => {
    const off = feeds.alsoClose(await startApp({ ...feeds.settings, TAGGER: 'off' }, feeds.service.database));
    feeds.server.campus.setEvents([entry(1)]);
    expect(await off.runJob('campus-sync')).toMatchObject({
      created: 1,
      tagged: 0,
      untagged: 0,
      error: null,
    });
    expect(await feeds.rows('tags, category')).toEqual([{ tags: [], category: null }]);
    await off.close();
  });

  it('continues after a stopped run in the next one', async () => {
    const breakOff = new AbortController();
    feeds.server.campus.setEvents(Array.from({ length: 150 }, (_, number) => entry(number)));
    const feed = campusFeed(feeds.server, { maxMb: 64 });
    const result = await feeds.service.app.get(IngestionService, { strict: false }).pull(feed, {
      signal: breakOff.signal,
      progress: (step, done) =>
        step === 'stored' && done > 0 && breakOff.abort(new Error('the service stopped')),
    });
    const error = 'The run was stopped: the service stopped.';
    expect(result).toMatchObject({ outcome: 'FAILED', error, created: 100 });
    expect(await feeds.sync(CAMPUS)).toMatchObject({ outcome: 'SUCCEEDED', created: 50, unchanged: 100 });
    expect(await feeds.distinct('category, version')).toEqual([{ category: 'MUSIC', version: 1 }]);
  });

  const withTagger = async <Result>(
    tag: TaggingService['tag'],
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const tagging = feeds.service.app.get(TaggingService, { strict: false });
    Object.assign(tagging, { tag });
    return work().finally(() => delete (tagging as Partial<TaggingService>).tag);
  };
});
