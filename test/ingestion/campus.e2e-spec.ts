import { startFeedServer } from '../../sandbox/feed-server.js';
import { startApp } from '../support/app.js';
import { CAMPUS, type FeedTest, startFeeds } from '../support/feeds.js';

const { entry } = CAMPUS;

describe('the campus feed', () => {
  let feeds: FeedTest;
  const serve = (...entries: unknown[]) => feeds.serve(CAMPUS, ...entries);

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('is mapped to events, field by field', async () => {
    const sent = entry(1) as Record<string, string>;
    await serve(sent);
    expect(await feeds.eventOf(CAMPUS, 1)).toMatchObject({
      id: expect.any(String),
      title: sent.title,
      description: sent.content,
      type: 'EVENT',
      location: { name: 'Weigel Hall' },
      startAt: sent.startDate,
      endAt: sent.endDate,
      status: 'OPEN',
      source: 'CAMPUS_API',
      creatorId: null,
      externalId: sent.id,
      externalUrl: sent.link,
      ticketUrl: null,
      tags: expect.arrayContaining([expect.any(String)]),
      summary: expect.any(String),
      category: 'MUSIC',
      compensation: null,
      applyBy: null,
      positions: null,
      images: [],
      seriesId: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it('places its events on the map, and moves them', async () => {
    const { database } = feeds.service;
    await database.query(`INSERT INTO places VALUES ('weigel hall', 40, -83), ('main library', 50, 10)`);
    const found = async () =>
      Promise.all(
        ['-84,39,-82,41', '9,49,11,51'].map(async (box) => {
          return (await feeds.alice.get(`/events?bbox=${box}`)).body.total;
        }),
      );
    await serve(entry(1));
    expect(await found()).toEqual([1, 0]);
    await serve(entry(1, { location: 'Main Library', itemHash: 'moved' }));
    expect(await found()).toEqual([0, 1]);
    await serve(entry(1, { location: 'Nowhere', itemHash: 'moved again' }));
    expect(await found()).toEqual([0, 0]);
    await database.query('DELETE FROM places');
  });

  it('is requested with proper headers', async () => {
    await serve();
    const { lastHeaders, lastUrl } = feeds.server.campus.requests;
    expect(lastUrl).toMatch(/\/events$/);
    expect(lastHeaders!['user-agent']).toContain('events-and-gigs');
    expect(lastHeaders!['accept-encoding']).toContain('gzip');
  });

  it('is stored whole from the sandbox, with tags for each event', async () => {
    const sandbox = feeds.alsoClose(await startFeedServer());
    const settings = { CAMPUS_FEED_URL: sandbox.url };
    const reader = feeds.alsoClose(await startApp(settings, feeds.service.database));
    const result = await reader.runJob('campus-sync');
    expect(result).toMatchObject({ outcome: 'SUCCEEDED', rejected: 0 });
    expect(result.received).toBe(Number(result.created) + Number(result.ignored));
    const [tagged] = await feeds.service.database.query<{ count: number }>(
      `SELECT count(*)::int FROM events WHERE category IS NOT NULL AND cardinality(tags) > 0`,
    );
    expect(tagged!.count).toBeGreaterThan(0.9 * Number(result.created));
    const again = await reader.runJob('campus-sync');
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: result.created });
  });

  it('ignores other campuses, whose events have not disappeared', async () => {
    const ended = CAMPUS.at('2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z');
    await serve(entry(1, ended));
    expect(await serve(entry(1, { ...ended, campus: 'newark' }))).toMatchObject({ ignored: 1, completed: 0 });
  });

  it('compares by the hash of the feed', async () => {
    await serve(entry(1));
    expect(await serve(entry(1, { title: 'Other, yet the hash is the same' }))).toMatchObject({
      unchanged: 1,
    });
    expect(await serve(entry(1, { title: 'Other', itemHash: 'B' }))).toMatchObject({ updated: 1 });
    expect(await feeds.rows('title, item_hash')).toEqual([{ title: 'Other', item_hash: 'B' }]);
  });

  it.each<[string, unknown, string]>([
    ['null in place of an entry', null, '/data/events/0 is not an object'],
    ['a number in place of an entry', 7, '/data/events/0 is not an object'],
    ['text in place of an entry', 'text', '/data/events/0 is not an object'],
    ['an array in place of an entry', [entry(1)], '/data/events/0 is not an object'],
    ['no id', entry(1, { id: undefined }), '/data/events/0 has no usable id'],
    ['an id that is no text', entry(1, { id: 7 }), '/data/events/0 has no usable id'],
    ['an empty id', entry(1, { id: '' }), '/data/events/0 has no usable id'],
    ['an id of over 2 000 bytes', entry(1, { id: 'x'.repeat(2_001) }), '/data/events/0 has no usable id'],
    ...[undefined, null, 7, ''].map((title): [string, unknown, string] => [
      `the title ${JSON.stringify(title)}`,
      entry(1, { title }),
      `/data/events/0 (${CAMPUS.idOf(1)}) has no usable title`,
    ]),
    ...[undefined, null, 7, '', 'soon', '2026-02-30T10:00:00Z', '2026-03-03T10:00:00'].map(
      (startDate): [string, unknown, string] => [
        `the startDate ${JSON.stringify(startDate)}`,
        entry(1, { startDate }),
        `/data/events/0 (${CAMPUS.idOf(1)}) has no usable startDate`,
      ],
    ),
    ...['title', 'content', 'location', 'link', 'itemHash'].flatMap((field) =>
      ['a\0b', 'a\uD83D'].map((text): [string, unknown, string] => [
        `${JSON.stringify(text)} in ${field}`,
        entry(1, { [field]: text }),
        `/data/events/0 (${CAMPUS.idOf(1)}) has a NUL character or a lone surrogate in ${field}`,
      ]),
    ),
  ])('rejects %s, and stores the others', async (_, bad, reason) => {
    expect(await serve(bad, entry(2))).toMatchObject({
      ...{ outcome: 'SUCCEEDED', received: 2, created: 1, rejected: 1, ignored: 0 },
    });
    expect((await feeds.lastRun()).reasons).toEqual([reason]);
    expect(await feeds.rows('external_id')).toEqual([{ external_id: CAMPUS.idOf(2) }]);
  });

  it.each(['error', 'fail', 'failed'])('fails with the status %s in its JSON', async (status) => {
    await serve(entry(1, CAMPUS.at('2026-01-01T10:00:00Z', '2026-01-01T11:00:00Z')));
    const before = await feeds.traces();
    feeds.server.campus.setFault({ kind: 'other-shape', body: { status, data: { events: [] } } });
    const error = `The feed returned the status "${status}".`;
    expect(await feeds.sync(CAMPUS)).toMatchObject({ outcome: 'FAILED', error, received: 0, completed: 0 });
    expect(await feeds.traces()).toEqual(before);
  });

  const start = '2031-03-03T11:45:00.000Z';
  it.each<[string, object, object]>([
    ['a title over the limit', { title: 'x'.repeat(1_001) }, { title: 'x'.repeat(1_000) }],
    ['a content over the limit', { content: '😀'.repeat(100_001) }, { description: '😀'.repeat(100_000) }],
    ['a title of two lines', { title: 'Jazz\r\nnight\u0007' }, { title: 'Jazz night' }],
    ['a location with a tab', { location: 'Weigel\tHall\u0085' }, { location: { name: 'Weigel Hall' } }],
    ['no content', { content: null }, { description: '' }],
    ['a location over the limit', { location: 'x'.repeat(1_001) }, { location: { name: 'x'.repeat(1_000) } }],
    ['no location', { location: null }, { location: { name: 'Main Library' } }],
    [
      'neither location nor description',
      { location: '', description: null },
      { location: { name: 'Location to be announced' } },
    ],
    [
      'an end before its start',
      { startDate: start, endDate: '2031-03-03T11:44:59Z' },
      { startAt: start, endAt: null },
    ],
    ['an end that is none', { endDate: 'late' }, { endAt: null }],
    ['a javascript: link', { link: 'javascript:alert(1)' }, { externalUrl: null }],
    ['a link that is none', { link: 7 }, { externalUrl: null }],
  ])('repairs %s', async (_, changes, expected) => {
    expect(await serve(entry(1, changes))).toMatchObject({ outcome: 'SUCCEEDED', created: 1, rejected: 0 });
    expect(await feeds.eventOf(CAMPUS, 1)).toMatchObject(expected);
  });

  it('hashes the mapped fields if the feed has no hash', async () => {
    const bare = (changes: object) =>
      entry(1, { itemHash: null, startDate: start, endDate: null, ...changes });
    await serve(bare({}));
    expect(await serve(bare({ color: '#000000', tags: [] }))).toMatchObject({ unchanged: 1 });
    expect(await serve(bare({ content: 'Other.' }))).toMatchObject({ updated: 1 });
  });
});
