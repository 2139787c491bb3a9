import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runDemo } from './run-demo.js';

/** Stands in for the service: ready after a while, tags what the feed holds, ends as it is told to. */
const service = `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const { PORT, HOST, CAMPUS_FEED_URL, TICKET_FEED_URL, TICKET_FEED_API_KEY, DATA_DIR, SEEN, FATE, TOKENS } = process.env;
const { TAGGER_BASE_URL, TAGGER_MODEL } = process.env;
writeFileSync(SEEN, JSON.stringify({ pid: process.pid, CAMPUS_FEED_URL, DATA_DIR, PORT, TAGGER_BASE_URL, TAGGER_MODEL }));
if (FATE === 'dies') process.exit(7);
if (FATE === 'stops badly') process.on('SIGTERM', () => process.exit(3));
else process.on('SIGTERM', () => process.exit(0));
const since = Date.now();
createServer(async (request, response) => {
  const say = (status, body) => response.writeHead(status).end(JSON.stringify(body));
  if (request.url === '/health/ready') return say(Date.now() - since < 300 ? 503 : 200, {});
  if (request.url === '/auth/token') return TOKENS === 'off' ? say(404, {}) : say(201, { accessToken: 'a.b.c' });
  if (request.headers.authorization !== 'Bearer a.b.c') return say(401, {});
  const ofTickets = request.url.includes('source=TICKET_API');
  const path = ofTickets ? '/discovery/v2/events.json?size=200&apikey=' + TICKET_FEED_API_KEY : '/events';
  const feed = await (await fetch((ofTickets ? TICKET_FEED_URL : CAMPUS_FEED_URL) + path)).json();
  const events = ofTickets ? feed._embedded.events : feed.data.events;
  const title = events[0].title ?? events[0].name;
  const tags = FATE === 'tags nothing' || Date.now() - since < 600 ? [] : ['music'];
  say(200, { data: [{ title, category: 'MUSIC', tags }], total: feed.page?.totalElements ?? events.length });
}).listen(Number(PORT), HOST);
`;

let folder: string;
let printed: string;
let seeded: NodeJS.ProcessEnv[];
let stop: AbortController;
let running: Promise<number>[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  await writeFile(join(folder, 'service.mjs'), service);
  printed = '';
  seeded = [];
  stop = new AbortController();
  running = [];
});
afterEach(async () => {
  // A test that failed halfway leaves no service behind either.
  stop.abort();
  await Promise.allSettled(running);
  await rm(folder, { recursive: true });
});

