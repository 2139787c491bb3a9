import { z } from 'zod';
import { columbusInstant } from '../columbus-time.js';
import type { Reply } from '../reply.js';
import type { Endpoint } from '../sandbox-server.js';
import { badRequest, invalidKey, spikeArrest } from './ticketing-errors.js';

const PATH = '/discovery/v2/events.json';
/** Items past this one cannot be paged to. */
const DEEPEST = 1_000;

const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
    'Query param "startDateTime" or "endDateTime" must be of valid format YYYY-MM-DDTHH:mm:ssZ',
  );
const QUERY = z.object({
  size: z.coerce.number().int().min(1).max(200).default(20),
  page: z.coerce.number().int().min(0).default(0),
  startDateTime: time.default('0001-01-01T00:00:00Z'),
  endDateTime: time.default('9999-12-31T00:00:00Z'),
});

export interface TicketingEndpointOptions {
  /** Called at every request. */
  events: () => readonly unknown[];
  key: string;
  /** Requests that are let through within a second. */
  perSecond: number;
}

/** What is read of an item. A test may have the feed serve something else. */
type Item = { id?: unknown; dates?: { start?: { dateTime?: string; localDate?: string } } } | null;

/**
 * `GET /discovery/v2/events.json` as the ticketing feed serves it: in pages, ordered by id, to clients that
 * have the key and keep to the rate. Every item matches a filter of place; none without a date matches a
 * filter of time.
 */
export function ticketingEndpoint({ events, key, perSecond }: TicketingEndpointOptions): Endpoint {
  const served: number[] = [];
  return {
    name: 'ticketing',
    serves: (method, path) => method === 'GET' && path === PATH,
    respond: ({ query }) => {
      if (query.get('apikey') !== key) return invalidKey(query);
      const now = performance.now();
      while (served.length > 0 && served[0]! <= now - 1_000) served.shift();
      if (served.length >= perSecond) return spikeArrest();
      served.push(now);
      return page(events() as Item[], query);
    },
  };
}

function page(events: readonly Item[], search: URLSearchParams): Reply {
  const { data: query, error } = QUERY.safeParse(Object.fromEntries(search));
  if (error) return badRequest('DIS1015', error.issues[0]!.message);
  const { size, page: number, startDateTime, endDateTime } = query;
  if (size * (number + 1) > DEEPEST)
    return badRequest('DIS1035', 'Max paging depth exceeded. (page * size) must be less than 1,000');

  const isTimed = search.has('startDateTime') || search.has('endDateTime');
  const [first, last] = [Date.parse(startDateTime), Date.parse(endDateTime)];
  const matching = events
    .filter((item) => !isTimed || (startOf(item) >= first && startOf(item) <= last))
    .sort((a, b) => (`${a?.id}` < `${b?.id}` ? -1 : 1));
  const totalPages = Math.ceil(matching.length / size);
  const items = matching.slice(number * size, (number + 1) * size);
  const link = (to: number) => ({ href: `${PATH}?page=${to}&size=${size}` });
  return {
    status: 200,
    body: JSON.stringify({
      ...(items.length > 0 && { _embedded: { events: items } }),
      _links: { self: link(number), ...(number + 1 < totalPages && { next: link(number + 1) }) },
      page: { size, totalElements: matching.length, totalPages, number },
    }),
  };
}

/** In milliseconds; NaN for an item without a date. */
function startOf(item: Item): number {
  const { dateTime, localDate } = item?.dates?.start ?? {};
  return dateTime
    ? Date.parse(dateTime)
    : localDate
      ? columbusInstant(localDate, '00:00').getTime()
      : Number.NaN;
}
