import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

const IMAGE = { url: 'https://images.example.edu/a.jpg', width: 1600, height: 900, alt: 'A band plays' };

describe('the images of an event', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  it('are empty by default, and precede seriesId', async () => {
    const event = await createEvent(alice);
    expect(event.images).toEqual([]);
    expect(Object.keys(event).slice(-6)).toEqual([
      ...['applyBy', 'positions', 'images', 'seriesId', 'createdAt', 'updatedAt'],
    ]);
  });

  it('have their members in one order everywhere, and normalized links', async () => {
    const { alt, height, width } = IMAGE;
    const sent = [
      { alt, height, url: 'HTTPS://images.example.edu/a b.jpg', width },
      { url: IMAGE.url, alt: '🎷'.repeat(300) },
    ];
    const shown = JSON.stringify([
      { url: 'https://images.example.edu/a%20b.jpg', width, height, alt },
      { url: IMAGE.url, width: null, height: null, alt: '🎷'.repeat(300) },
    ]);
    const { id, images } = await createEvent(alice, gigBody({ images: sent }));
    const collection = (await alice.post('/collections', { name: 'Mine' })).body.id;
    await alice.post(`/collections/${collection}/items`, { eventId: id });
    await alice.post(`/events/${id}/interactions`, { action: 'SAVE' });
    await service.as('bob').post(`/gigs/${id}/applications`);
    const all = [
      images,
      (await alice.get(`/events/${id}`)).body.images,
      (await alice.get('/events?creatorId=alice&sort=-createdAt')).body.data[0].images,
      (await alice.get('/gigs?q=sofas')).body.data[0].images,
      (await alice.get(`/collections/${collection}`)).body.items[0].event.images,
      (await alice.get('/interactions')).body.data[0].event.images,
      (await service.as('bob').get('/applications')).body.data[0].gig.images,
      (await alice.get('/applications/received')).body.data[0].gig.images,
      (await alice.patch(`/events/${id}`, { images })).body.images,
    ];
    for (const each of all) expect(JSON.stringify(each)).toBe(shown);
  });

  it('change as a whole, but not with another order of members', async () => {
    const { id } = await createEvent(alice, { images: [IMAGE] });
    const { width, ...rest } = IMAGE;
    const same = await alice.patch(`/events/${id}`, { images: [{ ...rest, width }] });
    expect(same.headers.get('etag')).toMatch(/^"1/);
    expect((await alice.patch(`/events/${id}`, { title: 'Other' })).body.images).toEqual([IMAGE]);
    const second = { ...IMAGE, width: null, alt: 'Another' };
    expect((await alice.patch(`/events/${id}`, { images: [second, IMAGE] })).body.images).toEqual([
      second,
      IMAGE,
    ]);
    expect((await alice.patch(`/events/${id}`, { images: [] })).body.images).toEqual([]);
  });

  it('may be five', async () => {
    expect((await createEvent(alice, { images: Array(5).fill(IMAGE) })).images).toHaveLength(5);
  });

  it.each([
    ['six', Array(6).fill(IMAGE), '/images'],
    ['null', null, '/images'],
    ['an object', IMAGE, '/images'],
    ['a list of texts', [IMAGE.url], '/images/0'],
    ['one without an address', [{ ...IMAGE, url: undefined }], '/images/0/url'],
    ['a javascript link', [IMAGE, { ...IMAGE, url: 'javascript:alert(1)' }], '/images/1/url'],
    ['a link with credentials', [{ ...IMAGE, url: 'https://a:b@example.edu/a.jpg' }], '/images/0/url'],
    ['one without a description', [{ ...IMAGE, alt: undefined }], '/images/0/alt'],
    ['null as its description', [{ ...IMAGE, alt: null }], '/images/0/alt'],
    ['an empty description', [{ ...IMAGE, alt: '' }], '/images/0/alt'],
    ['a description of nothing visible', [{ ...IMAGE, alt: ' \u200b' }], '/images/0/alt'],
    ['a description of 301 characters', [{ ...IMAGE, alt: 'x'.repeat(301) }], '/images/0/alt'],
    ['a line break', [{ ...IMAGE, alt: 'a\nb' }], '/images/0/alt'],
    ['a width of 0', [{ ...IMAGE, width: 0 }], '/images/0/width'],
    ['a height of 20001', [{ ...IMAGE, height: 20_001 }], '/images/0/height'],
    ['half a pixel', [{ ...IMAGE, height: 1.5 }], '/images/0/height'],
    ['an unknown member', [{ ...IMAGE, credit: 'me' }], '/images/0/credit'],
  ])('cannot be %s', async (_what, images, pointer) => {
    const { id } = await createEvent(alice, { images: [IMAGE] });
    for (const response of [
      await alice.post('/events', eventBody({ images })),
      await alice.patch(`/events/${id}`, { images }),
    ]) {
      expect({ status: response.status, code: response.body.code }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      expect(response.body.errors.map((fault: { pointer: string }) => fault.pointer)).toEqual([pointer]);
    }
    expect((await alice.get(`/events/${id}`)).body.images).toEqual([IMAGE]);
  });

  it('are those of the first request under an idempotency key', async () => {
    const body = eventBody({ images: [IMAGE] });
    const key = { 'idempotency-key': 'with images' };
    const first = await alice.post('/events', body, key);
    expect((await alice.post('/events', body, key)).text).toBe(first.text);
    expect((await alice.post('/events', eventBody({ images: [] }), key)).status).toBe(422);
  });
});
