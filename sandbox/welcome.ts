import { DEMO_CALENDAR_TOKEN, demoId } from '../src/openapi/examples.js';

/** What the demo has found in the service. */
export interface Tour {
  /** Of the service. */
  url: string;
  /** Alice's; null where the service gives no development tokens, and nothing is seeded. */
  token: string | null;
  /** The first tagged event of each feed that has some, and the number of the feed's events. */
  examples: { feed: string; title: string; category: string | null; tags: string[]; total: number }[];
}

/** What the demo prints when all is there. */
export function welcome({
  url,
  token,
  examples,
  feedUrl,
  env,
}: Tour & { feedUrl: string; env: NodeJS.ProcessEnv }) {
  const database = env.DATABASE_URL ? 'DATABASE_URL=...' : `DATA_DIR=${env.DATA_DIR}`;
  const pull = (feed: string) => `${feed} ${database} npm run --silent job --`;
  const lines = [
    '',
    'The demo is up.',
    '',
    `  Docs            ${url}/docs`,
    `  Sandbox         ${feedUrl} (both feeds; /faults lists what can go wrong)`,
    ...calendarLines(url, token),
    ...eventLines(token, examples),
    '',
    ...tourLines(url, token, feedUrl),
    '',
    'Pull a feed to see it. null in place of "truncated" mends it; the campus feed changes a little every minute:',
    '',
    `  ${pull(`CAMPUS_FEED_URL=${feedUrl}`)} campus-sync`,
    `  ${pull(`TICKET_FEED_URL=${feedUrl} TICKET_FEED_API_KEY=${env.TICKET_FEED_API_KEY}`)} ticket-sync`,
    '',
    ...modelLines(feedUrl, env),
    'Ctrl-C ends it all.',
  ];
  return `${lines.join('\n')}\n`;
}

function calendarLines(url: string, token: string | null): string[] {
  if (token === null) return [];
  return [
    `  Calendar        ${url}/calendars/${DEMO_CALENDAR_TOKEN}.ics (what people plan: subscribe to it)`,
  ];
}

function modelLines(feedUrl: string, { TAGGER, TAGGER_BASE_URL }: NodeJS.ProcessEnv): string[] {
  if (TAGGER !== 'llm' || !TAGGER_BASE_URL?.startsWith(feedUrl)) return [];
  return [
    'Take the language model away, create an event or ask the assistant, and bring it back:',
    '',
    `  curl -X PUT ${feedUrl}/faults -d '{"llm":"silent"}'`,
    `  curl -X PUT ${feedUrl}/faults -d '{"llm":null}'`,
    '',
  ];
}

function eventLines(token: string | null, examples: Tour['examples']): string[] {
  const lines = examples.map(
    ({ feed, title, category, tags, total }) =>
      `  ${feed.padEnd(15)} ${total} events, such as "${title}" (${[category, ...tags].filter(Boolean).join(', ')})`,
  );
  return token === null || lines.length > 0
    ? lines
    : ['  Feeds           no events with tags yet: GET /ingestion/runs tells how the feeds fared'];
}

function tourLines(url: string, token: string | null, feedUrl: string): string[] {
  const breakFeed = `  curl -X PUT ${feedUrl}/faults -d '{"campus":"truncated"}'`;
  if (token === null)
    return [
      'The service hands out no tokens (AUTH_DEV_TOKENS), so bring one of your own. To break a feed:',
      '',
      breakFeed,
    ];
  const applications = `${url}/gigs/${demoId(201)}/applications`;
  const auth = '-H "Authorization: Bearer $TOKEN"';
  return [
    'A tour, from another terminal: sign in as Alice, list, see who wants to be her stage hand, accept Bob, break a feed.',
    '',
    `  export TOKEN=${token}`,
    `  curl -s '${url}/events?limit=3' ${auth}`,
    `  curl -s ${applications} ${auth}`,
    `  curl -s -X PATCH ${applications}/${demoId(301)} ${auth} -H 'Content-Type: application/json' -d '{"status":"ACCEPTED"}'`,
    breakFeed,
  ];
}
