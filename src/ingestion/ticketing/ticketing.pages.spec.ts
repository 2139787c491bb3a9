import fc from 'fast-check';
import { FeedError } from '../reading/entries.js';
import {
  boundsOf,
  type FetchPage,
  fetchPages,
  formatSecond,
  isPageable,
  type PageRequest,
  type TimeRange,
} from './ticketing.pages.js';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 86_400_000;
const SIZE = 200;
const ALL_TIME = boundsOf(new URLSearchParams());

/** A feed of items with these start times. @param inclusive whether time ranges include their bounds */
function feedOf(starts: number[], { inclusive = true } = {}) {
  const requests: PageRequest[] = [];
  /** The items that are read. Those of a result that is too large are not. */
  const read: number[] = [];
  const fetchPage: FetchPage = async (request) => {
    requests.push(request);
    const { number, range } = request;
    const found = starts.flatMap((start, id) => (isWithin(start, range, inclusive) ? [id] : []));
    const ids = found.slice(number * SIZE, (number + 1) * SIZE);
    const totalPages = Math.ceil(found.length / SIZE);
    const page = { totalElements: found.length, totalPages, number, items: ids };
    if (isPageable(page)) read.push(...ids);
    return { page, bytes: ids.length };
  };
  return { fetchPage, requests, read };
}

function isWithin(start: number, range: TimeRange | undefined, inclusive: boolean): boolean {
  if (!range) return true;
  return inclusive ? start >= range.from && start <= range.to : start > range.from && start < range.to;
}

const take = async ({ fetchPage, read }: ReturnType<typeof feedOf>, bounds = ALL_TIME) => {
  await fetchPages(fetchPage, bounds);
  return read;
};
const everyDay = (count: number) => Array.from({ length: count }, (_, index) => NOW + (index - 20) * DAY);

