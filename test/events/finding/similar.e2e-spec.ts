import { startApp, type TestApp } from '../../support/app.js';
import { createEvent } from '../../support/factories.js';

describe('GET /events/:id/similar', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterAll(() => service.close());
  beforeEach(() => service.database.query('DELETE FROM events'));

  const add = async (overrides: Record<string, unknown>, assigned: Record<string, unknown> = {}) => {
    const alice = service.as('alice');
    const { id } = await createEvent(alice, { description: 'Come by.', ...overrides });
    return (await alice.patch(`/events/${id}`, { tags: [], ...assigned })).body;
  };
  const titlesLike = async (id: string, query = '') => {
    const { status, body } = await service.as('bob').get(`/events/${id}/similar${query}`);
    expect({ status, members: Object.keys(body) }).toEqual({ status: 200, members: ['data'] });
    return body.data.map(({ title }: { title: string }) => title);
  };

  it('lists the most similar events by tags, title, category and place, never the event itself', async () => {
    const event = await add(
      { title: 'Jazz evening', location: { name: 'Café Güell' } },
      { tags: ['jazz', 'live'], category: 'MUSIC' },
    );
    await add(
      { title: 'Same tags', location: { name: 'Lawn' } },
      { tags: ['live', 'jazz'], category: 'SOCIAL' },
    );
    await add(
      { title: 'All of it, jazz evening', location: { name: 'cafe guell' } },
      { tags: ['jazz', 'live'], category: 'MUSIC' },
    );
    await add({ title: 'One tag', location: { name: 'Lawn' } }, { tags: ['jazz', 'brunch', 'sunday'] });
    await add({ title: 'An evening of poems', location: { name: 'Attic' } });
    await add({ title: 'At the place', location: { name: 'Cafe Guell' }, startAt: '2031-02-01T18:00:00Z' });
    await add({ title: 'Of the category', location: { name: 'Hall' } }, { category: 'MUSIC' });
    await add(
      { title: 'Nothing like it', location: { name: 'Lab' } },
      { tags: ['chess'], category: 'ACADEMIC' },
    );
    expect(await titlesLike(event.id, '?limit=20')).toEqual([
      'All of it, jazz evening',
      'Same tags',
      'One tag',
      'An evening of poems',
      'At the place',
      'Of the category',
    ]);
    expect(await titlesLike(event.id, '?limit=1')).toEqual(['All of it, jazz evening']);
  });

  it('lists each title once, in any spelling', async () => {
    const event = await add({ title: 'Salsa' }, { tags: ['salsa'] });
    const titles = [
      'Salsa  Night',
      'SALSA NIGHT!',
      'Salsa, night',
      'salsá night',
      '💃',
      '💃',
      '🕺',
      'Salsa nights',
    ];
    for (const [day, title] of titles.entries())
      await add({ title, startAt: `2031-02-0${day + 1}T18:00:00Z` }, { tags: ['salsa'] });
    expect((await titlesLike(event.id, '?limit=20')).sort()).toEqual(
      ['Salsa  Night', 'Salsa nights', '💃', '🕺'].sort(),
    );
  });

  it('lists only upcoming and running events', async () => {
    const event = await add(
      { title: 'Chess', endAt: null, startAt: '2020-01-01T00:00:00Z' },
      { tags: ['chess'] },
    );
    await add({ title: 'Chess long ago', endAt: null, startAt: '2020-01-02T00:00:00Z' }, { tags: ['chess'] });
    await add({ title: 'Chess, cancelled' }, { tags: ['chess'], status: 'CANCELLED' });
    await add({ title: 'Chess to come' }, { tags: ['chess'] });
    expect(await titlesLike(event.id)).toEqual(['Chess to come']);
  });

  it('lists six whole events by default', async () => {
    const event = await add({ title: 'Yoga' });
    for (let number = 0; number < 8; number += 1)
      await add({ title: `Yoga ${number}`, startAt: `2031-03-0${number + 1}T18:00:00Z`, endAt: null });
    const { body } = await service.as('bob').get(`/events/${event.id}/similar`);
    expect(body.data).toHaveLength(6);
    expect(body.data.map(({ startAt }: { startAt: string }) => startAt.slice(8, 10))).toEqual([
      '01',
      '02',
      '03',
      '04',
      '05',
      '06',
    ]);
    expect(body.data[0]).toEqual((await service.as('bob').get(`/events/${body.data[0].id}`)).body);
  });

  it('works with a location without a name, as SQL can store', async () => {
    const event = await add({ title: 'Fiddle evening' });
    await add({ title: 'Fiddle evening, again' });
    await service.database.query(`UPDATE events SET location = '{}' WHERE id = $1`, [event.id]);
    expect(await titlesLike(event.id)).toEqual(['Fiddle evening, again']);
  });

  it('accepts any text in an event', async () => {
    for (const title of ["'); DROP TABLE events; --", 'or OR or', '💥', '字字字', '"\\', 'the of and']) {
      const event = await add(
        { title, location: { name: title } },
        { tags: [title.slice(0, 40), '&|!<->:*'] },
      );
      await add({ title, location: { name: title } }, { tags: [title.slice(0, 40)] });
      const alike = await titlesLike(event.id);
      expect(alike[0]).toBe(title); // it shares title, place and tag; the ones above share a tag
    }
  });

  it.each(['limit=0', 'limit=21', 'limit=x', 'offset=1'])('refuses %s', async (query) => {
    const event = await add({});
    expect((await service.as('bob').get(`/events/${event.id}/similar?${query}`)).status).toBe(400);
  });

  it('is 404 for an unknown event', async () => {
    for (const id of ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11', 'facets', 'x'.repeat(90)])
      expect((await service.as('bob').get(`/events/${id}/similar`)).status).toBe(404);
  });
});
