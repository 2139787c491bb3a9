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
