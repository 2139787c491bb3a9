import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type pg from 'pg';
import type { Pair, Side } from '../pair.js';
import type { Server } from '../servers.js';
import type { Fixture } from './fixture.js';
import type { Refused, Requests, Scenario } from './scenario.js';

/** Requests of each scenario that are sent to both. */
const SAMPLES = 25;
/** Milliseconds for PostgreSQL to apply a setting. */
const RELOAD_TIME = 500;

interface Answer {
  status: number;
  type: string | null;
  etag: string | null;
  body: Record<string, unknown>;
}

/**
 * Sends requests of every scenario to both servers, then requests that both must refuse. After a page it requests the
 * next one, too. So only servers that do the same are compared.
 * @throws Error that shows the first difference
 */
export async function assertSameAnswers(
  { service, baseline }: Pair,
  scenarios: Scenario[],
  fixture: Fixture,
  database: pg.Client,
): Promise<void> {
  const { tokens } = fixture;
  const both = [service, baseline];
  // By default, scans of a table start where the last one stopped, and so find other rows first.
  await configure(database, 'synchronize_seqscans = off');
  for (const scenario of scenarios.filter(({ isAlone }) => !isAlone)) {
    const request = ({ name }: Server<Side>, connection: number, index: number) =>
      requestOf(scenario.requests(fixture, connection, name), index);
    for (const server of both) await assertRefusesStrangers(server.url, scenario, request(server, 0, 0));
    for (let index = 0; index < SAMPLES; index += 1) {
      const connection = index % tokens.length;
      const token = tokens[connection]!;
      const [ours, theirs] = [request(service, connection, index), request(baseline, connection, index)];
      const [left, right] = [await send(service.url, ours, token), await send(baseline.url, theirs, token)];
      assertEqual(scenario, ours, left, right);
      await compareNextPages(scenario, ours, [service.url, left], [baseline.url, right], token);
      if (scenario.stored) await assertSameStored(scenario.stored, ours, left, right, database);
      if (scenario.again) {
        await assertRefuses(service.url, { request: ours, connection, ...scenario.again }, tokens);
        await assertRefuses(baseline.url, { request: theirs, connection, ...scenario.again }, tokens);
      }
    }
    for (const refused of scenario.refused?.(fixture) ?? [])
      for (const { url } of both) await assertRefuses(url, refused, tokens);
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
  { method, path }: Request,
  ours: Answer,
  theirs: Answer,
  database: pg.Client,
): Promise<void> {
  const stored = async ({ body }: Answer) => JSON.stringify((await database.query(text, [body.id])).rows);
  const [left, right] = [await stored(ours), await stored(theirs)];
  if (left !== right)
    throw new Error(`${method} ${path} is stored differently:\n  service ${left}\n  baseline   ${right}`);
}

/** A server that lets everybody in would be too fast. */
async function assertRefusesStrangers(server: string, scenario: Scenario, request: Request): Promise<void> {
  const { status } = await send(server, request, 'made-up');
  if (status !== 401)
    throw new Error(`${scenario.title} with a made-up token is answered ${status}, not 401`);
}

async function compareNextPages(
  scenario: Scenario,
  request: Request,
  [service, ours]: [string, Answer],
  [baseline, theirs]: [string, Answer],
  token: string,
): Promise<void> {
  if (typeof ours.body.nextCursor !== 'string') return;
  const next = ({ body }: Answer) => ({ ...request, path: goOn(request.path!, body.nextCursor as string) });
  assertEqual(
    scenario,
    next(ours),
    await send(service, next(ours), token),
    await send(baseline, next(theirs), token),
  );
}

/** The path of a cursor's page. With a cursor there may be no offset. */
function goOn(path: string, cursor: string): string {
  const [list, query] = path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  parameters.set('cursor', cursor);
  return `${list}?${parameters}`;
}

function assertEqual(scenario: Scenario, { method, path }: Request, ours: Answer, theirs: Answer): void {
  if (ours.status !== scenario.status)
    throw new Error(`${method} ${path}: the service answers ${ours.status}, not ${scenario.status}`);
  const [left, right] = [comparable(scenario, ours), comparable(scenario, theirs)];
  if (left === right) return;
  let at = 0;
  while (left[at] === right[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  throw new Error(
    `${method} ${path} is answered differently:\n  service ...${part(left)}\n  baseline   ...${part(right)}`,
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
    headers: { ...(headers as Record<string, string>), authorization: `Bearer ${token}` },
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
