import { type ExternalEvent, ExternalEventsService } from '../../src/events/external-events.service.js';
import { TaggingService } from '../../src/tagging/tagging.service.js';
import { CAMPUS, inHours, TICKETING } from '../support/feeds.js';
import { type InsideFeeds, startFeedsInside, startInside } from '../support/inside.js';

const NO_TAGGING = { tags: [], category: null, summary: null };

const { entry } = CAMPUS;

describe('the feeds and the tagger', () => {
  let feeds: InsideFeeds;
  const serve = (...entries: unknown[]) => feeds.serve(CAMPUS, ...entries);

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('tags what an earlier run has stored and not reached', async () => {
    const stored: ExternalEvent = {
      ...{ externalId: CAMPUS.idOf(1), source: 'CAMPUS_API', itemHash: 'hash of 1', title: 'Jazz' },
      ...{ description: 'Live jazz.', location: { name: 'Here' }, startAt: inHours(1), endAt: null },
      ...{ externalUrl: null, ticketUrl: null },
    };
    await feeds.service.app.get(ExternalEventsService).store([stored], 'PENDING');
    await feeds.serve(TICKETING, TICKETING.entry(2));
    expect(await feeds.rows('tagging')).toEqual([{ tagging: 'PENDING' }, { tagging: 'DONE' }]);
    expect(await serve(entry(1))).toMatchObject({ created: 0, unchanged: 1 });
    expect(await feeds.eventOf(CAMPUS, 1)).toMatchObject({
      category: 'MUSIC',
      tags: expect.arrayContaining(['jazz']),
    });
  });

  it('stores events that the tagger fails on without tags, and does not try again', async () => {
    await withTagger(
      async () => ({ status: 'FAILED', ...NO_TAGGING }),
      () => serve(entry(1)),
    );
    expect(await feeds.lastRun()).toMatchObject({
      ...{ outcome: 'SUCCEEDED', created: 1, tagged: 0, untagged: 1 },
      error: 'The tagger failed on 1 event.',
    });
    expect(await feeds.eventOf(CAMPUS, 1)).toMatchObject({ tags: [], category: null, summary: null });
    expect(await serve(entry(1))).toMatchObject({ outcome: 'SUCCEEDED', unchanged: 1 });
    expect(await feeds.rows('tagging, tags')).toEqual([{ tagging: 'FAILED', tags: [] }]);
  });

  it('tags four at a time, over both feeds', async () => {
    let [busy, most] = [0, 0];
    const slow = async () => {
      busy += 1;
      most = Math.max(most, busy);
      await new Promise((resolve) => setTimeout(resolve, 5));
      busy -= 1;
      return { status: 'FAILED' as const, ...NO_TAGGING };
    };
    const many = (kind: typeof CAMPUS) => Array.from({ length: 30 }, (_, number) => kind.entry(number));
    await withTagger(slow, () =>
      Promise.all([serve(...many(CAMPUS)), feeds.serve(TICKETING, ...many(TICKETING))]),
    );
    expect(most).toBe(4);
  });

  it('leaves alone what someone else has tagged meanwhile', async () => {
    const meanwhile = async () => {
      await feeds.service.database.query(`UPDATE events SET tags = '{mine}', tagging = 'DONE'`);
      return { status: 'DONE' as const, tags: ['late'], category: null, summary: null };
    };
    await withTagger(meanwhile, () => serve(entry(1)));
    expect(await feeds.rows('tags')).toEqual([{ tags: ['mine'] }]);
  });

  it('has nothing to reach where it is off', async () => {
    const off = feeds.alsoClose(
      await startInside({ ...feeds.settings, TAGGER: 'off' }, feeds.service.database),
    );
    feeds.server.campus.setEvents([entry(1)]);
    await off.runJob('campus-sync');
    expect(await feeds.rows('tagging, tags, category')).toEqual([
      { tagging: 'DONE', tags: [], category: null },
    ]);
    await off.close();
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