describe('paging through the ticketing feed', () => {
  it.each([0, 1, 200, 201, 317, 1_000])('reads %i items page by page, without time ranges', async (count) => {
    const feed = feedOf(everyDay(count));
    const { requests } = feed;
    expect(await take(feed)).toEqual(Array.from({ length: count }, (_, id) => id));
    expect(requests.map(({ number }) => number)).toEqual(
      Array.from({ length: Math.max(1, Math.ceil(count / SIZE)) }, (_, number) => number),
    );
    expect(requests.every(({ range }) => range === undefined)).toBe(true);
  });

  it('reports the bytes so far', async () => {
    const feed = feedOf(everyDay(500));
    await take(feed);
    expect(feed.requests.map(({ previousBytes }) => previousBytes)).toEqual([0, 200, 400]);
  });

  it('reads more than 1 000 in time ranges, each item once', async () => {
    const feed = feedOf(everyDay(3_000));
    const { requests } = feed;
    expect((await take(feed)).sort((a, b) => a - b)).toEqual(Array.from({ length: 3_000 }, (_, id) => id));
    expect(requests.length).toBeLessThan(60);
    expect(Math.max(...requests.map(({ number }) => number))).toBeLessThan(5);
  });

  it('misses none, at any start, whether or not ranges include their bounds', async () => {
    const around = (seconds: number) => ({ min: NOW / 1000 - seconds, max: NOW / 1000 + seconds });
    const start = fc.oneof(
      { weight: 20, arbitrary: fc.integer(around(200)) },
      fc.integer({ min: 1, max: 253_402_300_798 }),
    );
    const starts = fc.array(start, { minLength: 1_001, maxLength: 1_400, size: 'max' });
    await fc.assert(
      fc.asyncProperty(starts, fc.boolean(), async (seconds, inclusive) => {
        const feed = feedOf(
          seconds.map((second) => second * 1000),
          { inclusive },
        );
        expect(new Set(await take(feed)).size).toBe(seconds.length);
      }),
      { numRuns: 30, endOnFailure: true }, // shrinking a thousand items takes minutes
    );
  });

  it('requests only the range of the query itself', async () => {
    const feed = feedOf(everyDay(3_000));
    const bounds = { from: NOW, to: NOW + 1_500 * DAY };
    expect(new Set(await take(feed, bounds))).toEqual(
      new Set(Array.from({ length: 1_501 }, (_, id) => id + 20)),
    );
    const ranges = feed.requests.flatMap(({ range }) => range ?? []);
    expect(Math.min(...ranges.map(({ from }) => from))).toBe(bounds.from);
    expect(Math.max(...ranges.map(({ to }) => to))).toBe(bounds.to);
  });

  it.each([
    ['at one time', everyDay(1).concat(Array(1_001).fill(NOW))],
    ['within half a minute', Array.from({ length: 1_200 }, (_, index) => NOW + (index % 29) * 1000)],
  ])('fails if too many start %s', async (_, starts) => {
    await expect(take(feedOf(starts))).rejects.toThrow(
      /^The feed has over 1000 items that start between 2026-11-20T1\d:\d\d:\d\dZ and 2026-11-20T1\d:\d\d:\d\dZ/,
    );
  });

  it('skips items without a start if ranges are needed', async () => {
    expect(await take(feedOf([...everyDay(1_500), Number.NaN]))).toHaveLength(1_500);
  });

  describe('with pages that change meanwhile', () => {
    const page = (
      number: number,
      totalElements: number,
      items = 200,
      totalPages = Math.ceil(totalElements / SIZE),
    ) => ({ page: { totalElements, totalPages, number, items: Array(items).fill({}) }, bytes: 1 });
    /** A feed that returns these pages. `requested` has the numbers of the requested pages. */
    const feedOfPages = (...pages: ReturnType<typeof page>[]) => {
      const requested: number[] = [];
      const fetchPage: FetchPage = async ({ number }) => {
        requested.push(number);
        return pages.shift()!;
      };
      return { fetchPage, requested };
    };

    it('uses the number of pages of the latest page', async () => {
      const requested = async (...pages: ReturnType<typeof page>[]) => {
        const feed = feedOfPages(...pages);
        await fetchPages(feed.fetchPage, ALL_TIME);
        return feed.requested;
      };
      expect(await requested(page(0, 200), page(1, 300))).toEqual([0]);
      expect(await requested(page(0, 300), page(1, 401), page(2, 401))).toEqual([0, 1, 2]);
      expect(await requested(page(0, 401), page(1, 390, 190))).toEqual([0, 1]);
      expect(await requested(page(0, 201), page(1, 200, 0))).toEqual([0, 1]);
    });

    it('switches to ranges if there are too many', async () => {
      const feed = feedOf(everyDay(1_001));
      let first = true;
      const growing: FetchPage = async (request) => {
        const response = await feed.fetchPage(request);
        if (first) Object.assign(response.page, { totalElements: 999 });
        first = false;
        return response;
      };
      expect(new Set(await take({ ...feed, fetchPage: growing })).size).toBe(1_001);
      expect(feed.requests[1]).toMatchObject({ number: 1, range: undefined });
    });

    it.each([
      [page(0, 300, 0), 'The feed returned page 0 without the items that it counts.'],
      [page(3, 300), 'The feed returned page 3 instead of page 0.'],
    ])('fails on a page that contradicts itself', async (contradiction, message) => {
      await expect(fetchPages(feedOfPages(contradiction).fetchPage, ALL_TIME)).rejects.toThrow(
        new FeedError(message),
      );
    });

    it('fails if the pages never end', async () => {
      const endless: FetchPage = async ({ number }) => page(number, 1_000, 1, 1e9);
      await expect(fetchPages(endless, ALL_TIME)).rejects.toThrow('The feed needs more than 1000 requests.');
    });
  });
});

describe('the range of a query', () => {
  it.each<[string, object]>([
    ['city=Columbus', ALL_TIME],
    ['startDateTime=2026-11-20T12:00:00Z', { ...ALL_TIME, from: NOW }],
    ['endDateTime=2026-11-20T12:00:00Z&x=y', { ...ALL_TIME, to: NOW }],
  ])('of %s is %j', (query, bounds) => {
    expect(boundsOf(new URLSearchParams(query))).toEqual(bounds);
  });

  it('is formatted without milliseconds', () => {
    expect(formatSecond(NOW + 999)).toBe('2026-11-20T12:00:00Z');
  });
});
