import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { Pool } from 'undici';
import { startApp, type TestApp } from '../support/app.js';
import { operationAt, operations } from '../support/document.js';
import { type Plan, plansFor, USERS } from './plans.js';
import { expectAsDocumented, type Received } from './responses.js';
import { type Sent, World } from './world.js';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3_000);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);
/** The requests of each further round, mostly of operations that lack a success or a refusal. */
const MORE = 200;
const MOST_ROUNDS = 50;
/** A time limit in milliseconds for hangs, not a measure of speed. */
const TIMEOUT = 60_000 + (REQUESTS + MOST_ROUNDS * MORE) * 100;

/** A request to repeat by hand. */
function show({ method, path, headers, body }: Sent): string {
  const { Authorization, ...shown } = headers;
  const cut = (text: string) => (text.length > 2_000 ? `${text.slice(0, 2_000)}... (${text.length})` : text);
  const sent = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1');
  return `${method} ${cut(path)}\n${JSON.stringify(shown)}\n${sent === undefined ? '' : cut(JSON.stringify(sent))}`;
}

const UNPACK: Record<string, typeof gunzipSync> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Bytes of a head that may be too large for Node, which accepts 16 KiB with what the client adds. */
const LARGE_HEAD = 15 * 1024;

function sizeOfHead({ path, headers }: Sent): number {
  return Buffer.byteLength(path + JSON.stringify(headers));
}

describe('the check of a response', () => {
  const headers = {
    ...{ 'content-type': 'application/json', 'cache-control': 'no-store' },
    ...{ 'x-request-id': '1', 'api-version': '2.1.0' },
  };
  const check = (response: Partial<Received>) => () =>
    expectAsDocumented('GET', '/health/live', { status: 200, headers, text: '{"status":"ok"}', ...response });

  it('accepts what the document declares', () => expect(check({})).not.toThrow());
  it('refuses another shape', () => {
    expect(check({ text: '{"status":"ok","itemHash":"x"}' })).toThrow('must NOT have additional properties');
    expect(check({ text: '{}' })).toThrow("must have required property 'status'");
    expect(check({ headers: { ...headers, 'x-request-id': undefined } })).toThrow('X-Request-Id is missing');
    expect(check({ headers: { ...headers, 'x-request-id': '\n' } })).toThrow('X-Request-Id is not what');
    expect(check({ headers: { ...headers, 'content-type': 'text/html' } })).toThrow(
      'of the type "text/html"',
    );
    expect(check({ status: 302 })).toThrow('returned 302');
    expect(check({ status: 503, text: '{"code":"UNAVAILABLE"}' })).toThrow('It is a 503.');
  });
});

describe(`${REQUESTS} requests generated from the document (FUZZ_SEED=${SEED})`, () => {
  const world = new World();
  const seen = new Map(operations.map(({ name }) => [name, new Set<number>()]));
  let service: TestApp;
  let connection: Pool;

  beforeAll(async () => {
    process.stdout.write(`fuzz: ${REQUESTS} requests, FUZZ_SEED=${SEED}\n`);
    service = await startApp({ AUTH_DEV_TOKENS: 'true', RATE_LIMIT: '1000000' });
    connection = new Pool(service.url, { connections: 1 });
    for (const user of USERS) await service.as(user).get('/users/me');
    const [event] = await service.database.query<{ id: string }>(`
      INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
      VALUES (gen_random_uuid(), 'Lecture', '', 'EVENT', '{"name": "Hall"}', now(), 'CAMPUS_API', 'lecture')
      RETURNING id`);
    world.add('/events/{}', { ids: [event!.id], owner: null });
  });
  afterAll(async () => {
    await connection.close();
    await service.close();
  });

  async function send({ method, path, headers, body }: Sent): Promise<Received> {
    const response = await connection.request({ method: method as 'GET', path, headers, body });
    const isStream = String(response.headers['content-type']).startsWith('text/event-stream');
    if (isStream) response.body.destroy();
    const bytes = isStream ? Buffer.alloc(0) : Buffer.from(await response.body.arrayBuffer());
    const unpack = UNPACK[String(response.headers['content-encoding'])];
    const text = (unpack && bytes.length > 0 ? unpack(bytes) : bytes).toString();
    return { status: response.statusCode, headers: response.headers, text };
  }

  async function tryOut(plan: Plan): Promise<void> {
    const sent = world.request(plan);
    try {
      const response = await send(sent);
      // Node's parser refuses it before it reaches an operation.
      if (response.status === 431 && sizeOfHead(sent) > LARGE_HEAD) return;
      expectAsDocumented(sent.method, sent.path, response);
      const operation = operationAt(sent.method, sent.path);
      if (!operation) return;
      seen.get(operation.name)?.add(response.status);
      const isJson = response.status < 300 && response.headers['content-type']?.includes('json');
      if (response.status < 300)
        world.learn(operation.template, sent, isJson ? JSON.parse(response.text) : undefined);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${show(sent)}`);
    }
  }

  it(
    'get responses as documented, with a success and a refusal of every operation',
    async () => {
      const isLacking = (statuses: Set<number>) =>
        !(Math.min(...statuses) < 300 && Math.max(...statuses) >= 400);
      let lacking = [...seen];
      let requests = 0;
      for (let round = 0; lacking.length > 0 && round < MOST_ROUNDS; round += 1) {
        const plans = plansFor(round > 0 ? lacking.map(([name]) => name) : []);
        // No shrinking: the failure depends on earlier requests.
        const options = { numRuns: round > 0 ? MORE : REQUESTS, seed: SEED + round, endOnFailure: true };
        const { failed, numRuns, errorInstance } = await fc.check(fc.asyncProperty(plans, tryOut), options);
        requests += numRuns;
        if (failed)
          throw new Error(`Request ${requests}, FUZZ_SEED=${SEED}: ${(errorInstance as Error).message}`);
        lacking = [...seen].filter(([, statuses]) => isLacking(statuses));
      }
      expect(lacking.map(([name, statuses]) => `${name}: ${[...statuses]}`)).toEqual([]);
    },
    TIMEOUT,
  );

  it('do not change prototypes of the process', () => {
    for (const prototype of [Object.prototype, Array.prototype, String.prototype])
      expect(Object.keys(prototype)).toEqual([]);
  });
});
