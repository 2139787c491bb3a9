import type { Request } from 'autocannon';
import type { Fixture, Work } from './works.js';

/** How many requests of each work are sent to both. */
const SAMPLES = 25;

interface Answer {
  status: number;
  type: string | null;
  etag: string | null;
  body: Record<string, unknown>;
}

/**
 * Sends requests of every work, and where it answers a page the request for the next page, to both servers.
 * @throws Error that shows the first difference, so that nothing is compared that does not do the same
 */
export async function assertSameAnswers(
  service: string,
  floor: string,
  works: Work[],
  fixture: Fixture,
): Promise<void> {
  for (const work of works) {
    for (const server of [service, floor])
      await assertRefusesStrangers(server, work, work.requests(fixture, 0)[0]!);
    for (let index = 0; index < SAMPLES; index += 1) {
      const connection = index % fixture.tokens.length;
      const requests = work.requests(fixture, connection);
      const request = requests[index % requests.length]!;
      const token = fixture.tokens[connection]!;
      const ours = await send(service, request, token);
      const theirs = await send(floor, request, token);
      assertEqual(work, request, ours, theirs);
      await compareNextPages(work, request, [service, ours], [floor, theirs], token);
    }
  }
}

/** A comparison with a server that lets everybody in would be worth nothing. */
async function assertRefusesStrangers(server: string, work: Work, request: Request): Promise<void> {
  const { status } = await send(server, request, 'made-up');
  if (status !== 401) throw new Error(`${work.title} with a made-up token is answered ${status}, not 401`);
}

async function compareNextPages(
  work: Work,
  request: Request,
  [service, ours]: [string, Answer],
  [floor, theirs]: [string, Answer],
  token: string,
): Promise<void> {
  if (typeof ours.body.nextCursor !== 'string') return;
  const next = ({ body }: Answer) => ({ ...request, path: `${request.path}&cursor=${body.nextCursor}` });
  assertEqual(
    work,
    next(ours),
    await send(service, next(ours), token),
    await send(floor, next(theirs), token),
  );
}

function assertEqual(work: Work, { method, path }: Request, ours: Answer, theirs: Answer): void {
  if (ours.status !== work.status)
    throw new Error(`${method} ${path}: the service answers ${ours.status}, not ${work.status}`);
  const [left, right] = [comparable(work, ours), comparable(work, theirs)];
  if (left === right) return;
  let at = 0;
  while (left[at] === right[at]) at += 1;
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 80);
  throw new Error(
    `${method} ${path} is answered differently:\n  service ...${part(left)}\n  floor   ...${part(right)}`,
  );
}

/** An answer as text; of the members that cannot be equal, what kind of value they have. */
function comparable({ ownMembers = [] }: Work, answer: Answer): string {
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
