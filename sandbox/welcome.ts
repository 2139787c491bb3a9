/** What the demo found when it looked around. */
export interface Tour {
  /** Of the service. */
  url: string;
  /** Null where the service hands out no development tokens. */
  token: string | null;
  /** The first tagged event of each feed that has brought some, and how many it has brought. */
  examples: { title: string; category: string | null; tags: string[]; total: number }[];
  /** A gig of the signed-in user's with applications, one of them accepted. */
  gigId: string | null;
}

/** The block that the demo prints once all is there. */
export function welcome({
  url,
  token,
  examples,
  gigId,
  feedUrl,
  env,
}: Tour & { feedUrl: string; env: NodeJS.ProcessEnv }) {
  const database = env.DATABASE_URL ? 'DATABASE_URL=...' : `DATA_DIR=${env.DATA_DIR}`;
  const lines = [
    '',
    'The demo is up.',
    '',
    `  Docs         ${url}/docs`,
    `  Feeds        ${feedUrl}/events`,
    `               ${feedUrl}/discovery/v2/events.json?apikey=${env.TICKET_FEED_API_KEY}`,
    ...eventLines(token, examples),
    '',
    ...signInLines(url, token, gigId),
    '',
    'The campus feed changes a little every minute. Pull it again, from another terminal, or the ticketing feed:',
    '',
    `  CAMPUS_FEED_URL=${feedUrl} ${database} npm run --silent job -- campus-sync`,
    `  TICKET_FEED_URL=${feedUrl} TICKET_FEED_API_KEY=${env.TICKET_FEED_API_KEY} ${database} npm run --silent job -- ticket-sync`,
    '',
    'Break the feeds, look what else can go wrong, and mend it:',
    '',
    `  curl -X PUT ${feedUrl}/faults -d '{"campus":"truncated","ticketing":"quota"}'`,
    `  curl ${feedUrl}/faults`,
    `  curl -X PUT ${feedUrl}/faults -d '{"campus":null,"ticketing":null}'`,
    '',
    ...modelLines(feedUrl, env),
    'Ctrl-C ends it all.',
    '',
  ];
  return `${lines.join('\n')}\n`;
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
    ({ title, category, tags, total }) =>
      `  Events       ${total} so far, such as "${title}" (${[category, ...tags].filter(Boolean).join(', ')})`,
  );
  return token === null || lines.length > 0
    ? lines
    : ['  Events       none with tags yet: GET /ingestion/runs tells how the feeds fared'];
}

function signInLines(url: string, token: string | null, gigId: string | null): string[] {
  if (token === null) {
    return ['The service hands out no tokens (AUTH_DEV_TOKENS), so bring one of your own.'];
  }
  return [
    'Sign in as Alice: paste the token under "Authorize" in the docs, or use a shell:',
    '',
    `  export TOKEN=${token}`,
    `  curl -s '${url}/events?source=CAMPUS_API&limit=3' -H "Authorization: Bearer $TOKEN"`,
    ...(gigId === null
      ? []
      : [
          '',
          'Alice has posted gigs; three people have applied to one, and she has taken the first:',
          '',
          `  curl -s ${url}/gigs/${gigId}/applications -H "Authorization: Bearer $TOKEN"`,
          `  curl -s ${url}/notifications -H "Authorization: Bearer $TOKEN"`,
        ]),
  ];
}
