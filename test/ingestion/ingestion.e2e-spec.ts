import { ended, FEEDS, type FeedTest, inHours, startFeeds } from '../support/feeds.js';

describe.each(FEEDS)('the $name feed', (kind) => {
  const { entry, named, at } = kind;
  const other = FEEDS.find((feed) => feed !== kind)!;
  let feeds: FeedTest;
  const serve = (...entries: unknown[]) => feeds.serve(kind, ...entries);
  const eventOf = (number: number) => feeds.eventOf(kind, number);

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  describe('after a run', () => {
    it('has events that nobody can change', async () => {
      expect(await serve(entry(1))).toMatchObject({
        outcome: 'SUCCEEDED',
        received: 1,
        created: 1,
        error: null,
      });
      const event = await eventOf(1);
      expect(event).toMatchObject({ source: kind.source, creatorId: null, type: 'EVENT', category: 'MUSIC' });
      expect(event.id).toMatch(/^[0-9a-f-]{14}5/);
      for (const response of [
        await feeds.alice.patch(`/events/${event.id}`, {}),
        await feeds.alice.delete(`/events/${event.id}`),
      ])
        expect(response.body.code).toBe('EXTERNAL_EVENT');
    });

    it('keeps the good entries beside rejected ones', async () => {
      const bad = [null, 7, 'text', [], entry(2, kind.unusable), entry(3, named('a\0'))];
      const result = await serve(entry(1), ...bad, entry(4));
      expect(result).toMatchObject({ outcome: 'SUCCEEDED', received: 8, created: 2, rejected: 6 });
      expect((await feeds.lastRun()).reasons).toHaveLength(6);
    });

    it('counts all rejections, and reports the first 20 reasons', async () => {
      expect(await serve(...Array.from({ length: 30 }, () => null), entry(1))).toMatchObject({
        ...{ outcome: 'SUCCEEDED', received: 31, created: 1, rejected: 30 },
      });
      expect((await feeds.lastRun()).reasons).toHaveLength(20);
    });

    it('uses the last of two entries with one id', async () => {
      expect(await serve(entry(1, named('First')), entry(2), entry(1, named('Last')))).toMatchObject({
        ...{ received: 3, created: 2, ignored: 1 },
      });
      expect((await eventOf(1)).title).toBe('Last');
    });

    it('leaves an event unchanged if its last entry is', async () => {
      await serve(entry(1, named('Stored')), entry(2));
      const before = await feeds.traces();
      expect(await serve(entry(1, named('First')), entry(2), entry(1, named('Stored')))).toMatchObject({
        ...{ received: 3, updated: 0, unchanged: 2, ignored: 1 },
      });
      expect(await feeds.traces()).toEqual(before);
    });

    it('keeps the id of an event that was loaded by other means', async () => {
      await load(kind.source);
      expect(await serve(entry(1))).toMatchObject({ created: 0, updated: 1 });
      expect(await feeds.rows('title')).toEqual([{ title: 'Jazz concert 1' }]);
    });

    it('rejects an id of the other source', async () => {
      await load(other.source);
      expect(await serve(entry(1), entry(2))).toMatchObject({
        outcome: 'SUCCEEDED',
        created: 1,
        rejected: 1,
      });
      expect((await feeds.lastRun()).reasons).toEqual([
        `${kind.idOf(1)} is the id of an event of another source`,
      ]);
      expect((await eventOf(1)).title).toBe('Loaded');
    });

    const load = (source: string) =>
      feeds.service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
         VALUES (gen_random_uuid(), 'Loaded', '', 'EVENT', '{"name": "Here"}', now(), $1, $2)`,
        [source, kind.idOf(1)],
      );
  });

  describe('after another run', () => {
    it('writes no row with the same hash', async () => {
      const [first, second] = [entry(1), entry(2)];
      await serve(first, second, entry(3));
      const before = await feeds.traces();
      const result = await serve(first, second, entry(3, named('B')));
      expect(result).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
      const after = await feeds.traces();
      expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
      expect(after[2]!.xmin).not.toBe(before[2]!.xmin);
    });

    it('writes three times for hashes A, B, A, and keeps the tags', async () => {
      const first = entry(1);
      await serve(first);
      const { tags, category, summary } = await eventOf(1);
      expect(tags).not.toHaveLength(0);
      const changed = { ...named('Chess night'), ...at(inHours(48), null) };
      expect(await serve(entry(1, changed))).toMatchObject({ updated: 1 });
      expect(await eventOf(1)).toMatchObject({ title: 'Chess night', endAt: null, tags, category, summary });
      expect(await serve(first)).toMatchObject({ updated: 1 });
      expect(await eventOf(1)).toMatchObject({ title: 'Jazz concert 1', tags, category, summary });
      expect(await feeds.rows('version')).toEqual([{ version: 3 }]);
    });

    it('changes a completed event that returns with a later end, but not its status', async () => {
      await serve(entry(1, ended(kind)));
      await serve();
      expect(await eventOf(1)).toMatchObject({ status: 'COMPLETED' });
      const later = inHours(5);
      await serve(entry(1, { ...named('Back'), ...at(inHours(-3), later) }));
      expect(await eventOf(1)).toMatchObject({ title: 'Back', status: 'COMPLETED', endAt: later });
    });
  });

  describe('without earlier events', () => {
    it('completes only ended ones', async () => {
      const over = ended(kind);
      await serve(entry(1, over), entry(2), entry(3, at(inHours(-3), null)), entry(4, over));
      const before = await feeds.traces();
      expect(await serve(entry(4, over))).toMatchObject({ outcome: 'SUCCEEDED', completed: 1, unchanged: 1 });
      expect(await feeds.rows('status')).toEqual(
        ['COMPLETED', 'OPEN', 'OPEN', 'OPEN'].map((status) => ({ status })),
      );
      expect((await feeds.traces()).slice(1)).toEqual(before.slice(1));
    });

    it('treats a rejected entry as still present', async () => {
      await serve(entry(1, ended(kind)));
      expect(await serve(entry(1, { ...ended(kind), ...kind.unusable }))).toMatchObject({
        completed: 0,
        rejected: 1,
      });
    });

    it('deletes nothing when it is suddenly empty, and changes no other source', async () => {
      await serve(entry(1, ended(kind)), entry(2), entry(3));
      await feeds.service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, end_at, source)
         SELECT gen_random_uuid(), 'Other', '', 'EVENT', '{"name": "Here"}', now(), now() - interval '1 hour', source
         FROM unnest($1::text[]) source`,
        [['USER', other.source]],
      );
      expect(await serve()).toMatchObject({ outcome: 'SUCCEEDED', received: 0, completed: 1 });
      const counts = await feeds.service.database.query(
        'SELECT status, count(*)::int FROM events GROUP BY status ORDER BY status',
      );
      expect(counts).toEqual([
        { status: 'COMPLETED', count: 1 },
        { status: 'OPEN', count: 4 },
      ]);
    });
  });
});
