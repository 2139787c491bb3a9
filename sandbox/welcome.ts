import { setTimeout as sleep } from 'node:timers/promises';
import { DEMO_CALENDAR_TOKEN, demoId } from '../src/openapi/examples.js';

/** What the demo has found in the service. */
export interface Tour {
  /** Of the service. */
  url: string;
  /** Alice's; null where the service gives no development tokens, and nothing is seeded. */
  token: string | null;
  /** A line for each feed, with its first tagged event and the number of all. */
  feeds: string[];
}

const POLL_MS = 250;
const RESPONSE_LIMIT_MS = 3_000;
/** How long to wait for the events of the feeds. */
const PATIENCE_MS = 60_000;
/** What people call the sources of external events. */
const FEEDS = { CAMPUS_API: 'Campus feed', TICKET_API: 'Ticketing feed' };

/** Waits for the service, signs in, seeds the database, and waits for a tagged event of each feed. */
export async function lookAround(url: string, seed: () => Promise<void>, signal: AbortSignal): Promise<Tour> {
  const fetchJson = async (path: string, init: RequestInit = {}) => {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(RESPONSE_LIMIT_MS)]);
    const response = await fetch(url + path, { ...init, signal: limit });
    // Every body is read: an unread one keeps its connection.
    // biome-ignore lint/suspicious/noExplicitAny: the bodies of three operations
    return { status: response.status, body: (await response.json().catch(() => null)) as any };
  };
  await until(async () => (await fetchJson('/health/ready')).status === 200, signal);

  const alice = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'alice', name: 'Alice Liddell' }),
  };
  const signIn = await until(() => fetchJson('/auth/token', alice), signal);
  // Without development tokens this is no place to play: its database stays as it is.
  if (signIn.status !== 201) return { url, token: null, feeds: [] };
  await seed();

  const token: string = signIn.body.accessToken;
  const headers = { authorization: `Bearer ${token}` };
  const deadline = Date.now() + PATIENCE_MS;
  const lines = Object.entries(FEEDS).map(async ([source, name]) => {
    const line = await until(async () => {
      const { data, total } = (await fetchJson(`/events?source=${source}&limit=20`, { headers })).body;
      // Some events have no text to find tags in.
      const event = data.find(({ tags }: { tags: string[] }) => tags.length > 0);
      if (event)
        return `${total} events, such as "${event.title}" (${[event.category, ...event.tags].join(', ')})`;
      return (
        Date.now() > deadline && 'no events with tags yet: GET /ingestion/runs tells how the feeds fared'
      );
    }, signal);
    return `${name.padEnd(15)} ${line}`;
  });
  return { url, token, feeds: await Promise.all(lines) };
}

/** Looks until something is there. A look that fails has found nothing. */
async function until<T>(look: () => Promise<T | false>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const found = await look().catch(() => false as const);
    if (found) return found;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** What the demo prints when all is there. */
export function welcome({
  url,
  token,
  feeds,
  feedUrl,
  env,
  isModel,
}: Tour & { feedUrl: string; env: NodeJS.ProcessEnv; isModel: boolean }): string {
  const database = env.DATABASE_URL ? 'DATABASE_URL=...' : `DATA_DIR=${env.DATA_DIR}`;
  const job = `${database} npm run --silent job --`;
  const faults = `curl -X PUT ${feedUrl}/faults -d`;
  const calendar = `${url}/calendars/${DEMO_CALENDAR_TOKEN}.ics (what people plan: subscribe to it)`;
  const model = `
Take the language model away, create an event or ask the assistant, and bring it back:

  ${faults} '{"llm":"silent"}'
  ${faults} '{"llm":null}'
`;
  return `
The demo is up.

  App             ${url}/app (a page on the client: examples/campus-app)
  Docs            ${url}/docs
  Sandbox         ${feedUrl} (both feeds; /faults lists what can go wrong; /webhooks shows what the service sends)${token ? `\n  Calendar        ${calendar}` : ''}
${feeds.map((line) => `  ${line}\n`).join('')}
${tourOf(url, token)}
  ${faults} '{"campus":"truncated"}'

Pull a feed to see it. null in place of "truncated" mends it; the campus feed changes a little every minute:

  CAMPUS_FEED_URL=${feedUrl} ${job} campus-sync
  TICKET_FEED_URL=${feedUrl} TICKET_FEED_API_KEY=${env.TICKET_FEED_API_KEY} ${job} ticket-sync
${isModel ? model : ''}${token ? agentOf(url, token) : ''}
Ctrl-C ends it all.
`;
}

/** How most clients of the Model Context Protocol are told of a server. */
function agentOf(url: string, token: string): string {
  const events = { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${token}` } };
  return `
Connect an agent, as alice (Model Context Protocol):

  ${JSON.stringify({ mcpServers: { events } })}
`;
}

function tourOf(url: string, token: string | null): string {
  if (!token)
    return 'The service hands out no tokens (AUTH_DEV_TOKENS), so bring one of your own. To break a feed:\n';
  const applications = `${url}/gigs/${demoId(202)}/applications`; // no example of Swagger UI decides one of them
  const auth = '-H "Authorization: Bearer $TOKEN"';
  return `A tour, from another terminal: sign in as Alice, list, see who wants to move her sofa, accept Bob, break a feed.

  export TOKEN=${token}
  curl -s '${url}/events?limit=3' ${auth}
  curl -s ${applications} ${auth}
  curl -s -X PATCH ${applications}/${demoId(307)} ${auth} -H 'Content-Type: application/json' -d '{"status":"ACCEPTED"}'`;
}
