import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { eventBody, gigBody } from '../support/factories.js';

describe('an Idempotency-Key', () => {
  let service: TestApp;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  it('returns the first event again', async () => {
    const key = { 'idempotency-key': 'key 1' };
    const first = await ann.post('/events', eventBody(), key);
    const again = await ann.post('/events', Object.fromEntries(Object.entries(eventBody()).reverse()), key);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    const other = await ann.post('/events', eventBody({ title: 'Another' }), key);
    expect(other.body).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await service.as('bob').post('/events', eventBody(), key)).body.id).not.toBe(first.body.id);
  });

  it.each([
    [{}, []],
    [{ a: 1 }, [['a', 1]]],
  ])('belongs to one body: %j is not %j', async (first, second) => {
    const key = { 'idempotency-key': `key of ${JSON.stringify(first)}` };
    const post = (floors: object) =>
      ann.post('/events', eventBody({ location: { name: 'Union', floors } }), key);
    expect((await post(first)).status).toBe(201);
    expect((await post(second)).body).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('is shared by /events and /gigs', async () => {
    const key = { 'idempotency-key': 'key 5' };
    const location = { name: 'Union', floors: [{ b: 1, a: 2 }] };
    const compensation = { amount: 20, currency: 'USD', type: 'HOURLY' };
    const { type: _, ...gig } = gigBody({
      location,
      compensation,
      images: [{ url: 'https://x.org', alt: 'x' }],
    });
    const first = await ann.post('/events', { ...gig, type: 'GIG' }, key);
    expect(first.status).toBe(201);
    for (const again of [
      await ann.post('/gigs', gig, key),
      await ann.post('/gigs', { type: 'GIG', ...gig }, key),
      await ann.post('/gigs/', { ...gig, status: 'OPEN' }, key),
    ])
      expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('is not used up by a refused request', async () => {
    const key = { 'idempotency-key': 'key 2' };
    expect((await ann.post('/gigs', gigBody({ title: '' }), key)).status).toBe(400);
    expect((await ann.post('/gigs', gigBody({ endAt: '2000-01-01T00:00:00Z' }), key)).status).toBe(400);
    expect((await ann.post('/gigs', gigBody(), key)).status).toBe(201);
  });

  it('is free after 24 hours', async () => {
    const key = { 'idempotency-key': 'key 3' };
    const first = await ann.post('/events', eventBody(), key);
    await service.database.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const second = await ann.post('/events', eventBody({ title: 'Another' }), key);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('is 404 after a deletion of the event', async () => {
    const key = { 'idempotency-key': 'key 4' };
    const { body } = await ann.post('/events', eventBody(), key);
    await ann.delete(`/events/${body.id}`);
    expect((await ann.post('/events', eventBody(), key)).body.code).toBe('NOT_FOUND');
  });

  it.each(['', 'x'.repeat(256)])('has 1 to 255 characters', async (key) => {
    const { status, body } = await ann.post('/events', eventBody(), { 'idempotency-key': key });
    expect({ status, pointer: body.errors?.[0].pointer }).toEqual({
      status: 400,
      pointer: 'Idempotency-Key',
    });
  });
});
