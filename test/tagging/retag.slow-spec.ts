import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { runByHand } from '../support/job.js';
import { timeOutWrites } from '../support/slow-writes.js';

describe('the job retag', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  beforeEach(() => service.database.query('TRUNCATE events CASCADE'));
  afterAll(() => service.close());

  /** Untagged events with these titles. */
  async function stored(...titles: string[]): Promise<string[]> {
    const ids: string[] = [];
    for (const title of titles)
      ids.push((await createEvent(service.as('alice'), { title, description: `${title}, live.` })).id);
    return ids;
  }

  const retag = (settings: Record<string, string> = {}) => runByHand('retag', service.database.url, settings);

  const get = async (id: string | undefined) => (await service.as('alice').get(`/events/${id}`)).body;

  it('tags untagged events, and gigs, which is a change of theirs', async () => {
    const rows = await service.database.query<{ id: string }>(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), 'Jazz concert ' || n, 'Live.', 'EVENT', '{"name": "Here"}', now() + interval '1 day'
       FROM generate_series(1, 150) n RETURNING id`,
    );
    const gig = await createEvent(service.as('bob'), gigBody());
    expect(await retag()).toEqual({ outcome: 'SUCCEEDED', tagged: 151, untagged: 0, error: null });
    expect(await get(rows[149]!.id)).toMatchObject({
      category: 'MUSIC',
      tags: expect.arrayContaining(['jazz']),
      status: 'OPEN',
    });
    expect(await get(gig.id)).toMatchObject({ category: 'MOVING_DELIVERY' });
    expect(await retag()).toMatchObject({ tagged: 0, untagged: 0 });
  });

  it('keeps edits of the creator, and skips events with a category', async () => {
    const [edited, emptied] = await stored('Jazz concert', 'Blues concert');
    const alice = service.as('alice');
    const { id } = await createEvent(alice, { title: 'Rock concert' });
    const tagged = (await alice.patch(`/events/${id}`, { category: 'OTHER' })).body;
    expect((await alice.patch(`/events/${edited}`, { tags: ['mine'] })).status).toBe(200);
    expect((await alice.patch(`/events/${emptied}`, { summary: 'My own words.' })).status).toBe(200);
    expect(await retag()).toMatchObject({ outcome: 'SUCCEEDED', tagged: 2, untagged: 0 });
    expect(await get(edited)).toMatchObject({ tags: ['mine'], category: 'MUSIC' });
    expect(await get(emptied)).toMatchObject({
      ...{ tags: expect.arrayContaining(['live music']), category: 'MUSIC', summary: 'My own words.' },
    });
    expect(await get(id)).toEqual(tagged);
  });

  it('fails if the tagger fails on all, and can be repeated', async () => {
    const [id] = await stored('Jazz concert');
    const away = { TAGGER: 'llm', TAGGER_BASE_URL: 'http://127.0.0.1:9/v1', TAGGER_MODEL: 'any' };
    const before = await get(id);
    expect(await retag(away)).toMatchObject({
      outcome: 'FAILED',
      tagged: 0,
      untagged: 1,
      error: 'The tagger failed on every event.',
    });
    expect(await get(id)).toEqual(before);
    expect(await retag()).toMatchObject({ outcome: 'SUCCEEDED', tagged: 1 });
  });

  it('is skipped if tagging is off', async () => {
    await stored('Jazz concert');
    expect(await retag({ TAGGER: 'off' })).toMatchObject({ outcome: 'SKIPPED' });
  });

  it('writes at most 1 MiB of long texts in one transaction', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), 'Jazz', repeat('Live music. ', 7_000), 'EVENT', '{"name": "Here"}', now()
       FROM generate_series(1, 16)`,
    );
    expect(await retag()).toMatchObject({ outcome: 'SUCCEEDED', tagged: 16 });
    const [most] = await service.database.query<{ bytes: number }>(`
      SELECT max(bytes)::int AS bytes
      FROM (SELECT sum(octet_length(description)) AS bytes FROM events GROUP BY xmin::text) transactions`);
    expect(most!.bytes).toBeGreaterThan(2 ** 18);
    expect(most!.bytes).toBeLessThanOrEqual(2 ** 20);
  });

  it('tags the others if one event takes too long, and can be repeated', async () => {
    const [slow, ...others] = await stored('too slow', ...Array.from({ length: 6 }, (_, n) => `Jazz ${n}`));
    const heal = await timeOutWrites(service.database);
    expect(await retag()).toMatchObject({ outcome: 'SUCCEEDED', tagged: 6, untagged: 0 });
    for (const id of others) expect(await get(id)).toMatchObject({ category: 'MUSIC' });
    expect(await get(slow)).toMatchObject({ category: null, tags: [] });
    await heal();
    expect(await retag()).toMatchObject({ outcome: 'SUCCEEDED', tagged: 1, error: null });
  });
});
