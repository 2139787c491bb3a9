import { readFileSync } from 'node:fs';
import { createClient, type EventsClient, isTemporary, ProblemError, unwrap } from '../../client/index.js';
import { PROBLEMS } from '../../src/common/problem.js';
import { startApp, type TestApp } from '../support/app.js';
import { document } from '../support/document.js';
import { gigBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';

const gig = (title: string) => ({ ...gigBody({ title }), type: 'GIG' }) as never;

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** The problem of a refused call. */
async function problemOf(call: Promise<unknown>) {
  const error = await call.catch((reason: unknown) => reason);
  if (error instanceof ProblemError) return error.problem;
  throw error;
}

describe('the client', () => {
  let service: TestApp;
  /** Every request that the client of `alice` sends. */
  let sent: Request[];
  let alice: EventsClient;
  const as = (userId: string, fetch?: (request: Request) => Promise<Response>) =>
    createClient({ baseUrl: service.url, token: () => signToken({ sub: userId }), fetch });

  beforeAll(async () => {
    service = await startApp();
  });
  beforeEach(() => {
    sent = [];
    alice = as('alice', (request) => {
      sent.push(request);
      return fetch(request);
    });
  });
  afterAll(() => service.close());

  it('has no dependency except openapi-fetch, and at most 400 lines of code', () => {
    expect(Object.keys(JSON.parse(readFileSync('client/package.json', 'utf8')).dependencies)).toEqual([
      'openapi-fetch',
    ]);
    const lines = ['index.js', 'index.d.ts'].flatMap((file) =>
      readFileSync(`client/${file}`, 'utf8').split('\n'),
    );
    expect(lines.length).toBeLessThan(400);
  });

  describe('for a problem', () => {
    it('throws it, and its code determines its other members', async () => {
      const problem = await problemOf(alice.POST('/gigs', { body: gig('') }).then(unwrap));
      if (problem.code !== 'VALIDATION_FAILED') throw new Error(problem.code);
      expect(problem.errors.map(({ pointer }) => pointer)).toEqual(['/title']);
      // @ts-expect-error Only an invalid request has faults.
      if (problem.code === 'NOT_FOUND') problem.errors.length;
    });

    it('knows every code', () => {
      expect(document.components.schemas.Problem.properties.code.enum).toEqual(Object.keys(PROBLEMS));
    });

    it('throws UNAVAILABLE if a proxy responds in its own form, with the time to retry', async () => {
      const responses = [
        new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Retry-After': '7' } }),
        new Response(null, { status: 504, headers: { 'Content-Length': '0' } }),
      ];
      for (const response of responses) {
        const error = await as('alice', async () => response)
          .GET('/users/me')
          .then(unwrap)
          .catch((reason: unknown) => reason);
        expect(error).toMatchObject({ problem: { code: 'UNAVAILABLE', status: response.status } });
        expect(isTemporary(error)).toBe(true);
        if (response.status === 502) expect(error).toMatchObject({ retryAfter: 7 });
      }
    });

    it('distinguishes transient from permanent problems', async () => {
      const refusal = await alice
        .GET('/events/{id}', { params: { path: { id: 'none' } } })
        .then(unwrap)
        .catch((reason: unknown) => reason);
      expect(refusal).toMatchObject({ problem: { code: 'NOT_FOUND' } });
      expect(isTemporary(refusal)).toBe(false);
      const lost = await createClient({ baseUrl: 'http://127.0.0.1:1' })
        .GET('/health/live')
        .catch((reason: unknown) => reason);
      expect(isTemporary(lost)).toBe(true);
    });
  });

  describe('for a list', () => {
    const titles = ['Hang lights', 'Carry chairs', 'Check tickets', 'Sweep the hall', 'Sell programmes'];
    let ids: string[];
    const queries = () => sent.map(({ url }) => Object.fromEntries(new URL(url).searchParams));

    beforeAll(async () => {
      const olga = as('olga');
      const gigs = await Promise.all(
        titles.map(async (title) => unwrap(await olga.POST('/gigs', { body: gig(title) }))),
      );
      ids = gigs.map(({ id }) => id).sort();
    });

    it('reads every page by cursor, and keeps the filters', async () => {
      const pages = await all(
        alice.pages('/gigs', { params: { query: { status: ['OPEN', 'IN_PROGRESS'], limit: 2 } } }),
      );
      expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id)).sort()).toEqual(ids);
      for (const query of queries()) expect(query).toMatchObject({ status: 'OPEN,IN_PROGRESS', limit: '2' });
    });

    it('continues from an offset or a cursor to the end', async () => {
      const query = { limit: 2, offset: 1 };
      expect(await all(alice.items('/gigs', { params: { query } }))).toHaveLength(4);
      const { nextCursor } = unwrap(await alice.GET('/gigs', { params: { query: { limit: 2 } } }));
      const cursor = nextCursor as string;
      expect(await all(alice.items('/gigs', { params: { query: { limit: 2, cursor } } }))).toHaveLength(3);
    });

    it('reads ranked lists and the applications of a gig, with its path', async () => {
      expect(await all(alice.items('/events', { params: { query: { q: 'sofas', limit: 2 } } }))).toHaveLength(
        5,
      );
      const [gigId] = ids as [string];
      for (const userId of ['bob', 'carol', 'dan'])
        unwrap(await as(userId).POST('/gigs/{gigId}/applications', { params: { path: { gigId } } }));
      for (const query of [{}, { limit: 2 }, { limit: 2, offset: 1 }]) {
        const params = { path: { gigId }, query };
        const applicants = await all(as('olga').items('/gigs/{gigId}/applications', { params }));
        expect(applicants.map(({ applicantId }) => applicantId)).toEqual(
          ['bob', 'carol', 'dan'].slice('offset' in query ? 1 : 0),
        );
      }
    });

    it('uses offsets if a list has no cursor', async () => {
      const list = ['a', 'b', 'c', 'd', 'e'];
      const counted = createClient({
        baseUrl: service.url,
        fetch: async ({ url }) => {
          const offset = Number(new URL(url).searchParams.get('offset'));
          return Response.json({ data: list.slice(offset, offset + 2), total: 5, nextCursor: null });
        },
      });
      expect(await all(counted.items('/gigs'))).toEqual(list);
    });

    it('throws the problem of a page', async () => {
      const query = { limit: -1 };
      expect(await problemOf(all(alice.items('/gigs', { params: { query } })))).toMatchObject({
        status: 400,
      });
    });
  });

  describe('for a token', () => {
    it('requests a new one once, and repeats the request', async () => {
      const refused: (string | undefined)[] = [];
      const client = createClient({
        baseUrl: service.url,
        token: (old) => {
          refused.push(old);
          return old ? signToken({ sub: 'tom' }) : 'expired';
        },
      });
      expect(unwrap(await client.POST('/gigs', { body: gig('Hang lights') })).creatorId).toBe('tom');
      expect(refused).toEqual([undefined, 'expired']);
    });

    it('requests one for all concurrent refusals, and for later ones with the same token', async () => {
      let renewals = 0;
      const client = createClient({
        baseUrl: service.url,
        token: async (old) => {
          if (old) renewals += 1;
          return old ? signToken({ sub: 'tom' }) : 'expired';
        },
      });
      const results = await Promise.all([1, 2, 3].map(() => client.GET('/users/me')));
      results.push(await client.GET('/users/me'));
      expect(results.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
      expect(renewals).toBe(1);
    });

    it('throws the refusal if there is no new one, and requests one again next time', async () => {
      const refused: (string | undefined)[] = [];
      const client = createClient({
        baseUrl: service.url,
        token: (old) => {
          refused.push(old);
          return 'expired';
        },
      });
      for (const _time of [1, 2])
        expect(await problemOf(client.GET('/users/me').then(unwrap))).toMatchObject({
          code: 'UNAUTHENTICATED',
        });
      expect(refused).toEqual([undefined, 'expired', undefined, 'expired']);
    });

    it('throws the error of the function', async () => {
      const client = createClient({
        baseUrl: service.url,
        token: (old) => {
          if (old) throw new Error('Sign in again.');
          return 'expired';
        },
      });
      await expect(client.GET('/users/me')).rejects.toThrow('Sign in again.');
    });

    it('sends none without one', async () => {
      const client = createClient({ baseUrl: service.url, token: () => undefined });
      expect((await client.GET('/health/live')).response.status).toBe(200);
      expect((await client.GET('/users/me')).error).toMatchObject({ code: 'UNAUTHENTICATED' });
    });
  });
});
