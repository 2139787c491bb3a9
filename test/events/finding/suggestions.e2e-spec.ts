import { startApp, type TestApp } from '../../support/app.js';
import { createEvent } from '../../support/factories.js';
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
  });
  afterAll(() => service.close());

  const ask = async (query: string) => (await service.as('bob').get(`/suggestions?${query}`)).body;

  it('suggests titles, tags, places and categories of what is to come', async () => {
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
    expect((await ask('q=jzaz')).data[0]).toMatchObject({ kind: 'TAG', text: 'jazz' });
    expect((await ask('q=&limit=2')).data).toHaveLength(2);
  });

  it('counts what a list with it shows', async () => {
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
    await until(async () => (await ask('q=hip')).data[0]?.count === 4);
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

  it('comes to know what is added', async () => {
    await ask('q=zither');
    await createEvent(service.as('alice'), { title: 'Zither evening' });
    await until(async () => (await ask('q=zither')).data.length === 1);
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

describe('suggestions beside one who offers much', () => {
  let service: TestApp;

  /** Events that begin the sooner, the earlier they are written. */
  const offer = async (creators: string, titles: string, tags: string, place: string, count: number) => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, tags, creator_id, source)
       SELECT gen_random_uuid(), replace($2, '#', n::text), '', 'EVENT', json_build_object('name', replace($4, '#', n::text)),
         now() + $6::interval + n * interval '1 minute', ARRAY[replace($3, '#', n::text)], replace($1, '#', n::text), 'USER'
       FROM generate_series(1, $5) n`,
      [creators, titles, tags, place, count, `${count > 100 ? 1 : 2} days`],
    );
  };
  const suggested = async (query: string) =>
    (await service.as('ann').get(`/suggestions?${query}`)).body.data.map(
      ({ text }: { text: string }) => text,
    );

  beforeEach(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterEach(() => service.close());

  it('begin with what more people offer', async () => {
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
  ])('are half of them by others at least, whatever %s one offers', async (_what, title, tag, place) => {
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

  it('are not filled by one alone', async () => {
    await offer('mallory', 'Jazz spam #', 'jazz spam #', 'Jazz spam #', 120);
    expect(await suggested('q=jazz')).toHaveLength(4);
    expect(await suggested('q=jzaz')).toHaveLength(4);
  });
});
