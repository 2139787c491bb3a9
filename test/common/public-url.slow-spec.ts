import { request } from 'node:http';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { Client, type ServiceResponse } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { StrippingProxy } from '../support/stripping-proxy.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

const ISSUER = 'https://id.example.org';
const tokenOf = (sub: string) => signToken({ sub, iss: ISSUER });
const METADATA = '/.well-known/oauth-protected-resource';
/** The URL of the metadata in a challenge. */
const challengeOf = (headers: Headers) =>
  /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';

describe('behind a proxy that strips a path', () => {
  let proxy: StrippingProxy;
  let service: TestApp;
  let alice: Client;
  let nobody: Client;

  beforeAll(async () => {
    proxy = await StrippingProxy.start('/api');
    service = await startApp({
      PUBLIC_URL: `${proxy.url}/`,
      AUTH_DEV_TOKENS: 'true',
      AUTH_ISSUER: ISSUER,
    });
    proxy.target = service.url;
    alice = new Client(proxy.url, tokenOf('alice'));
    nobody = new Client(proxy.url);
  });
  beforeEach(() => proxy.astray.splice(0));
  afterAll(async () => {
    await service.close();
    await proxy.close();
  });

  /** Follows a URL of a response at `from`, as a client does. */
  const follow = async (address: string | null, from: string, client = nobody) => {
    const { href } = new URL(address ?? 'nowhere:', proxy.url + from);
    if (!href.startsWith(`${proxy.url}/`)) return { href, status: 'outside' } as const;
    const { status, text } = await client.get(href.slice(proxy.url.length));
    return { href, status, text };
  };

  it('is reached only below the path', async () => {
    expect((await nobody.get('/health/live')).status).toBe(200);
    expect((await fetch(new URL('/health/live', proxy.url))).status).toBe(404);
    expect(proxy.astray).toEqual(['/health/live']);
  });

  it('every Location is the URL of the created resource', async () => {
    const { id } = await createEvent(alice, gigBody());
    const bob = new Client(proxy.url, tokenOf('bob'));
    const collection = await alice.post('/collections', { name: 'Mine' });
    const conversation = await alice.post('/conversations', {});
    const creations: [string, Client, ServiceResponse][] = [
      ['/events', alice, await alice.post('/events', eventBody())],
      ['/gigs', alice, await alice.post('/gigs', gigBody())],
      ['/collections', alice, collection],
      ['/conversations', alice, conversation],
      ['/calendars', alice, await alice.post('/calendars', { kind: 'SAVED' })],
    ];
    for (const [path, client, body] of [
      [`/gigs/${id}/applications`, bob, {}],
      [`/events/${id}/interactions`, bob, { action: 'SAVE' }],
      [`/collections/${collection.body.id}/items`, alice, { eventId: id }],
      [`/conversations/${conversation.body.id}/messages`, alice, { content: 'Any gigs?' }],
      ['/auth/token', alice, { userId: 'alice' }],
    ] as const)
      creations.push([path, client, await client.post(path, body)]);
    for (const [path, client, { status, headers }] of creations) {
      expect({ path, status }).toEqual({ path, status: 201 });
      expect(await follow(headers.get('location'), path, client)).toMatchObject({ status: 200 });
    }
    expect(proxy.astray).toEqual([]);
  });

  it('the document names it as the server', async () => {
    const { servers } = (await nobody.get('/openapi.json')).body;
    expect(servers).toEqual([{ url: proxy.url }]);
    expect((await nobody.get('/openapi.yaml')).text).toContain(`- url: ${proxy.url}\n`);
  });

  it.each(['/', '', '/?from=bookmark'])('%j redirects to the documentation', async (path) => {
    const { status, headers } = await nobody.get(path);
    expect(status).toBe(302);
    const page = await follow(headers.get('location'), path);
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('<div id="swagger-ui">') });
  });

  it.each(['/docs', '/docs/', '/docs/guide', '/docs/rules', '/docs/testing', '/docs/testing/'])(
    'every link of %s works',
    async (path) => {
      const links = [...(await nobody.get(path)).text.matchAll(/ (?:href|src)="([^"#][^"]*)"/g)];
      const own = links.map(([, link]) => link!).filter((link) => !link.startsWith('https:'));
      expect(own.length).toBeGreaterThan(4);
      for (const link of own) expect(await follow(link, path)).toMatchObject({ status: 200 });
    },
  );

  it('calendars are at their URLs, and link to the documentation', async () => {
    const { icsUrl, rssUrl, id } = (await alice.post('/calendars', { kind: 'EVENTS' })).body;
    expect(await follow(icsUrl, '/calendars')).toMatchObject({ href: icsUrl, status: 200 });
    const rss = await follow(rssUrl, '/calendars');
    expect(rss).toMatchObject({ href: rssUrl, status: 200 });
    const [, link] = /<link>([^<]*)<\/link>/.exec(rss.text!)!;
    expect(await follow(link!, '/')).toMatchObject({ status: 302 });
    const rotated = (await alice.post(`/calendars/${id}/rotate`)).body;
    expect(await follow(rotated.icsUrl, '/calendars')).toMatchObject({ status: 200 });
  });

  it('agents find the metadata, which has the URL', async () => {
    const refused = await nobody.post('/mcp', { jsonrpc: '2.0', method: 'tools/list' });
    expect(refused.status).toBe(401);
    const metadata = await follow(challengeOf(refused.headers), '/mcp');
    expect(metadata).toMatchObject({
      status: 200,
      text: expect.stringContaining(`"resource":"${proxy.url}`),
    });
  });
});

