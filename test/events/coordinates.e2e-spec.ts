import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { until } from '../support/until.js';

describe('include=coordinates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  let service: TestApp;
  const own = { latitude: 40.5, longitude: -83.5 };
  const pond = { latitude: 39.998, longitude: -83.0137 };

  beforeAll(async () => {
    const file = join(folder, 'places.json');
    writeFileSync(file, JSON.stringify([{ name: 'Mirror Lake', ...pond }]));
    service = await startApp({ TAGGER: 'off', PLACES_FILE: file });
    await until(async () => (await service.database.query('SELECT FROM places')).length > 0);
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });

  it('is where the map has the event, in each list and on its own', async () => {
    const ann = service.as('ann');
    const expected = new Map<string, object | null>();
    for (const [location, coordinates] of [
      [{ name: 'Hall', ...own }, own],
      [{ name: 'Mirror Lake' }, pond],
      [{ name: 'Mirror Lake', ...own }, own],
      [{ name: 'Somewhere' }, null],
      [{ name: 'Half', latitude: 40.5, longitude: null }, null],
    ] as const)
      expected.set((await createEvent(ann, gigBody({ location }))).id, coordinates);
    const check = (events: { id: string; coordinates: object | null }[]) => {
      for (const { id, coordinates } of events) expect(coordinates).toEqual(expected.get(id));
      return events.length;
    };
    const include = 'include=coordinates';
    expect(check((await ann.get(`/events?${include}`)).body.data)).toBe(5);
    expect(check((await ann.get(`/gigs?${include}&view=card`)).body.data)).toBe(5);
    const found = (await ann.get(`/events?${include}&bbox=-84,39,-83,41`)).body.data;
    expect(check(found)).toBe(3);
    expect(found.every(({ coordinates }: { coordinates: unknown }) => coordinates !== null)).toBe(true);
    expect(check((await ann.get(`/events?${include}&ids=${[...expected.keys()]}`)).body.data)).toBe(5);
    for (const id of expected.keys())
      expect(check([(await ann.get(`/events/${id}?${include}`)).body])).toBe(1);
    const [id] = expected.keys();
    await service.as('bob').post(`/gigs/${id}/applications`);
    const applications = (await service.as('bob').get(`/applications?${include}&view=card`)).body.data;
    expect(applications.map(({ gig }: { gig: object }) => gig)).toEqual([
      expect.objectContaining({ id, coordinates: own }),
    ]);
    expect('description' in applications[0].gig).toBe(false);
    await ann.post(`/events/${id}/interactions`, { action: 'SAVE' });
    const [saved] = (await ann.get(`/interactions?${include}&view=card`)).body.data;
    expect(saved.event.coordinates).toEqual(own);
    const { body } = await ann.post('/collections', { items: [{ eventId: id }] });
    const collection = (await ann.get(`/collections/${body.id}?${include}&view=card`)).body;
    expect(collection.items[0].event.coordinates).toEqual(own);
  });
});

describe('/docs-json and /docs-yaml', () => {
  it('lead to the document', async () => {
    const service = await startApp();
    for (const form of ['json', 'yaml']) {
      const { status, headers } = await fetch(new URL(`/docs-${form}`, service.url), { redirect: 'manual' });
      expect([status, headers.get('location')]).toEqual([302, `/openapi.${form}`]);
    }
    await service.close();
  });
});
