import { readFileSync } from 'node:fs';
import { SANDBOX_KEY, startFeedServer } from '../../sandbox/feed-server.js';
import type { JobName } from '../../src/jobs/schedule.js';
import { inHours, TICKETING } from '../support/feeds.js';
import { type InsideFeeds, startFeedsInside, ticketingFeed } from '../support/inside.js';
import { runByHand } from '../support/job.js';

const { entry, at } = TICKETING;
const DAY = 24;
/** Items, one per day since three weeks ago. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, number) => entry(number, at(inHours((number - 20) * DAY), null)));

describe('the ticketing feed', () => {
  let feeds: InsideFeeds;
  const serve = (...items: unknown[]) => feeds.serve(TICKETING, ...items);
  const requests = () => feeds.server.ticketing.requests;
  const hold = (items: unknown[]) => feeds.server.ticketing.setEvents(items);
  /** Runs a job with TICKET_FEED_ASSUMED_HOURS. */
  const assuming = async (hours: string, job: JobName) => {
    const settings = { ...feeds.settings, TICKET_FEED_ASSUMED_HOURS: hours };
    const result = await runByHand(job, feeds.service.database.url, settings);
    expect(result).toMatchObject({ outcome: 'SUCCEEDED' });
    return result;
  };
  const countEvents = async () => (await feeds.rows('external_id')).length;

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('is mapped to events, field by field', async () => {
    await serve(entry(1));
    const event = await feeds.eventOf(TICKETING, 1);
    expect(event).toMatchObject({
      id: expect.any(String),
      title: 'Jazz concert 1',
      description: 'The jazz ensemble plays standards. Live music, doors at 6:30.',
      type: 'EVENT',
      location: {
        name: 'Olentangy Hall',
        address: '1 Example Ave, Columbus, OH',
        latitude: 39.99,
        longitude: -83,
      },
      startAt: '2031-03-01T18:00:00.000Z',
      endAt: '2031-03-01T20:00:00.000Z',
      status: 'OPEN',
      source: 'TICKET_API',
      creatorId: null,
      externalId: 'vvG1z1',
      externalUrl: null,
      ticketUrl: 'https://tickets.example.com/jazz/event/05001',
      tags: expect.arrayContaining(['jazz']),
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
    const list = await feeds.alice.get('/events?source=TICKET_API');
    expect(list.body.data).toMatchObject([{ id: event.id }]);
  });

  it('has a name for each place, from whatever the feed has', async () => {
    const venue = { address: { line1: '1\tExample Ave' }, city: { name: 'Columbus' } };
    const at = (...venues: object[]) => ({ _embedded: { venues } });
    await serve(
      entry(1, at(venue)),
      entry(2, at({ ...venue, address: null })),
      entry(3, { ...at(), place: { name: 'The\r\nOval' } }),
      entry(4, { ...at(), place: venue }),
      entry(5, at()),
    );
    expect(await feeds.rows('location')).toEqual(
      [
        { name: '1 Example Ave', address: '1 Example Ave, Columbus' },
        { name: 'Columbus', address: 'Columbus' },
        { name: 'The Oval' },
        { name: '1 Example Ave', address: '1 Example Ave, Columbus' },
        { name: 'Location to be announced' },
      ].map((location) => ({ location })),
    );
  });

  it('has images, and is written once if it was stored without them', async () => {
    const picture = (ratio: string, width: number, fallback = false) => ({
      ...{ ratio, url: `https://images.example.com/${width}.jpg`, width, height: 100, fallback },
    });
    const shown = (width: number) => ({
      ...{ url: `https://images.example.com/${width}.jpg`, width, height: 100, alt: 'Jazz concert 1' },
    });
    const images = [
      picture('4_3', 305),
      picture('16_9', 640),
      picture('16_9', 2048),
      picture('16_9', 4096, true),
    ];
    await serve(entry(1));
    expect(await serve(entry(1, { images }))).toMatchObject({ updated: 1, unchanged: 0 });
    const event = await feeds.eventOf(TICKETING, 1);
    expect(JSON.stringify(event.images)).toBe(JSON.stringify([shown(2048), shown(640), shown(305)]));
    const before = await feeds.traces();
    expect(await serve(entry(1, { images: images.reverse() }))).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await feeds.traces()).toEqual(before);
  });

  it('is requested as the API documents, with proper headers', async () => {
    await serve();
    const { lastUrl, lastHeaders } = requests();
    expect(lastUrl).toBe(
      `/discovery/v2/events.json?apikey=${SANDBOX_KEY}&size=200&page=0&sort=id,asc&city=Columbus&stateCode=OH&countryCode=US`,
    );
    expect(lastHeaders!['user-agent']).toContain('events-and-gigs');
    expect(lastHeaders!['accept-encoding']).toContain('gzip');
  });

  it('is stored whole from the sandbox, at the pace of the real one', async () => {
    const sandbox = feeds.alsoClose(await startFeedServer());
    const settings = { query: 'city=Columbus', maxMb: 16 };
    const feed = ticketingFeed(sandbox, settings, { pace: 250 });
    const result = await feeds.pull(feed);
    expect(result).toMatchObject({ outcome: 'SUCCEEDED', received: 60, error: null });
    expect(Number(result.created)).toBeGreaterThan(50);
    expect(await feeds.pull(feed)).toMatchObject({ created: 0, updated: 0, unchanged: result.created });
  });

  describe('in pages', () => {
    it.each([
      [200, 1],
      [201, 2],
      [1_000, 5],
    ])('has %i items in %i requests', async (count, pages) => {
      hold(daily(count));
      const before = requests().count;
      expect(await feeds.pull(ticketingFeed(feeds.server))).toMatchObject({
        received: count,
        created: count,
      });
      expect(requests().count - before).toBe(pages);
    });

    it.each([
      ['an error', { kind: 'status', status: 500, after: 1 }, 'The feed returned 500.'],
      ['no JSON', { kind: 'html', after: 1 }, 'The feed did not return JSON.'],
      ['half a response', { kind: 'truncated', after: 1 }, 'The feed did not return JSON.'],
      [
        'another shape',
        { kind: 'other-shape', after: 1 },
        'The feed returned JSON that is not a page of events.',
      ],
      ['silence', { kind: 'silent', after: 1 }, 'The feed took over 1 s to respond.'],
      ['the end of the quota', { kind: 'quota', after: 1 }, /QuotaViolation/],
    ] as const)('with %s on the second page fails the run and changes nothing', async (_, fault, error) => {
      await serve(...daily(220));
      const before = await feeds.traces();
      hold([...daily(210).map((item) => ({ ...item, name: 'Changed' })), entry(999)]);
      feeds.server.ticketing.setFault(fault);
      const result = await feeds.pull(ticketingFeed(feeds.server, {}, { response: 1_000, backoff: 1 }));
      expect(result).toMatchObject({ outcome: 'FAILED', received: 0, created: 0, completed: 0 });
      expect(result.error).toMatch(error);
      expect(await feeds.traces()).toEqual(before);
    });

    it('retries each page on its own', async () => {
      hold(daily(450));
      feeds.server.ticketing.setFault({ kind: 'status', status: 503, after: 1, times: 3 });
      const before = requests().count;
      expect(await feeds.pull(ticketingFeed(feeds.server, {}, { backoff: 1 }))).toMatchObject({
        created: 450,
      });
      expect(requests().count - before).toBe(6);
    });

    it('counts the bytes of all pages together', async () => {
      hold(daily(450).map((item) => ({ ...item, info: 'x'.repeat(3_000) })));
      const sizes = [2, 1].map((mib) => ticketingFeed(feeds.server, { maxMb: mib }));
      expect(await feeds.pull(sizes[0]!)).toMatchObject({ outcome: 'SUCCEEDED', created: 450 });
      const error = 'The feed is larger than 1 MiB.';
      expect(await feeds.pull(sizes[1]!)).toMatchObject({ outcome: 'FAILED', error });
    });
  });

  describe('of over 1 000 items', () => {
    it('is read by time ranges', async () => {
      hold(daily(1_200));
      const result = await feeds.pull(ticketingFeed(feeds.server, { maxMb: 16 }));
      expect(result).toMatchObject({ outcome: 'SUCCEEDED', created: 1_200, rejected: 0 });
      expect(requests().lastUrl).toMatch(
        /&page=\d&sort=id,asc&city=.*&startDateTime=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\dZ&endDateTime=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\dZ$/,
      );
      expect(await countEvents()).toBe(1_200);
    });

    it('is read by time ranges within that of the query', async () => {
      hold(daily(1_200));
      const [from, to] = [inHours(-DAY / 2), inHours(1_100 * DAY)].map((time) => time.replace('.000', ''));
      const query = `city=Columbus&startDateTime=${from}&endDateTime=${to}`;
      await feeds.pull(ticketingFeed(feeds.server, { query, maxMb: 16 }));
      expect(await countEvents()).toBe(1_101);
    });

    it('fails the run if they start at the same time, and no event has disappeared', async () => {
      await serve(entry(1, at(inHours(-3), inHours(-1))));
      const before = await feeds.traces();
      hold(Array.from({ length: 1_001 }, (_, number) => entry(number)));
      const result = await feeds.pull(ticketingFeed(feeds.server, { maxMb: 16 }));
      expect(result).toMatchObject({ outcome: 'FAILED', completed: 0 });
      expect(result.error).toMatch(
        /^The feed has over 1000 items that start between 2031-03-01T1.+ must be narrower\.$/,
      );
      expect(await feeds.traces()).toEqual(before);
    });
  });

  describe('is requested', () => {
    it('four times a second, over pages, time ranges and retries', async () => {
      const strict = feeds.alsoClose(await startFeedServer({ ticketing: () => daily(1_100) }));
      strict.ticketing.setFault({ kind: 'status', status: 503, after: 2, times: 2 });
      const feed = ticketingFeed(strict, { maxMb: 16 }, { pace: 250, backoff: 1 });
      const began = performance.now();
      expect(await feeds.pull(feed)).toMatchObject({ outcome: 'SUCCEEDED', created: 1_100 });
      expect(performance.now() - began).toBeGreaterThanOrEqual((strict.ticketing.requests.count - 1) * 250);
    });

    it('again after a delay if it was too fast', async () => {
      hold([entry(1)]);
      feeds.server.ticketing.setFault({ kind: 'spike-arrest', times: 2 });
      expect(await feeds.pull(ticketingFeed(feeds.server, {}, { backoff: 1 }))).toMatchObject({ created: 1 });
      feeds.server.ticketing.setFault('spike-arrest');
      expect(await feeds.pull(ticketingFeed(feeds.server, {}, { backoff: 1 }))).toMatchObject({
        outcome: 'FAILED',
        error:
          'The feed returned 429: Spike arrest violation. Allowed rate : 5ps (policies.ratelimit.SpikeArrestViolation).',
      });
    });

    it('no longer today if the quota is used up', async () => {
      feeds.server.ticketing.setFault('quota');
      const before = requests().count;
      expect(await feeds.sync(TICKETING)).toMatchObject({
        outcome: 'FAILED',
        error:
          'The feed returned 429: Rate limit quota violation. Quota limit  exceeded. Identifier : [redacted] (policies.ratelimit.QuotaViolation).',
      });
      expect(requests().count - before).toBe(1);
    });

    it('never again with a wrong key, and reports the error of the gateway', async () => {
      const before = requests().count;
      expect(await feeds.pull(ticketingFeed(feeds.server, { key: 'a wrong/key' }))).toMatchObject({
        outcome: 'FAILED',
        error:
          'The feed returned 401: Invalid ApiKey for given resource: [redacted] (oauth.v2.InvalidApiKeyForGivenResource).',
      });
      expect(requests().count - before).toBe(1);
    });

    it('reports the error of the service behind the gateway', async () => {
      const query = 'startDateTime=tomorrow';
      expect((await feeds.pull(ticketingFeed(feeds.server, { query }))).error).toBe(
        'The feed returned 400: Query param "startDateTime" or "endDateTime" must be of valid format YYYY-MM-DDTHH:mm:ssZ.',
      );
    });
  });

  describe('with a cancelled item', () => {
    const cancelled = (number: number, times = at('2031-03-01T18:00:00Z', null)) => {
      const { dates } = times as { dates: object };
      return entry(number, { dates: { ...dates, status: { code: 'cancelled' } } });
    };

    it('stores no event for it', async () => {
      expect(await serve(cancelled(1), entry(2))).toMatchObject({
        received: 2,
        created: 1,
        ignored: 1,
        rejected: 0,
      });
      expect(await feeds.rows('external_id')).toEqual([{ external_id: TICKETING.idOf(2) }]);
    });

    it('leaves an event that has not ended, and completes one that has', async () => {
      const over = at(inHours(-3), inHours(-1));
      await serve(entry(1), entry(2, at('2031-03-01T18:00:00Z', null)), entry(3, over));
      const before = await feeds.traces();
      expect(await serve(cancelled(1), cancelled(2), cancelled(3, over))).toMatchObject({
        ...{ ignored: 3, updated: 0, completed: 1 },
      });
      expect((await feeds.traces()).slice(0, 2)).toEqual(before.slice(0, 2));
      expect(await feeds.rows('status')).toEqual(['OPEN', 'OPEN', 'COMPLETED'].map((status) => ({ status })));
    });

    it('updates it again when it is no longer cancelled', async () => {
      await serve(entry(1));
      await serve(cancelled(1));
      expect(await serve(entry(1, { name: 'On after all' }))).toMatchObject({ updated: 1 });
      expect(await feeds.eventOf(TICKETING, 1)).toMatchObject({ title: 'On after all', status: 'OPEN' });
    });
  });

  it('is read although its pages have 12 MiB', async () => {
    hold([...daily(300), entry(999, { name: null })]);
    feeds.server.ticketing.setFault({ kind: 'oversized', mib: 12 });
    expect(await feeds.sync(TICKETING)).toMatchObject({ received: 301, created: 300, rejected: 1 });
    feeds.server.ticketing.setFault({ kind: 'other-shape', body: 'x'.repeat(9 * 2 ** 20) });
    const error = 'The feed returned JSON that is not a page of events.';
    expect(await feeds.sync(TICKETING)).toMatchObject({ outcome: 'FAILED', error });
  });

  it.each([
    ['3', 3],
    ['', 4],
    ['off', null],
  ])('assumes the end of an item by TICKET_FEED_ASSUMED_HOURS=%s', async (setting, hours) => {
    hold([entry(1, at(inHours(-5), null))]);
    expect(await assuming(setting, 'ticket-sync')).toMatchObject({ created: 1 });
    const { startAt, endAt } = await feeds.eventOf(TICKETING, 1);
    expect(endAt && (Date.parse(endAt) - Date.parse(startAt)) / 3_600_000).toBe(hours);
    expect(await serve()).toMatchObject({ completed: hours === null ? 0 : 1 });
  });

  it('completes the concerts of years ago, and writes once what gets an end', async () => {
    const concerts = Array.from({ length: 22 }, (_, day) =>
      entry(day, at(`2023-05-${String(day + 1).padStart(2, '0')}T23:30:00Z`, null)),
    );
    hold(concerts);
    expect(await assuming('off', 'ticket-sync')).toMatchObject({ created: 22, completed: 0 });
    expect(await assuming('off', 'auto-completion')).toMatchObject({ completed: 0 });
    expect(await assuming('', 'ticket-sync')).toMatchObject({ updated: 22, unchanged: 0 });
    expect(await assuming('', 'auto-completion')).toMatchObject({ completed: 22 });
    expect(await assuming('', 'ticket-sync')).toMatchObject({ updated: 0, unchanged: 22 });
    expect(await feeds.eventOf(TICKETING, 0)).toMatchObject({
      status: 'COMPLETED',
      startAt: '2023-05-01T23:30:00.000Z',
      endAt: '2023-05-02T03:30:00.000Z',
    });
  });

  it('gets missing ends by the statement of docs/upgrading.md', async () => {
    await serve(entry(1, at('2023-05-01T23:30:00Z', null)), entry(2, at(inHours(-5), null)));
    await serve();
    const [, statement] = /```sql\n(UPDATE events .*?)```/s.exec(readFileSync('docs/upgrading.md', 'utf8'))!;
    await feeds.service.database.query(statement!);
    await assuming('off', 'auto-completion');
    expect(await feeds.rows('status, end_at IS NULL AS endless')).toEqual([
      { status: 'COMPLETED', endless: false },
      { status: 'OPEN', endless: true },
    ]);
  });

  it('is tagged by its classifications', async () => {
    const unsaid = { name: 'Scarlet Lanterns', info: '-', pleaseNote: '***' };
    hold([
      entry(1, { ...unsaid, classifications: [{ segment: { name: 'Sports' }, genre: { name: 'Hockey' } }] }),
    ]);
    await feeds.sync(TICKETING);
    expect(await feeds.eventOf(TICKETING, 1)).toMatchObject({
      category: 'SPORTS_RECREATION',
      tags: expect.arrayContaining(['hockey', 'sports']),
      description: expect.stringMatching(/^Scarlet Lanterns at Olentangy Hall on /),
    });
  });
});
