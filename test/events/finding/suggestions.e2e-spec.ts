import { startApp, type TestApp } from '../../support/app.js';
import type { TestDatabase } from '../../support/database.js';
import { createEvent } from '../../support/factories.js';
import { runByHand } from '../../support/job.js';
import { claimsIn } from '../../support/job-claims.js';
import { until } from '../../support/until.js';

describe('GET /suggestions', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp();
    const alice = service.as('alice');
    const tags = async (id: string, names: string[]) =>
      alice.patch(`/events/${id}`, { tags: names, category: 'MUSIC' });
    const jazz = await createEvent(alice, { title: 'Jazz at dusk', location: { name: 'Café Güell' } });
    await tags(jazz.id, ['jazz', 'outdoors']);
    const swing = await createEvent(alice, { title: 'Swing night', location: { name: 'café güell' } });
    await tags(swing.id, ['jazz', 'dance']);
    const over = await createEvent(alice, {
      title: 'Jazz long ago',
      startAt: '2020-01-01T00:00:00Z',
      endAt: null,
    });
    await tags(over.id, ['jazzfest']);
    const cancelled = await createEvent(alice, { title: 'Jazz that never was' });
    await alice.patch(`/events/${cancelled.id}`, { status: 'CANCELLED' });
    await service.runJob('suggestions');
  });
  afterAll(() => service.close());

  const ask = async (query: string) => (await service.as('bob').get(`/suggestions?${query}`)).body;

  it('suggests titles, tags, places and categories of upcoming events', async () => {
    const body = await ask('q=jaz');
    expect(Object.keys(body)).toEqual(['data']);
    expect(body.data.map(({ kind, text, count }: Record<string, unknown>) => [kind, text, count])).toEqual([
      ['TAG', 'jazz', 2],
      ['EVENT', 'Jazz at dusk', 1],
    ]);
    expect(Object.keys(body.data[0])).toEqual(['kind', 'text', 'eventId', 'count']);
    expect(body.data[0].eventId).toBeNull();
    const { body: event } = await service.as('bob').get(`/events/${body.data[1].eventId}`);
    expect(event.title).toBe('Jazz at dusk');
    expect((await ask('q=CAFE%20g')).data).toEqual([
      { kind: 'PLACE', text: 'Café Güell', eventId: null, count: 2 },
    ]);
    expect((await ask('q=mu')).data).toEqual([{ kind: 'CATEGORY', text: 'MUSIC', eventId: null, count: 2 }]);
    expect((await ask('q=&limit=2')).data).toHaveLength(2);
  });

  it.each(['jzaz', 'jjazz', 'jqzz', 'ouutdo', 'otdoo', 'outdors', 'otdoors', 'outdor', 'uotdoors'])(
    'finds similar spellings of the beginning of a word: %s',
    async (typed) => {
      const text = typed.includes('j') ? 'jazz' : 'outdoors';
      expect((await ask(`q=${typed}`)).data[0]).toMatchObject({ kind: 'TAG', text });
    },
  );

  it('counts what the list with that filter has', async () => {
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    const tagged = [
      ...[['hip-hop'], ['hip hop'], ['hip-hop', 'hip hop'], ['hip-hop'], ['hip-hop']],
      ...[['hip-hop'], ['hip-hop']],
    ];
    const ids = [];
    for (const tags of tagged) {
      const { id } = await createEvent(alice, { title: 'Beats', endAt: null });
      await alice.patch(`/events/${id}`, { tags, category: 'SOCIAL' });
      ids.push(id);
    }
    await alice.patch(`/events/${ids.at(-1)}`, { status: 'CANCELLED' });
    await alice.patch(`/events/${ids.at(-2)}`, { startAt: '2020-01-01T00:00:00Z' });
    await service.runJob('suggestions');
    const { data } = await ask('q=hip');
    expect(data).toEqual([{ kind: 'TAG', text: 'hip-hop', eventId: null, count: 4 }]);
    const [social] = (await ask('q=social')).data;
    const open = `from=${new Date().toISOString()}&status=OPEN,IN_PROGRESS`;
    for (const [filter, { count }] of [
      ['tag=hip-hop', data[0]],
      ['category=social', social],
    ] as const)
      expect([filter, (await bob.get(`/events?${filter}&${open}`)).body.total]).toEqual([filter, count]);
  });

  it('includes new events after a fill', async () => {
    await createEvent(service.as('alice'), { title: 'Zither evening' });
    expect((await service.as('bob').get('/events?q=zither')).body.total).toBe(1);
    expect((await ask('q=zither')).data).toEqual([]);
    expect(await service.runJob('suggestions')).toMatchObject({ outcome: 'SUCCEEDED' });
    expect((await ask('q=zither')).data).toHaveLength(1);
  });

  it('finds words of one or two letters beside others', async () => {
    const alice = service.as('alice');
    await createEvent(alice, { title: 'DJ set at Æther' });
    await createEvent(alice, { title: 'Table tennis' });
    await service.runJob('suggestions');
    const titles = async (q: string) =>
      (await ask(`q=${encodeURIComponent(q)}`)).data.flatMap(({ kind, text }: Record<string, string>) =>
        kind === 'EVENT' ? text : [],
      );
    for (const q of ['d', 'dj', 'dj s', 'a d', 'dj set', 'set d', 'æ', 'æt', 'a dj ÆTHER'])
      expect([q, await titles(q)]).toEqual([q, expect.arrayContaining(['DJ set at Æther'])]);
    for (const q of ['t', 'ta', 't t', 'table t'])
      expect([q, await titles(q)]).toEqual([q, ['Table tennis']]);
    for (const q of ['dj t', 'x', 'dj x', 'set x', '?']) expect([q, await titles(q)]).toEqual([q, []]);
  });

  it.each([
    ['q=a&limit=0', 'limit'],
    ['q=a&limit=21', 'limit'],
    ['q=a&limit=x', 'limit'],
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a&offset=1', 'offset'],
  ])('refuses ?%s', async (query, pointer) => {
    const { status, body } = await service.as('bob').get(`/suggestions?${query}`);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });
});

