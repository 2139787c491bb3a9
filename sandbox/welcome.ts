/** What the demo found when it looked around. */
export interface Tour {
  /** Of the service. */
  url: string;
  /** Null where the service hands out no development tokens. */
  token: string | null;
  /** The first tagged event of the feed; null where none came. */
  example: { title: string; category: string | null; tags: string[]; total: number } | null;
  /** A gig of the signed-in user's with applications, one of them accepted. */
  gigId: string | null;
}

/** The block that the demo prints once all is there. */
export function welcome({
  url,
  token,
  example,
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
    `  Sandbox feed ${feedUrl}/events`,
    ...feedLines(token, example),
    '',
    ...signInLines(url, token, gigId),
    '',
    'The feed changes a little every minute. Pull it again, from another terminal:',
    '',
    `  CAMPUS_FEED_URL=${feedUrl} ${database} npm run --silent job -- campus-sync`,
    '',
    'Break the feed, look what else can go wrong, and mend it:',
    '',
    `  curl -X PUT ${feedUrl}/faults -d '{"campus":"truncated"}'`,
    `  curl ${feedUrl}/faults`,
    `  curl -X PUT ${feedUrl}/faults -d '{"campus":null}'`,
    '',
    'Ctrl-C ends it all.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function feedLines(token: string | null, example: Tour['example']): string[] {
  if (example) {
    const { title, category, tags, total } = example;
    return [
      `  Events       ${total} so far, such as "${title}" (${[category, ...tags].filter(Boolean).join(', ')})`,
    ];
  }
  return token === null
    ? []
    : ['  Events       none with tags yet: GET /ingestion/runs tells how the feed fared'];
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
