import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { baselinesOf, type Pair, type Side } from '../pair.js';
import type { Server } from '../servers.js';
import type { Fixture } from './fixture.js';
import type { Refused, Requests, Scenario } from './scenario.js';

/** Requests of each scenario that are sent to all. */
const SAMPLES = 25;
/** Milliseconds for PostgreSQL to apply a setting. */
const RELOAD_TIME = 500;

interface Answer {
  status: number;
  type: string | null;
  etag: string | null;
  body: Record<string, unknown>;
}

/** A request that a server has answered. */
interface Asked {
  server: Server<Side>;
  request: Request;
  answer: Answer;
}

/**
 * Sends requests of every scenario to all servers, then requests that all must refuse. After a page it requests the
 * next one, too. So only servers that do the same are compared.
 * @throws Error that shows the first difference
 */
export async function assertSameAnswers(
  pair: Pair,
  scenarios: Scenario[],
  fixture: Fixture,
  database: pg.Client,
): Promise<void> {
  const { tokens } = fixture;
  const { service } = pair;
  // By default, scans of a table start where the last one stopped, and so find other rows first.
  await configure(database, 'synchronize_seqscans = off');
  for (const scenario of scenarios) {
    const request = ({ name }: Server<Side>, connection: number, index: number) =>
      requestOf(scenario.requests(fixture, connection, name), index);
    const baselines = baselinesOf(pair, scenario.without);
    for (const server of [service, ...baselines])
      await assertRefusesStrangers(server.url, scenario, request(server, 0, 0));
    for (let index = 0; index < SAMPLES; index += 1) {
      const connection = index % tokens.length;
      const token = tokens[connection]!;
      const ask = async (server: Server<Side>): Promise<Asked> => {
        const asked = request(server, connection, index);
        return { server, request: asked, answer: await send(server.url, asked, token) };
      };
      const ours = await ask(service);
      const all = [ours];
      for (const server of baselines) {
        const theirs = await ask(server);
        assertEqual(scenario, ours, theirs);
        await compareNextPages(scenario, ours, theirs, token);
        if (scenario.stored) await assertSameStored(scenario.stored, ours, theirs, database);
        all.push(theirs);
      }
      if (scenario.again)
        for (const { server, request } of all)
          await assertRefuses(server.url, { request, connection, ...scenario.again }, tokens);
    }
    for (const refused of scenario.refused?.(fixture) ?? [])
      for (const { url } of [service, ...baselines]) await assertRefuses(url, refused, tokens);
  }
  await configure(database, 'synchronize_seqscans = DEFAULT');
}

/** Changes a setting for all connections. */
async function configure(database: pg.Client, assignment: string): Promise<void> {
  await database.query(`ALTER SYSTEM SET ${assignment}`);
  await database.query('SELECT pg_reload_conf()');
  await sleep(RELOAD_TIME);
}

function requestOf(requests: Requests, index: number): Request {
  return typeof requests === 'function' ? requests() : requests[index % requests.length]!;
}

async function assertRefuses(
  url: string,
  { request, connection, status, code }: Refused,
  tokens: string[],
): Promise<void> {
  const answer = await send(url, request, tokens[connection]!);
  if (answer.status === status && answer.body.code === code) return;
  const got = `${answer.status} ${answer.body.code}`;
  throw new Error(`${request.method} ${url}${request.path} is answered ${got}, not ${status} ${code}`);
}

async function assertSameStored(
  text: string,
  ours: Asked,
  theirs: Asked,
  database: pg.Client,
): Promise<void> {
  const stored = async ({ answer }: Asked) =>
    JSON.stringify((await database.query(text, [answer.body.id])).rows);
  const [left, right] = [await stored(ours), await stored(theirs)];
  if (left === right) return;
  const { method, path } = ours.request;
  throw new Error(
    `${method} ${path} is stored differently:\n  service ${left}\n  ${theirs.server.name} ${right}`,
  );
}

/** A server that lets everybody in would be too fast. */
async function assertRefusesStrangers(server: string, scenario: Scenario, request: Request): Promise<void> {
  const { status } = await send(server, request, 'made-up');
  if (status !== 401)
    throw new Error(`${scenario.title} with a made-up token is answered ${status}, not 401`);
}

async function compareNextPages(
  scenario: Scenario,
  ours: Asked,
  theirs: Asked,
  token: string,
): Promise<void> {
  if (typeof ours.answer.body.nextCursor !== 'string') return;
  const next = async ({ server, request, answer }: Asked): Promise<Asked> => {
    const going = { ...request, path: goOn(request.path!, answer.body.nextCursor as string) };
    return { server, request: going, answer: await send(server.url, going, token) };
  };
  assertEqual(scenario, await next(ours), await next(theirs));
}

/** The path of a cursor's page. With a cursor there may be no offset. */
function goOn(path: string, cursor: string): string {
  const [list, query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  parameters.set('cursor', cursor);
  return `${list}?${parameters}`;
}

function assertEqual(scenario: Scenario, ours: Asked, theirs: Asked): void {
  const { method, path } = ours.request;
  if (ours.answer.status !== scenario.status)
    throw new Error(`${method} ${path}: the service answers ${ours.answer.status}, not ${scenario.status}`);
  const [left, right] = [comparable(scenario, ours.answer), comparable(scenario, theirs.answer)];
  if (left === right) return;
  let at = 0;
  while (left[at] === right[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  throw new Error(
    `${method} ${path} is answered differently:\n  service ...${part(left)}\n  ${theirs.server.name} ...${part(right)}`,
  );
}

/** An answer as text. Members that cannot be equal are replaced by the types of their values. */
function comparable({ ownMembers = [] }: Scenario, answer: Answer): string {
  const kinds = ownMembers.map((member) => {
    const value = answer.body[member];
    return [member, value === null ? null : `a ${typeof value}`];
  });
  return JSON.stringify({ ...answer, body: { ...answer.body, ...Object.fromEntries(kinds) } });
}

async function send(
  server: string,
  { method, path, headers, body }: Request,
  token: string,
): Promise<Answer> {
  const response = await fetch(server + path, {
    method,
    headers: {
      'accept-encoding': 'identity', // the baseline compresses nothing
      ...(headers as Record<string, string>),
      authorization: `Bearer ${token}`,
    },
    body: body as string | undefined,
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    etag: response.headers.get('etag'),
    body: text === '' ? {} : JSON.parse(text),
  };
}
