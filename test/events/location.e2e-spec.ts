import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, eventBody } from '../support/factories.js';

describe('the location of an event', () => {
  let service: TestApp;
  let alice: Client;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  const sent = {
    url: 'https://example.edu/',
    zone: { b: [1, 2], a: null },
    name: 'Union',
    floor: 2,
  };

  it('is returned as sent, everywhere', async () => {
    const { id, location } = await createEvent(alice, { location: sent });
    const shown = [
      location,
      (await alice.get(`/events/${id}`)).body.location,
      (await alice.get('/events')).body.data[0].location,
      (await alice.get('/events?q=board')).body.data[0].location,
      (await alice.get('/events?from=2031-03-01&to=2031-03-02')).body.data[0].location,
    ];
    for (const each of shown) expect(JSON.stringify(each)).toBe(JSON.stringify(sent));
  });

  it('is returned as sent, with any names of members', async () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
      .filter((name) => name !== '__proto__');
    const further = fc.dictionary(
      names,
      fc.oneof(fc.integer(), fc.boolean(), fc.dictionary(names, fc.integer())),
      {
        maxKeys: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(further, fc.boolean(), async (members, nameFirst) => {
        const location = nameFirst ? { name: 'Union', ...members } : { ...members, name: 'Union' };
        const { status, body } = await alice.post('/events', eventBody({ location }));
        if (status === 400) return; // a member that has a rule of its own
        expect(JSON.stringify(body.location)).toBe(JSON.stringify(location));
      }),
      { numRuns: 50 },
    );
  });

  it.each<[Record<string, unknown>]>([
    [{ latitude: null, longitude: null }],
    [{ latitude: 39.9 }],
    [{ latitude: 39.9, longitude: null, url: null }],
    [{ longitude: -180, latitude: 90, address: '' }],
    [{ url: 'javascript:1', address: 7 }],
    [{ url: ['not a link'], address: { street: 'High St', lines: ['a', 'b'] } }],
    [{ address: `${'x'.repeat(600)}\n\tsecond line`, url: '' }],
  ])('may have any further members, and no coordinates: %j', async (members) => {
    const location = { ...members, name: 'Union' };
    const { id } = await createEvent(alice, { location });
    expect(JSON.stringify((await alice.get(`/events/${id}`)).body.location)).toBe(JSON.stringify(location));
    const isOnMap = typeof members.latitude === 'number' && typeof members.longitude === 'number';
    const { data } = (await alice.get('/events?bbox=-180,-90,180,90&limit=100')).body;
    expect(data.some((event: { id: string }) => event.id === id)).toBe(isOnMap);
    expect((await alice.patch(`/events/${id}`, { location: { ...members, name: 'Other' } })).status).toBe(
      200,
    );
    expect((await alice.get(`/events/${id}/ics`)).status).toBe(200);
  });

  it('does not change with another order of members', async () => {
    const { id } = await createEvent(alice, { location: sent });
    const before = await alice.get(`/events/${id}`);
    const { name, ...rest } = sent;
    const same = await alice.patch(`/events/${id}`, { location: { name, ...rest } });
    expect(same.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(JSON.stringify(same.body)).toBe(JSON.stringify(before.body));
    const other = await alice.patch(`/events/${id}`, { location: { zone: 1, name } });
    expect(JSON.stringify(other.body.location)).toBe('{"zone":1,"name":"Union"}');
    expect(other.headers.get('etag')).not.toBe(before.headers.get('etag'));
    expect(
      JSON.stringify((await alice.patch(`/events/${id}`, { location: { name: 'X' } })).body.location),
    ).toBe('{"name":"X"}');
  });

  it('may come from SQL', async () => {
    const { id } = await createEvent(alice, { location: sent });
    await service.database.query(`UPDATE events SET location = '{"name": "Moved"}' WHERE id = $1`, [id]);
    expect((await alice.get(`/events/${id}`)).body.location).toEqual({ name: 'Moved' });
  });
});
