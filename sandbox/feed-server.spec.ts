import { readPlaces } from '../src/events/map/places.js';
import { type CampusFeedEvent, campusEvents, campusFeed } from './campus/campus-events.js';
import { type FeedServer, SANDBOX_KEY, startFeedServer } from './feed-server.js';
import { llmEndpoint } from './llm/llm-endpoint.js';
import { LLM_FAULTS } from './llm/llm-faults.js';
import { ticketItems } from './ticketing/ticketing-events.js';

const now = new Date('2026-10-20T18:00:00Z'); // before a change of the clocks
const DAY_MS = 86_400_000;
let server: FeedServer;

beforeEach(async () => {
  server = await startFeedServer({ now: () => now, also: [llmEndpoint()] });
});
afterEach(() => server.close());

async function send(path: string, method = 'GET', body?: unknown) {
  const response = await fetch(server.url + path, {
    method,
    body: body && JSON.stringify(body),
  } as RequestInit);
  // biome-ignore lint/suspicious/noExplicitAny: bodies have every shape
  return { status: response.status, body: (await response.json().catch(() => null)) as any };
}

describe('the campus feed', () => {
  it('has weeks of events with the quirks of the real feed, most of which are still there tomorrow', async () => {
    const { body } = await send('/events');
    expect(body).toMatchObject({ lastModified: now.toISOString(), status: 'success' });
    const events: CampusFeedEvent[] = body.data.events;
    expect(events).toEqual(campusEvents({ now }));
    for (const field of ['description', 'content', 'endDate', 'location', 'link', 'campus'] as const)
      expect([field, events.filter((event) => event[field] === null).length]).not.toEqual([field, 0]);
    const ids = new Set(events.map(({ id }) => id));
    expect(ids.size).toBe(events.length);
    const tomorrow = campusEvents({ now: new Date(+now + DAY_MS) });
    expect(tomorrow.filter(({ id }) => ids.has(id)).length).toBeGreaterThan(150);
    const places = readPlaces('sandbox/places.json').flatMap(({ name, aliases }) => [name, ...aliases]);
    const here = events.filter(({ campus }) => campus === 'columbus');
    expect(here.filter(({ location }) => location && !places.includes(location))).toEqual([]);
  });

  it('changes the hashes of a few events each minute, and omits a few for a while', () => {
    const feedAfter = (minutes: number) =>
      campusFeed({ now: new Date(+now + minutes * 60_000), startedAt: now });
    expect(feedAfter(0)).toEqual(campusEvents({ now }));
    const hashes = new Set(feedAfter(0).map(({ itemHash }) => itemHash));
    for (const minutes of [1, 2, 30]) {
      expect(feedAfter(minutes).length).toBeLessThan(hashes.size);
      const changed = feedAfter(minutes).filter(({ itemHash }) => !hashes.has(itemHash));
      expect(changed.length).toBeGreaterThan(2);
    }
  });
});

describe('the ticketing feed', () => {
  const path = `/discovery/v2/events.json?apikey=${SANDBOX_KEY}`;

  it('serves pages and windows, and refuses other keys, deeper pages and too many requests', async () => {
    const items = ticketItems({ now });
    const all = await send(`${path}&size=50`);
    expect(all.body._embedded.events).toHaveLength(50);
    expect(all.body.page).toEqual({ size: 50, totalElements: items.length, totalPages: 2, number: 0 });
    const { dateTime } = items[0]!.dates.start;
    const window = await send(`${path}&startDateTime=${dateTime}&endDateTime=${dateTime}`);
    expect(window.body._embedded.events).toEqual([items[0]]);
    expect((await send(`${path}&size=200&page=5`)).body.errors[0].code).toBe('DIS1035');
    expect((await send(`${path}&endDateTime=soon`)).body.errors[0].code).toBe('DIS1015');
    expect((await send('/discovery/v2/events.json?apikey=wrong')).body.fault.faultstring).toContain('wrong');
    const many = await Promise.all(Array.from({ length: 40 }, () => send(path)));
    const refused = many.find(({ status }) => status === 429)!;
    expect(refused.body.fault.detail.errorcode).toBe('policies.ratelimit.SpikeArrestViolation');
  });
});

describe('a fault', () => {
  it('is set over HTTP, for some requests or until null, and GET lists the kinds', async () => {
    const fault = { kind: 'status', status: 418, after: 1, times: 1 };
    const { faults } = (await send('/faults', 'PUT', { campus: fault })).body;
    expect(faults).toEqual({ campus: fault, ticketing: null, llm: null });
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await send('/events')).status);
    expect(statuses).toEqual([200, 418, 200]);
    await send('/faults', 'PUT', { campus: 'html' });
    expect((await send('/events')).body).toBeNull();
    await send('/faults', 'PUT', { campus: null });
    expect((await send('/events')).body.status).toBe('success');
    expect((await send('/faults')).body.possible.oversized).toMatchObject({ options: { mib: 65 } });
  });

  it.each([
    { campus: 'tired' },
    { moon: 'html' },
    { campus: 'quota' },
    { campus: { kind: 'html', times: 0 } },
  ])('of %j is refused, and changes nothing', async (faults) => {
    expect((await send('/faults', 'PUT', { ticketing: 'html', ...faults })).status).toBe(400);
    expect((await send('/faults')).body.faults).toEqual({ campus: null, ticketing: null, llm: null });
  });

  it.each(Object.keys(LLM_FAULTS))('%s spoils the output of the model', async (kind) => {
    const data = { type: 'EVENT', title: 'Jazz concert', description: 'Standards.', location: 'Oval' };
    const request = {
      model: 'sandbox',
      messages: [{ role: 'user', content: JSON.stringify(data) }],
      response_format: { type: 'json_schema', json_schema: { name: 'event_tagging', schema: {} } },
    };
    const complete = async (body: object) => (await send('/v1/chat/completions', 'POST', body)).body;
    const good = await complete(request);
    expect(JSON.parse(good.choices[0].message.content)).toMatchObject({ category: 'MUSIC' });
    expect((await complete({ ...request, model: 'gpt-0' })).error.code).toBe('model_not_found');
    await send('/faults', 'PUT', { llm: kind });
    expect(await complete(request)).not.toEqual(good);
  });
});