describe('suggestions beside a creator with many texts', () => {
  let service: TestApp;

  /** Events in the order of their starts. */
  const offer = async (creators: string, titles: string, tags: string, place: string, count: number) => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, tags, creator_id, source)
       SELECT gen_random_uuid(), replace($2, '#', n::text), '', 'EVENT', json_build_object('name', replace($4, '#', n::text)),
         now() + $6::interval + n * interval '1 minute', ARRAY[replace($3, '#', n::text)], replace($1, '#', n::text), 'USER'
       FROM generate_series(1, $5) n`,
      [creators, titles, tags, place, count, `${count > 100 ? 1 : 2} days`],
    );
    expect(await service.runJob('suggestions')).toMatchObject({ outcome: 'SUCCEEDED' });
  };
  const suggested = async (query: string) =>
    (await service.as('ann').get(`/suggestions?${query}`)).body.data.map(
      ({ text }: { text: string }) => text,
    );

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  beforeEach(() => service.database.query('TRUNCATE events, suggestions CASCADE'));
  afterAll(() => service.close());

  it('begin with texts of several creators', async () => {
    await offer('mallory', 'Jazz spam', 'jazz-spam', 'Jazz spam hall', 120);
    await offer('user #', 'Jazz night', 'jazz', 'Jazz club', 2);
    expect((await suggested('q=jazz')).slice(0, 3)).toEqual(['jazz', 'Jazz club', 'Jazz night']);
    expect((await suggested('q=')).slice(0, 3)).toEqual(['jazz', 'Jazz club', 'Jazz night']);
  });

  it.each([
    ['titles', 'Jazz spam #', 'x', 'Hall'],
    ['tags', 'Spam', 'jazz spam #', 'Hall'],
    ['places', 'Spam', 'x', 'Jazz spam #'],
    ['titles, tags and places', 'Jazz spam a#', 'jazz spam b#', 'Jazz spam c#'],
  ])('are at least half of other creators, with any %s', async (_what, title, tag, place) => {
    await offer('mallory', title, tag, place, 120);
    await offer('user #', 'Jazz number #', 'y', 'Somewhere', 20);
    for (const [query, limit] of [
      ['q=jazz', 8],
      ['q=jazz&limit=20', 20],
      ['q=jzaz', 8],
    ] as const) {
      const texts = await suggested(query);
      expect(texts).toHaveLength(limit);
      expect(texts.filter((text: string) => /spam/i.test(text)).length).toBeLessThanOrEqual(limit / 2);
    }
  });

  it('are not filled by one creator', async () => {
    await offer('mallory', 'Jazz spam #', 'jazz spam #', 'Jazz spam #', 120);
    expect(await suggested('q=jazz')).toHaveLength(4);
    expect(await suggested('q=jzaz')).toHaveLength(4);
  });
});

describe('the table of suggestions', () => {
  let service: TestApp;
  let database: TestDatabase;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    database = service.database;
  });
  beforeEach(() => database.query('TRUNCATE events, suggestions, job_claims CASCADE'));
  afterAll(() => service.close());

  const INSERT =
    'INSERT INTO events (id, title, description, type, location, start_at, tags, creator_id, external_id, source)';
  /** Events of creators, one per hour from tomorrow on; `#` is the number of an event. */
  const add = (creators: string[], title: string, tag: string, count: number) =>
    database.query(
      `${INSERT}
       SELECT gen_random_uuid(), replace($2, '#', n::text), '', 'EVENT', json_build_object('name', replace($2, '#', n::text) || ' hall'),
         now() + n * interval '1 hour' + interval '1 day', string_to_array(replace($3, '#', n::text), ','), creator, NULL, 'USER'
       FROM unnest($1::text[]) creator, generate_series(1, $4) n`,
      [creators, title, tag, count],
    );
  const texts = async (kind: string, creator = '%') =>
    (
      await database.query<{ text: string }>(
        `SELECT text FROM suggestions WHERE kind = $1 AND coalesce(creator, '') LIKE $2 ORDER BY starts, text`,
        [kind, creator],
      )
    ).map(({ text }) => text);
  const fill = async () =>
    expect(await service.runJob('suggestions')).toMatchObject({ outcome: 'SUCCEEDED' });
  const numbered = (text: string, count: number) =>
    Array.from({ length: count }, (_, at) => text.replace('#', `${at + 1}`));

  it('has at most 200 rows of a creator and kind: those of most creators, then of most events, then the soonest', async () => {
    await add(['mallory'], 'Spam# night', 'spam#,evening', 300);
    await database.query(
      `UPDATE events SET tags = tags || '{late}' WHERE start_at > now() + interval '312 hours'`,
    );
    await add(['ann', 'bob'], 'Quilts#', 'quilts', 3);
    await add(['mallory'], 'Quilts#', 'quilts', 3);
    await fill();
    const counts = await database.query(
      `SELECT kind, count(*)::int FROM suggestions WHERE creator = 'mallory' GROUP BY kind ORDER BY kind`,
    );
    expect(counts).toEqual([
      { kind: 'EVENT', count: 197 },
      { kind: 'PLACE', count: 197 },
      { kind: 'TAG', count: 199 },
      { kind: 'WORD', count: 195 },
    ]);
    expect(await texts('EVENT')).toEqual(expect.arrayContaining(numbered('Quilts#', 3)));
    expect(await texts('EVENT', 'mallory')).toEqual(numbered('Spam# night', 197));
    const tags = await texts('TAG', 'mallory');
    expect(tags).toEqual(expect.arrayContaining(['evening', 'late', ...numbered('spam#', 197)]));
    const { data } = (await service.as('ann').get('/suggestions?q=evening')).body;
    expect(data).toEqual([{ kind: 'TAG', text: 'evening', eventId: null, count: 300 }]);
    expect((await service.as('ann').get('/suggestions?q=quilts&limit=1')).body.data).toEqual([
      { kind: 'TAG', text: 'quilts', eventId: null, count: 9 },
    ]);
  });

  it('has no more rows if several creators have the same texts', async () => {
    await add(['mallory', 'mel', 'max'], 'Spam#', 'a#,b#,c#', 120);
    await add(['ann'], 'Quilts', 'quilts', 1);
    await fill();
    const rows = await texts('TAG');
    expect(rows).toContain('quilts');
    expect(rows).toHaveLength(201);
  });

  it('has the texts of all events of feeds', async () => {
    await add(['feed'], 'Campus #', 'campus#', 300);
    await database.query(
      `UPDATE events SET creator_id = NULL, source = 'CAMPUS_API', external_id = id::text`,
    );
    await fill();
    expect(await texts('EVENT')).toEqual(numbered('Campus #', 300));
    expect(await texts('TAG')).toEqual(numbered('campus#', 300));
  });

  it('is never filled by a request', async () => {
    await add(['ann'], 'Quilts', 'quilts', 1);
    const bob = service.as('bob');
    expect((await bob.get('/events?q=quilts')).body.total).toBe(1);
    for (const path of ['/suggestions?q=qui', '/suggestions', '/events?q=qiults', '/gigs?q=qiults'])
      expect((await bob.get(path)).body.data).toEqual([]);
    expect(await texts('%')).toEqual([]);
    expect(await database.query('SELECT FROM suggestions')).toEqual([]);
    await fill();
    expect((await bob.get('/suggestions?q=qui')).body.data).not.toEqual([]);
    expect((await bob.get('/events?q=qiults')).body.didYouMean).toBe('quilts');
  });

  it('is filled at the start of one instance if it is older than 15 minutes, and never without the scheduler', async () => {
    await add(['ann'], 'Quilts', 'quilts', 1);
    const starts = async (count: number, SCHEDULER_ENABLED = 'true') => {
      const instances = Array.from({ length: count }, () => startApp({ SCHEDULER_ENABLED }, database));
      return {
        close: async () => Promise.all((await Promise.all(instances)).map((instance) => instance.close())),
      };
    };
    const claims = async () => (await claimsIn(database)).filter(({ job }) => job === 'suggestions').length;
    await (await starts(1, 'false')).close();
    expect(await claims()).toBe(0);

    const first = await starts(3);
    await until(async () => (await texts('TAG')).length === 1);
    await first.close();
    const claimed = await claims();
    expect(claimed).toBeLessThanOrEqual(2); // a minute may end meanwhile

    await add(['bob'], 'Woodwork', 'woodwork', 1);
    await database.query(`UPDATE suggestions SET made_at = now() - interval '14 minutes'`);
    await database.query(`UPDATE job_claims SET tick = tick - interval '3 minutes'`);
    await (await starts(1)).close();
    expect(await claims()).toBe(claimed);

    await database.query(`UPDATE suggestions SET made_at = now() - interval '16 minutes'`);
    const last = await starts(1);
    await until(async () => (await texts('TAG')).length === 2);
    await last.close();
  });

  it('is the same after concurrent fills', async () => {
    await add(['ann', 'bob'], 'Quilts #', 'quilts,q#', 50);
    await fill();
    const rows = () =>
      database.query('SELECT kind, folded, text, count, creators, creator FROM suggestions ORDER BY 1, 2');
    const before = await rows();
    expect(before.length).toBeGreaterThan(100);
    const fills = await Promise.all([1, 2, 3, 4].map(() => runByHand('suggestions', database.url)));
    expect(fills).toEqual(fills.map(() => ({ outcome: 'SUCCEEDED', suggestions: before.length })));
    expect(await rows()).toEqual(before);
  });

  it('is unchanged and readable during a fill and after an interrupted one', async () => {
    await add(['ann'], 'Quilts', 'quilts', 1);
    await fill();
    await add(['ann'], 'Woodwork', 'woodwork', 1);
    await database.query(`UPDATE suggestions SET made_at = now() - interval '16 minutes'`);
    await database.query(
      `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(20); RETURN NULL; END $$`,
    );
    await database.query('CREATE TRIGGER wait BEFORE INSERT ON suggestions EXECUTE FUNCTION wait()');
    const filling = () =>
      database.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND state = 'active' AND query LIKE '%WITH soonest AS%' AND pid <> pg_backend_pid()`,
      );
    const instance = await startApp({ SCHEDULER_ENABLED: 'true' }, database);
    await until(async () => (await filling()).length === 1);
    expect((await instance.as('bob').get('/suggestions?q=qui')).body.data).not.toEqual([]);
    expect(await filling()).toHaveLength(1);
    await instance.close();
    expect(await filling()).toEqual([]);
    expect(await texts('TAG')).toEqual(['quilts']);
    await database.query('DROP TRIGGER wait ON suggestions');
    await fill();
    expect(await texts('TAG')).toEqual(['quilts', 'woodwork']);
  });
});