describe('the demo', () => {
  it('shows the way around once the feed’s events are there, and ends with the service’s code', async () => {
    const code = demo({ FATE: 'stops badly' });
    await printedIs('Ctrl-C ends it all.');
    const { CAMPUS_FEED_URL, DATA_DIR, PORT, pid } = await seen();
    expect(DATA_DIR).toBe('.data/demo');
    expect(printed).toContain(`http://127.0.0.1:${PORT}/docs`);
    expect(printed).toMatch(new RegExp(`Calendar +http://127.0.0.1:${PORT}/calendars/[\\w-]{43}\\.ics`));
    expect(printed).toContain('export TOKEN=a.b.c\n');
    expect(printed).toContain(`curl -X PUT ${CAMPUS_FEED_URL}/faults`);
    expect(printed).toContain(`Sandbox         ${CAMPUS_FEED_URL} `);
    expect(printed).toMatch(/Campus feed +300 events, such as ".+" \(MUSIC, music\)/);
    expect(printed).toMatch(/Ticketing feed +320 events, such as ".+" \(MUSIC, music\)/);
    expect(printed).toContain(`TICKET_FEED_URL=${CAMPUS_FEED_URL} TICKET_FEED_API_KEY=sandbox-key`);

    stop.abort();
    expect(await code).toBe(3);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    await expect(fetch(`${CAMPUS_FEED_URL}/events`)).rejects.toThrow();
    expect(printed).not.toContain('ended by itself');
  });

  it('stands in for the language model where one is wanted, and shows how to take it away', async () => {
    const code = demo({ TAGGER: 'llm' });
    await printedIs('Ctrl-C ends it all.');
    const { CAMPUS_FEED_URL, TAGGER_BASE_URL, TAGGER_MODEL } = await seen();
    expect({ TAGGER_BASE_URL, TAGGER_MODEL }).toEqual({
      TAGGER_BASE_URL: `${CAMPUS_FEED_URL}/v1`,
      TAGGER_MODEL: 'sandbox',
    });
    const answer = await fetch(`${TAGGER_BASE_URL}/chat/completions`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(400);
    expect(printed).toContain(`curl -X PUT ${CAMPUS_FEED_URL}/faults -d '{"llm":"silent"}'`);
    stop.abort();
    await code;
  });

  it.each([
    [{}, undefined],
    [{ TAGGER: 'llm', TAGGER_BASE_URL: 'http://127.0.0.1:1/v1' }, 'http://127.0.0.1:1/v1'],
  ])('leaves the tagger as it is set: %j', async (env, expected) => {
    const code = demo(env as Record<string, string>);
    await printedIs('Ctrl-C ends it all.');
    expect((await seen()).TAGGER_BASE_URL).toBe(expected);
    expect(printed).not.toContain('"llm"');
    stop.abort();
    await code;
  });

  it('ends with the service that ends early, and says so', async () => {
    expect(await demo({ FATE: 'dies' })).toBe(7);
    expect(printed).toContain('The service ended by itself (exit code 7)');
  });

  it('says so when the service hands out no tokens', async () => {
    const code = demo({ TOKENS: 'off' });
    await printedIs('hands out no tokens');
    stop.abort();
    expect(await code).toBe(0);
  });

  it('seeds the database of the service, once it is ready', async () => {
    const code = demo({ DATABASE_URL: 'postgres://somewhere/else' });
    await printedIs('Ctrl-C ends it all.');
    expect(seeded).toMatchObject([{ DATABASE_URL: 'postgres://somewhere/else', PORT: (await seen()).PORT }]);
    stop.abort();
    await code;
  });

  it('seeds nothing where the service hands out no tokens', async () => {
    const code = demo({ TOKENS: 'off' });
    await printedIs('Ctrl-C ends it all.');
    expect(seeded).toEqual([]);
    stop.abort();
    await code;
  });

  it('is a tour of five commands on one screen', async () => {
    const code = demo({});
    await printedIs('Ctrl-C ends it all.');
    const tour = printed.slice(printed.indexOf('A tour'), printed.indexOf('Pull a feed'));
    expect(tour.match(/^ {2}(export|curl) /gm)).toHaveLength(5);
    expect(printed.split('\n').length).toBeLessThanOrEqual(24);
    stop.abort();
    await code;
  });

  it('gives up waiting for tags after a while, and goes on', async () => {
    const code = demo({ FATE: 'tags nothing' }, 500);
    await printedIs('no events with tags yet');
    stop.abort();
    expect(await code).toBe(0);
  });

  it('stops while the service is still starting', async () => {
    const code = demo({});
    await untilTrue(async () => (await seen().catch(() => null)) !== null);
    stop.abort();
    await code;
    const { pid } = await seen();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(printed).toBe('');
  });

  it('starts nothing on a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const PORT = `${(other.address() as AddressInfo).port}`;
    expect(await demo({ PORT })).toBe(1);
    expect(printed).toContain(`Port ${PORT} is taken`);
    await expect(seen()).rejects.toThrow('ENOENT');
    other.close();
  });
});

function demo(env: Record<string, string>, patienceMs?: number): Promise<number> {
  const code = runDemo({
    entry: join(folder, 'service.mjs'),
    env: { PATH: process.env.PATH, PORT: '0', SEEN: join(folder, 'seen.json'), ...env },
    seed: async (env) => {
      seeded.push(env);
    },
    stop: stop.signal,
    print: (text) => {
      printed += text;
    },
    patienceMs,
  });
  running.push(code);
  return code;
}

interface Seen {
  pid: number;
  CAMPUS_FEED_URL: string;
  DATA_DIR: string;
  PORT: string;
  TAGGER_BASE_URL?: string;
  TAGGER_MODEL?: string;
}

async function seen(): Promise<Seen> {
  return JSON.parse(await readFile(join(folder, 'seen.json'), 'utf8'));
}

function printedIs(text: string): Promise<void> {
  return untilTrue(async () => printed.includes(text));
}

async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`It does not come. Printed so far: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
