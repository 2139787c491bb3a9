import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';

interface Application {
  id: string;
  gigId: string;
  applicantId: string;
}

/** Races between two real processes on one database. */
describe("the gig's desk with concurrent requests to two instances", () => {
  let database: TestDatabase;
  let instances: TestApp[];

  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await Promise.all([0, 1].map((host) => startApp({ TAGGER: 'off' }, database, host)));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    await database.drop();
  });

  const as = (user: string, n: number) => instances[n % 2]!.patientlyAs(user);
  const counted = (values: (number | string)[]) => {
    const counts: Record<string, number> = {};
    for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
    return counts;
  };
  const newGig = async (terms: object = {}) =>
    (await createEvent(as('owner', 0), gigBody({ ...terms }))).id as string;
  /** Applies to a gig as several users. */
  const applications = (gigId: string, count: number): Promise<Application[]> =>
    Promise.all(
      Array.from(
        { length: count },
        async (_, n) => (await as(`person ${n}`, n).post(`/gigs/${gigId}/applications`)).body,
      ),
    );
  const pathOf = ({ gigId, id }: Application) => `/gigs/${gigId}/applications/${id}`;
  const decide = (application: Application, n: number, status = 'ACCEPTED') =>
    as('owner', n).patch(pathOf(application), { status });
  const count = async (table: string, condition: string) =>
    (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`))[0]!.n;
  const accepted = (gigId: string) => count('applications', `gig_id = '${gigId}' AND status = 'ACCEPTED'`);

  it.each([1, 2, 3, 4, 5])(
    'twenty acceptances for one position: one wins, with one notification (%i)',
    async () => {
      const gigId = await newGig({ positions: 1 });
      const all = await applications(gigId, 20);
      const responses = await Promise.all(all.map((application, n) => decide(application, n)));
      expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 1, 409: 19 });
      expect(counted(responses.map(({ body }) => body.code ?? body.status))).toEqual({
        ...{ ACCEPTED: 1, POSITIONS_FILLED: 19 },
      });
      expect(await accepted(gigId)).toBe(1);
      expect(
        await count('notifications', `data ->> 'gigId' = '${gigId}' AND type = 'APPLICATION_ACCEPTED'`),
      ).toBe(1);
    },
  );

  it('twenty acceptances for three positions in several bulk requests: three win', async () => {
    const gigId = await newGig({ positions: 3 });
    const all = await applications(gigId, 20);
    const responses = await Promise.all(
      [0, 1, 2, 3].map((n) =>
        as('owner', n).patch(`/gigs/${gigId}/applications`, {
          ids: all.filter((_, at) => at % 2 === n % 2).map(({ id }) => id),
          status: 'ACCEPTED',
        }),
      ),
    );
    const outcomes = responses.flatMap(({ body }) =>
      body.data.map(({ outcome }: { outcome: string }) => outcome),
    );
    const { DECIDED, POSITIONS_FILLED = 0, APPLICATION_DECIDED = 0 } = counted(outcomes);
    expect({ DECIDED, others: POSITIONS_FILLED + APPLICATION_DECIDED }).toEqual({ DECIDED: 3, others: 37 });
    expect(await accepted(gigId)).toBe(3);
  });

  it('withdrawal against acceptance: one wins, and both responses agree', async () => {
    const gigId = await newGig({ positions: 40 });
    const seen = await Promise.all(
      (await applications(gigId, 40)).map(async (application, n) => {
        const withdraw = () => as(application.applicantId, n).put(`${pathOf(application)}/withdrawal`);
        const accept = () => decide(application, n + 1);
        const [first, second] = n % 4 < 2 ? [withdraw, accept] : [accept, withdraw];
        const responses = await Promise.all([first(), second()]);
        const [withdrawal, decision] = n % 4 < 2 ? responses : responses.reverse();
        const { body } = await as('owner', n).get(pathOf(application));
        return [
          withdrawal!.status === 200 ? 'withdrawn' : withdrawal!.body.code,
          decision!.status === 200 ? 'accepted' : decision!.body.code,
          body.withdrawnAt === null ? body.status : 'WITHDRAWN',
        ].join();
      }),
    );
    const possible = ['withdrawn,APPLICATION_WITHDRAWN,WITHDRAWN', 'APPLICATION_DECIDED,accepted,ACCEPTED'];
    expect(seen.filter((each) => !possible.includes(each))).toEqual([]);
    const wins = seen.filter((each) => each.endsWith('ACCEPTED')).length;
    expect(
      await count('notifications', `data ->> 'gigId' = '${gigId}' AND type = 'APPLICATION_ACCEPTED'`),
    ).toBe(wins);
  });

  it('lowering the positions meanwhile: the accepted ones never exceed them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const gigId = await newGig({ positions: round % 2 ? 8 : null });
      const all = await applications(gigId, 8);
      const lower = (n: number) => as('owner', n).patch(`/gigs/${gigId}`, { positions: 1 + (n % 5) });
      const responses = await Promise.all([
        ...all.slice(0, 4).map((application, n) => decide(application, n)),
        ...[0, 1, 2, 3].map((n) => lower(n + round)),
        ...all.slice(4).map((application, n) => decide(application, n + 1)),
      ]);
      expect(
        responses.map(({ status }) => status).filter((status) => ![200, 400, 409].includes(status)),
      ).toEqual([]);
      const { positions } = (await as('owner', 1).get(`/gigs/${gigId}`)).body;
      const taken = await accepted(gigId);
      expect(taken).toBe(responses.filter(({ body }) => body.status === 'ACCEPTED').length);
      expect(taken).toBeLessThanOrEqual(positions ?? 8);
      expect(taken).toBeGreaterThan(0);
    }
  });

  it('taking a withdrawal back while the gig is cancelled: none succeeds after the cancellation', async () => {
    const gigId = await newGig();
    const all = await applications(gigId, 10);
    await Promise.all(
      all.map((application, n) => as(application.applicantId, n).put(`${pathOf(application)}/withdrawal`)),
    );
    const takeBack = (application: Application, n: number) =>
      as(application.applicantId, n).delete(`${pathOf(application)}/withdrawal`);
    const [cancel, ...responses] = await Promise.all([
      as('owner', 1).patch(`/gigs/${gigId}`, { status: 'CANCELLED' }),
      ...all.map(takeBack),
    ]);
    expect(cancel.status).toBe(200);
    const late = await Promise.all(all.map(takeBack));
    expect(counted(late.map(({ body }) => body.code))).toEqual({ GIG_CLOSED: 10 });
    const back = responses.filter(({ status }) => status === 200).length;
    expect(await count('applications', `gig_id = '${gigId}' AND withdrawn_at IS NULL`)).toBe(back);
  });
});
