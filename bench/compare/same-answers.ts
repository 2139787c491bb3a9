import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'autocannon';
import type { Server } from '../servers.js';
import type { Fixture } from '../works/fixture.js';
import { type Requests, send as request, type Work } from '../works/works.js';

/** Requests of each work that are sent to all servers. */
const SAMPLES = 10;

interface Response {
  status: number;
  body: Record<string, unknown>;
}

/**
 * Sends requests of every work to all servers. What a baseline returns has to be part of what the service returns, and
 * have as much data; all have to refuse the same. So only servers that do the same are compared.
 * @throws Error that shows the first difference
 */
export async function assertSameAnswers(servers: Server[], works: Work[], fixture: Fixture): Promise<void> {
  for (const work of works) {
    const asked = servers.filter(({ name }) => !work.lacks?.includes(name));
    for (let index = 0; index < SAMPLES; index += 1) {
      const connection = index % fixture.tokens.length;
      const responses: Response[] = [];
      for (const server of asked) {
        const next = nextOf(work.requests(fixture, connection, server.name), index);
        const response = await send(server, next, fixture.tokens[connection]!);
        responses.push(response);
        const fault = faultOf(work, responses[0]!, response);
        if (fault) throw new Error(`${next.method} ${next.path} of the ${server.name}: ${fault}`);
      }
    }
    for (const server of asked) {
      const { status } = await send(server, nextOf(work.requests(fixture, 0, server.name), 0), 'made-up');
      if (status !== 401 && work.name !== 'apply')
        throw new Error(`The ${server.name} lets strangers in: ${work.name}`);
    }
  }
  for (const server of servers) await assertRefuses(server, fixture);
}

/** A server that checks less would be too fast. */
async function assertRefuses(server: Server, { tokens, ownGigs }: Fixture): Promise<void> {
  const own = ownGigs[0]![0]!;
  const cases: [Request, status: number][] = [
    [request('POST', '/events', { title: '' }), 400],
    [request('PATCH', `/events/${ownGigs[1]![0]}`, { title: 'Not mine' }), 403],
    [request('PATCH', `/events/${own}`, { title: '' }), 400],
    [request('POST', `/gigs/${own}/applications`, { message: 'My own gig' }), 403],
    [{ method: 'GET', path: '/events/00000000-0000-7000-8000-000000000000' }, 404],
  ];
  for (const [refused, expected] of cases) {
    const { status } = await send(server, refused, tokens[0]!);
    if (status !== expected)
      throw new Error(`${refused.method} ${refused.path} of the ${server.name}: ${status}, not ${expected}`);
  }
}

function nextOf(requests: Requests, index: number): Request {
  return typeof requests === 'function' ? requests() : requests[index % requests.length]!;
}

/** What is wrong with a response, beside that of the service. */
function faultOf(
  { status, own = [] }: Work,
  service: Response,
  { status: got, body }: Response,
): string | undefined {
  if (got !== status) return `status ${got}, not ${status}: ${JSON.stringify(body).slice(0, 200)}`;
  const [whole, part] = [without(own, service.body), without(own, body)];
  for (const [name, value] of Object.entries(part))
    if (name !== 'nextCursor' && name in whole && !isPart(value, whole[name]))
      return `another ${name}: ${JSON.stringify(value).slice(0, 400)}\nnot ${JSON.stringify(whole[name]).slice(0, 400)}`;
  return undefined;
}

function without(names: string[], body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
}

/** Whether a value equals another one but for members that it lacks. */
function isPart(value: unknown, whole: unknown): boolean {
  if (Array.isArray(value) && Array.isArray(whole))
    return value.length === whole.length && value.every((each, index) => isPart(each, whole[index]));
  if (!isObject(value) || !isObject(whole)) return isDeepStrictEqual(value, whole);
  return Object.entries(value).every(([name, each]) => name in whole && isPart(each, whole[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function send(
  server: Server,
  { method, path, headers, body }: Request,
  token: string,
): Promise<Response> {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    body: body as string | undefined,
  });
  return { status: response.status, body: (await response.json().catch(() => ({}))) as Response['body'] };
}
