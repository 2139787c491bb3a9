import { columbusInstant, dayOf } from '../columbus-time.js';
import type { Reply } from '../reply.js';
import type { Call, Endpoint } from '../sandbox-server.js';
import { badRequest, invalidKey, spikeArrest } from './ticketing-errors.js';

const PATH = '/discovery/v2/events.json';
/** Items past this one cannot be paged to. */
const DEEPEST = 1_000;
const MAX_SIZE = 200;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export interface TicketingEndpointOptions {
  /** Called at every request. */
  events: () => readonly unknown[];
  key: string;
  /** Requests that are let through within a second. */
  perSecond: number;
}

/**
 * `GET /discovery/v2/events.json` as the ticketing feed serves it: in pages, ordered by id, to clients that have the
 * key and do not ask too fast. Every item matches a filter of place; an item without a date matches no filter of time.
 */
export function ticketingEndpoint({ events, key, perSecond }: TicketingEndpointOptions): Endpoint {
  const served: number[] = [];
  return {
    name: 'ticketing',
    serves: (method, path) => method === 'GET' && path === PATH,
    answer: ({ query }) => {
      if (query.get('apikey') !== key) return invalidKey(query.get('apikey'));
      const now = performance.now();
      while (served.length > 0 && served[0]! <= now - 1_000) served.shift();
      if (served.length >= perSecond) return spikeArrest();
      served.push(now);
      return page(events(), query);
    },
  };
}

function page(events: readonly unknown[], query: Call['query']): Reply {
  const size = Number(query.get('size') ?? 20);
  const number = Number(query.get('page') ?? 0);
  const [from, to] = [query.get('startDateTime'), query.get('endDateTime')];
  if (![size, number].every((count) => Number.isInteger(count) && count >= 0) || size < 1 || size > MAX_SIZE)
    return badRequest('DIS1014', 'Query param with value "size" or "page" is no number that is served');
  if (size * (number + 1) > DEEPEST)
    return badRequest(
      'DIS1035',
      'API Limits Exceeded: Max paging depth exceeded. (page * size) must be less than 1,000',
    );
  if ([from, to].some((time) => time !== null && !TIME.test(time)))
    return badRequest(
      'DIS1015',
      'Query param "startDateTime" or "endDateTime" must be of valid format YYYY-MM-DDTHH:mm:ssZ',
    );

  const found = events.filter((item) => isWithin(startOf(item), from, to)).sort(byId);
  const totalPages = Math.ceil(found.length / size);
  const items = found.slice(number * size, (number + 1) * size);
  const link = (to: number) => ({ href: `${PATH}?page=${to}&size=${size}` });
  return {
    status: 200,
    body: JSON.stringify({
      ...(items.length > 0 && { _embedded: { events: items } }),
      _links: { self: link(number), ...(number + 1 < totalPages && { next: link(number + 1) }) },
      page: { size, totalElements: found.length, totalPages, number },
    }),
  };
}

function isWithin(start: number | undefined, from: string | null, to: string | null): boolean {
  if (from === null && to === null) return true;
  return (
    start !== undefined &&
    start >= Date.parse(from ?? '0001-01-01') &&
    start <= Date.parse(to ?? '9999-12-31')
  );
}

interface Dated {
  id?: unknown;
  dates?: { start?: { dateTime?: unknown; localDate?: unknown } };
}

function startOf(item: unknown): number | undefined {
  const { dateTime, localDate } = (item as Dated | null)?.dates?.start ?? {};
  if (typeof dateTime === 'string') return Date.parse(dateTime);
  return typeof localDate === 'string' ? columbusInstant(dayOf(new Date(localDate)), 0).getTime() : undefined;
}

function byId(a: unknown, b: unknown): number {
  const [first, second] = [a, b].map((item) => `${(item as Dated | null)?.id}`);
  return first! < second! ? -1 : first! > second! ? 1 : 0;
}
