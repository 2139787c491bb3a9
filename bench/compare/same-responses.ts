import { isDeepStrictEqual } from 'node:util';
import type { Request } from 'autocannon';
import { type Server, signTokens } from '../servers.js';
import { EXHAUSTED, type Fixture } from '../works/fixture.js';
import { iterate, newEvent, send, type Work } from '../works/works.js';

/** Requests of each work that are sent to all servers. */
const SAMPLES = 10;

type Body = Record<string, unknown>;

/**
 * Sends requests of every work to all servers. What a baseline returns has to be part of what the service
 * returns, and lists have to be as long; all have to refuse the same. So only servers that do the same are compared.
 * @throws Error that shows the first difference
 */
export async function assertSameResponses(servers: Server[], works: Work[], fixture: Fixture): Promise<void> {
  for (const work of works)
    for (let connection = 0; connection < SAMPLES; connection += 1) {
      let service: Body | undefined;
      for (const server of servers.filter(({ name }) => !work.lacks?.includes(name))) {
        const request = iterate(work.requests(fixture, connection, server.name))();
        const body = await assertStatus(server, request, work.status, fixture.tokens[connection]!);
        service ??= body;
        const differs = ([name, value]: [string, unknown]) =>
          name !== 'nextCursor' &&
          !work.own?.includes(name) &&
          name in service! &&
          !isPart(value, service![name]);
        const [name, value] = Object.entries(body).find(differs) ?? [];
        if (name)
          throw new Error(`${of(server, request)}: ${name} is ${shown(value)}\nnot ${shown(service[name])}`);
      }
    }
  for (const server of servers) await assertRefuses(server, fixture);
}

/** A server that checks less would be too fast. */
async function assertRefuses(server: Server, { tokens, ownGigs }: Fixture): Promise<void> {
  const [[own], [other]] = ownGigs as [string[], string[]];
  const list: Request = { method: 'GET', path: '/events' };
  const unknown: Request = { method: 'GET', path: '/events/00000000-0000-7000-8000-000000000000' };
  await assertStatus(server, list, 401, 'made-up');
  await assertStatus(server, unknown, 404, tokens[0]!);
  await assertStatus(server, send('POST', '/events', { title: '' }), 400, tokens[0]!);
  await assertStatus(server, send('PATCH', `/events/${own}`, { title: '' }), 400, tokens[0]!);
  await assertStatus(server, send('PATCH', `/events/${other}`, { title: 'Not mine' }), 403, tokens[0]!);
  await assertStatus(server, send('POST', `/gigs/${own}/applications`, { message: 'Mine' }), 403, tokens[0]!);
  if (server.name === 'nest') return; // it has no limits
  const [exhausted = ''] = await signTokens(1, EXHAUSTED);
  await assertStatus(server, send('POST', '/events', newEvent(0)), 409, exhausted);
  await assertStatus(server, send('POST', `/gigs/${other}/applications`, {}), 409, exhausted);
}

/** The body of a response, which has to have this status. */
async function assertStatus(
  server: Server,
  request: Request,
  expected: number,
  token: string,
): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, ...(request.headers as Record<string, string>) };
  const { method, body } = request;
  const response = await fetch(server.url + request.path, {
    method,
    headers,
    body: body as string | undefined,
  });
  const text = await response.text();
  if (response.status === expected) return JSON.parse(text);
  throw new Error(
    `${of(server, request)}: status ${response.status}, not ${expected}: ${text.slice(0, 300)}`,
  );
}

/** Whether a value equals another one but for members that it lacks. */
function isPart(value: unknown, whole: unknown): boolean {
  if (typeof value !== 'object' || typeof whole !== 'object' || !value || !whole)
    return isDeepStrictEqual(value, whole);
  if (Array.isArray(value) && value.length !== (whole as unknown[]).length) return false;
  return Object.entries(value).every(([name, each]) => isPart(each, (whole as Body)[name]));
}

const of = ({ name }: Server, { method, path }: Request) => `${method} ${path} of the ${name}`;
const shown = (value: unknown) => JSON.stringify(value).slice(0, 400);