describe('the Host of a request', () => {
  let database: TestDatabase;
  let service: TestApp;
  afterEach(() => service?.close());
  afterAll(() => database.drop());
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  const start = async (environment: Environment) => {
    service = await startApp({ AUTH_ISSUER: ISSUER, TRUST_PROXY: '1', ...environment }, database);
  };
  const bearer = `Bearer ${tokenOf('alice')}`;

  /** The whole response, without what differs each time. */
  const said = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    new Promise<{ text: string; whole: string; location: string }>((resolve, reject) => {
      const outgoing = request(service.url + path, { method, headers }, async (response) => {
        const { date: _, 'x-request-id': requestId, ...kept } = response.headers;
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        const location = `${kept.location}`.replace(/[\da-f-]{36}/, 'ID');
        resolve({
          text,
          location,
          whole: JSON.stringify({ ...kept, text }).replaceAll(String(requestId), ''),
        });
      });
      outgoing.on('error', reject).end(body && JSON.stringify(body));
    });

  /** The responses to a client that uses this host, at each place that could name it. */
  async function allSaid(host: string): Promise<Record<string, string>> {
    const by = { host, 'x-forwarded-host': host };
    const sending = { ...by, 'content-type': 'application/json', authorization: bearer };
    const { icsUrl, rssUrl } = JSON.parse(
      (await said('POST', '/calendars', sending, { kind: 'SAVED' })).text,
    );
    const rss = await said('GET', `/calendars/${rssUrl.split('/').at(-1)}`, by);
    const { authorization: _, ...unsigned } = sending;
    return {
      icsUrl: icsUrl.replace(/[\w-]{43}/, 'TOKEN'),
      rssUrl: rssUrl.replace(/[\w-]{43}/, 'TOKEN'),
      rss: rss.whole,
      root: (await said('GET', '/', by)).whole,
      docs: (await said('GET', '/docs', by)).whole,
      document: (await said('GET', '/openapi.json', by)).whole,
      location: (await said('POST', '/events', sending, eventBody())).location,
      challenge: (await said('POST', '/mcp', unsigned, {})).whole,
      metadata: (await said('GET', METADATA, by)).text,
    };
  }
  const naming = (all: Record<string, string>, host: string) =>
    Object.keys(all).filter((place) => all[place]!.includes(host));
  const differing = (one: Record<string, string>, other: Record<string, string>) =>
    Object.keys(one).filter((place) => one[place] !== other[place]);

  it('is in the URLs of responses outside production if none is configured', async () => {
    await start({});
    const all = await allSaid('evil.example');
    const places = ['icsUrl', 'rssUrl', 'rss', 'challenge', 'metadata'];
    expect(naming(all, 'evil.example')).toEqual(places);
    expect(differing(all, await allSaid('events.example.org:8443'))).toEqual(places);
  });

  it('changes no response in production', async () => {
    await start({ NODE_ENV: 'production' });
    const all = await allSaid('evil.example');
    expect(naming(all, 'evil.example')).toEqual([]);
    expect(differing(all, await allSaid('events.example.org:8443'))).toEqual([]);
    const { origin } = new URL(all.icsUrl!);
    expect(origin).toBe(service.url.replace('127.0.0.1', 'localhost'));
    expect(naming(all, origin)).toEqual(['icsUrl', 'rssUrl', 'rss', 'challenge', 'metadata']);
  });

  it('changes no response if PUBLIC_URL is set', async () => {
    await start({ PUBLIC_URL: 'https://x.example/api' });
    const all = await allSaid('evil.example');
    expect(naming(all, 'evil.example')).toEqual([]);
    expect(differing(all, await allSaid('events.example.org:8443'))).toEqual([]);
    expect(all.icsUrl).toBe('https://x.example/api/calendars/TOKEN.ics');
  });
});

describe('a missing PUBLIC_URL', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('causes one warning at the start in production', async () => {
    const isWarning = (line: string) => line.includes('"level":40,') && line.includes('PUBLIC_URL');
    const start = async (environment: Environment) => {
      const process = await Service.start(database.url, { NODE_ENV: 'production', ...environment });
      await until(() => process.output.includes('Listening at'));
      await process.stop();
      return process.output.split('\n').filter(isWarning);
    };
    expect(await start({})).toEqual([expect.stringContaining('localhost')]);
    expect(await start({ PUBLIC_URL: 'https://x.example/api' })).toEqual([]);
  });
});
