import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Area, areaOf } from '../../src/events/map/area.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';
import { distanceBetween, isWithin } from '../support/sphere.js';

interface Pin {
  title: string;
  latitude?: number;
  longitude?: number;
  name?: string;
  startAt: string;
}

const titles = (body: { data: { title: string }[] }) => body.data.map(({ title }) => title);
const UNION = { latitude: 39.9977, longitude: -83.0086 };
const PLACES = [
  { name: 'Student Union', aliases: ['The Union', 'Café Güell '], ...UNION, address: '1739 N High St' },
  { name: 'Harbour', aliases: [], latitude: -17, longitude: 179.95, address: null },
];

describe('the map', () => {
  const folder = mkdtempSync(join(tmpdir(), 'places-'));
  let service: TestApp;
  let reader: Client;

  /** Adds events by plain SQL, as a bulk load does. */
  const pin = (pins: Pin[]) =>
    service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), title, 'Come by', 'EVENT',
              jsonb_strip_nulls(jsonb_build_object('name', coalesce(name, 'Somewhere'), 'latitude', latitude, 'longitude', longitude)),
              "startAt"
       FROM json_to_recordset($1) AS pin (title text, name text, latitude float8, longitude float8, "startAt" timestamptz)`,
      [JSON.stringify(pins)],
    );
  const day = (number: number) => new Date(Date.UTC(2031, 0, 1 + number)).toISOString();

  beforeAll(async () => {
    const file = join(folder, 'places.json');
    await writeFile(file, JSON.stringify(PLACES));
    service = await startApp({ TAGGER: 'off', PLACES_FILE: file });
    reader = service.as('reader');
  });
  afterAll(async () => {
    await service.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => service.database.query('DELETE FROM events'));

  it('lists the events in a box by start, without those that have no coordinates', async () => {
    await pin([
      { title: 'In, later', latitude: 40, longitude: -83, startAt: day(2) },
      { title: 'In', latitude: 40.001, longitude: -83.001, startAt: day(1) },
      { title: 'On the edge', latitude: 39.9, longitude: -82.9, startAt: day(3) },
      { title: 'East of it', latitude: 40, longitude: -82.89, startAt: day(1) },
      { title: 'Nowhere', startAt: day(1) },
    ]);
    const { body } = await reader.get('/events?bbox=-83.1,39.9,-82.9,40.1');
    expect(titles(body)).toEqual(['In', 'In, later', 'On the edge']);
    expect(body).toMatchObject({ total: 3, totalIsExact: true, nextCursor: null });
    expect(body.data[0]).not.toHaveProperty('distance');
    expect(titles((await reader.get('/events?bbox=-83.1,39.9,-82.9,40.1&sort=-startAt')).body)).toEqual([
      'On the edge',
      'In, later',
      'In',
    ]);
    expect(titles((await reader.get('/events?bbox=-83,39,-83,41')).body)).toEqual(['In, later']);
    expect(titles((await reader.get('/events?bbox=-84,40,-82,40')).body)).toEqual([
      'East of it',
      'In, later',
    ]);
    expect((await reader.get('/events?bbox=-180,-90,180,90')).body.total).toBe(4);
    expect((await reader.get('/gigs?bbox=-180,-90,180,90')).body.total).toBe(0);
  });

  it('crosses the antimeridian if west is greater than east', async () => {
    await pin([
      { title: 'Taveuni', latitude: -16.9, longitude: 179.99, startAt: day(1) },
      { title: 'Rabi', latitude: -16.5, longitude: -179.98, startAt: day(2) },
      { title: 'Suva', latitude: -18.1, longitude: 178.4, startAt: day(3) },
    ]);
    expect(titles((await reader.get('/events?bbox=179.9,-17.5,-179.9,-16')).body)).toEqual([
      'Taveuni',
      'Rabi',
    ]);
    expect(titles((await reader.get('/events?near=-16.9,-179.999&radius=3000')).body)).toEqual(['Taveuni']);
    await pin([
      { title: 'East of the line', latitude: -16.8, longitude: 180, startAt: day(4) },
      { title: 'West of the line', latitude: -16.8, longitude: -180, startAt: day(5) },
    ]);
    const onIt = ['East of the line', 'West of the line'];
    for (const bbox of ['179.995,-17.5,180,-16', '-180,-17.5,-179.995,-16', '180,-17.5,180,-16'])
      expect({ bbox, titles: titles((await reader.get(`/events?bbox=${bbox}`)).body) }).toEqual({
        ...{ bbox, titles: onIt },
      });
  });

  it('returns the distance of nearby events, and sorts by it on request', async () => {
    await pin([
      { title: 'Library', latitude: 39.9994, longitude: -83.0148, startAt: day(1) },
      { title: 'Union', ...UNION, startAt: day(3) },
      { title: 'Union, before', ...UNION, startAt: day(2) },
      { title: 'Downtown', latitude: 39.9612, longitude: -82.9988, startAt: day(1) },
    ]);
    const near = `/events?near=${UNION.latitude},${UNION.longitude}`;
    const { body } = await reader.get(near);
    expect(titles(body)).toEqual(['Library', 'Union, before', 'Union']);
    expect(body.data[0].distance).toBeCloseTo(560.9, 1);
    expect(Object.keys(body.data[0]).at(-1)).toBe('distance');
    const nearest = (await reader.get(`${near}&radius=50000&sort=distance`)).body;
    expect(titles(nearest)).toEqual(['Union, before', 'Union', 'Library', 'Downtown']);
    expect(nearest.data.map(({ distance }: { distance: number }) => distance)).toEqual([
      0,
      0,
      body.data[0].distance,
      expect.closeTo(4143.6, 1),
    ]);
    expect(nearest).toMatchObject({ total: 4, totalIsExact: true, nextCursor: null });
    expect((await reader.get(`${near}&radius=500`)).body.total).toBe(2);
  });

  it('is paged by cursor, also by distance', async () => {
    await pin(
      Array.from({ length: 23 }, (_, number) => ({
        title: `Pin ${number}`,
        latitude: UNION.latitude + (number % 5) / 1_000,
        longitude: UNION.longitude,
        startAt: day(number % 7),
      })),
    );
    const paths = ['sort=distance', 'sort=startAt', 'sort=-startAt', 'sort=createdAt', 'sort=-createdAt'];
    for (const sort of paths) {
      const path = `/events?near=${UNION.latitude},${UNION.longitude}&${sort}`;
      const whole = (await reader.get(`${path}&limit=100`)).body;
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: { body: { data: { id: string }[]; nextCursor: string | null; total: number } } =
          await reader.get(`${path}&limit=4${cursor && `&cursor=${cursor}`}`);
        expect(body).toMatchObject({ total: 23 });
        seen.push(...body.data.map(({ id }) => id));
        cursor = body.nextCursor;
      }
      expect(seen).toEqual(whole.data.map(({ id }: { id: string }) => id));
      expect(new Set(seen).size).toBe(23);
      const offset = (await reader.get(`${path}&limit=4&offset=20`)).body;
      expect(offset.data.map(({ id }: { id: string }) => id)).toEqual(seen.slice(20));
      expect((await reader.get(`${path}&offset=50`)).body).toMatchObject({ data: [], total: 23 });
      const { nextCursor } = (await reader.get(`${path}&limit=4`)).body;
      const other = await reader.get(`${path}&radius=1999&cursor=${nextCursor}`);
      expect([other.status, other.body.errors]).toEqual([
        400,
        [{ pointer: 'cursor', detail: 'is no cursor of these filters, this sort and this version' }],
      ]);
    }
  });

  it('combines with other filters, times and q', async () => {
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await pin([
      { title: 'Jazz, running', ...UNION, startAt: soon(-1) },
      { title: 'Jazz, later', ...UNION, startAt: soon(30) },
      { title: 'Chess, running', ...UNION, startAt: soon(-2) },
      { title: 'Jazz elsewhere', latitude: 41, longitude: -83, startAt: soon(-1) },
      { title: 'Jazz at the union', name: 'the union', startAt: soon(-1.5) },
    ]);
    const area = `near=${UNION.latitude},${UNION.longitude}`;
    const ask = async (query: string) => {
      const { status, body } = await reader.get(`/events?${area}&${query}`);
      expect({ query, status, body }).toMatchObject({ status: 200 });
      return titles(body).sort();
    };
    const running = ['Chess, running', 'Jazz at the union', 'Jazz, running'];
    expect(await ask('when=now')).toEqual(running);
    expect(await ask('when=now&sort=distance')).toEqual(running);
    expect(await ask('when=now&sort=-createdAt')).toEqual(running);
    expect(await ask('when=week')).toEqual([...running, 'Jazz, later'].sort());
    expect(await ask(`to=${soon(0)}&sort=distance`)).toEqual(running);
    expect(await ask('when=now&q=jazz')).toEqual(['Jazz at the union', 'Jazz, running']);
    expect(await ask('when=now&q=jazz&sort=distance')).toEqual(['Jazz at the union', 'Jazz, running']);
    expect(await ask('q=jazz&sort=startAt')).toEqual(['Jazz at the union', 'Jazz, later', 'Jazz, running']);
    expect(await ask('type=EVENT')).toEqual([...running, 'Jazz, later'].sort());
    expect(await ask('type=GIG')).toEqual([]);
    const { body } = await reader.get(`/events?${area}&q=jazz`);
    expect(body.data.map(({ distance }: { distance: number }) => distance)).toEqual([0, 0, 0]);
  });

  it('gives an event the coordinates of the place that it names, unless it has its own', async () => {
    const author = service.as('alice');
    const sent = { name: '  STUDENT union ', hint: 'by the stairs' };
    const event = await createEvent(author, { title: 'By name', location: sent });
    expect(event.location).toEqual(sent);
    await createEvent(author, { title: 'By alias', location: { name: 'cafe guell' } });
    await createEvent(author, { title: 'Room', location: { name: 'Student Union, Room 2' } });
    await createEvent(author, {
      title: 'Own',
      location: { name: 'Student Union', latitude: 10, longitude: 10 },
    });
    await createEvent(author, { title: 'Boat', location: { name: 'Harbour' } });
    const near = await reader.get('/events?near=39.9987,-83.0086&radius=200&sort=distance');
    expect(titles(near.body)).toEqual(['By name', 'By alias']);
    expect(near.body.data[0]).toEqual({ ...event, distance: expect.closeTo(111.2, 0) });
    expect(titles((await reader.get('/events?bbox=9,9,11,11')).body)).toEqual(['Own']);
    expect(titles((await reader.get('/events?bbox=179.9,-18,-179.9,-16')).body)).toEqual(['Boat']);
    expect((await reader.get('/events?bbox=-180,-90,180,90')).body.total).toBe(4);
  });

  it('moves an event with its place, and changes its version once', async () => {
    const author = service.as('alice');
    const { id } = await createEvent(author, { location: { name: 'Student Union' } });
    const move = async (location: object) => {
      const { status, headers } = await author.patch(`/events/${id}`, { location });
      expect(status).toBe(200);
      const where = async (box: string) => (await reader.get(`/events?bbox=${box}`)).body.total;
      return [headers.get('etag'), await where('-84,39,-82,41'), await where('179.9,-18,-179.9,-16')];
    };
    expect(await move({ name: 'Harbour' })).toEqual(['"2"', 0, 1]);
    expect(await move({ name: 'Nowhere' })).toEqual(['"3"', 0, 0]);
    expect(await move({ name: 'student  union', hint: 'upstairs' })).toEqual(['"4"', 1, 0]);
    expect(await move({ name: 'Harbour', latitude: 40, longitude: -83 })).toEqual(['"5"', 1, 0]);
    expect(await move({ name: 'Harbour' })).toEqual(['"6"', 0, 1]);
  });

  it('uses another file after the next start', async () => {
    await createEvent(service.as('alice'), { location: { name: 'Pond' } });
    await createEvent(service.as('alice'), { location: { name: 'Harbour' } });
    const file = join(folder, 'pond.json');
    const dateline = { name: 'Date line', latitude: 1, longitude: 180 };
    await createEvent(service.as('alice'), { location: { name: 'Date line' } });
    await writeFile(file, JSON.stringify([{ name: 'pond', latitude: 1, longitude: 1 }, dateline]));
    const next = await startApp({ PLACES_FILE: file }, service.database);
    expect((await next.as('reader').get('/events?bbox=0,0,2,2')).body.total).toBe(1);
    for (const [box, total] of [
      ['0,0,2,2', 1],
      ['-180,0,-179,2', 1],
      ['180,0,180,2', 1],
      ['-180,-90,180,90', 2],
    ] as const)
      expect((await reader.get(`/events?bbox=${box}`)).body.total).toBe(total);
    await next.close();
  });

  it('does not start with an invalid file of places', async () => {
    await expect(startApp({ PLACES_FILE: tmpdir() }, service.database)).rejects.toThrow(
      /PLACES_FILE: .* cannot be read/,
    );
  });

  it('keeps coordinates from a bulk load', async () => {
    const odd = [
      '"latitude": "40", "longitude": "-83"',
      '"latitude": 40',
      '"latitude": 400, "longitude": 1e300',
      '"latitude": null, "longitude": null',
      '"latitude": 1e-400, "longitude": 0',
    ];
    for (const members of odd)
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         VALUES (gen_random_uuid(), 'Odd', 'Odd', 'EVENT', $1, now())`,
        [`{"name": "x", ${members}}`],
      );
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at) VALUES (gen_random_uuid(), 'No name', '', 'EVENT', '[]', now())`,
    );
    const { body } = await reader.get('/events?bbox=-180,-90,180,90');
    expect(body.data.map(({ location }: { location: object }) => location)).toEqual([
      { name: 'x', latitude: 0, longitude: 0 },
    ]);
  });

  it.each([
    ['bbox=1,2,3', 'bbox'],
    ['bbox=0,1,0,0', 'bbox'],
    ['near=91,0', 'near'],
    ['near=0,0&radius=0', 'radius'],
    ['near=0,0&radius=50001', 'radius'],
    ['near=0,0&radius=1.5', 'radius'],
    ['radius=100', 'radius'],
    ['sort=distance', 'sort'],
    ['sort=distance&bbox=0,0,1,1', 'sort'],
    ['near=0,0&bbox=0,0,1,1', 'bbox'],
    ['near=0,0&sort=distance&cursor=abc', 'cursor'],
    ['near=0,0&sort=distance&q=x&offset=10001', 'offset'],
  ])('refuses %s', async (query, pointer) => {
    for (const list of ['/events', '/gigs']) {
      const { status, body } = await reader.get(`${list}?${query}`);
      expect([status, body.errors.map((fault: { pointer: string }) => fault.pointer)]).toEqual([
        400,
        [pointer],
      ]);
    }
  });

  it('finds the same events as a comparison of all', async () => {
    const at = fc.record({
      latitude: fc.integer({ min: -400, max: 400 }).map((value) => 40 + value / 1_000),
      longitude: fc.integer({ min: -400, max: 400 }).map((value) => -83 + value / 1_000),
    });
    const pins = fc.sample(at, { numRuns: 400, seed: 7 }).map((place, number) => ({
      title: `Pin ${number}`,
      ...place,
      startAt: day(number % 11),
    }));
    await pin(pins);
    const found = async (query: string) => {
      const { body } = await reader.get(`/events?${query}&limit=100`);
      return { total: body.total, titles: titles(body) };
    };
    const expected = (area: Area) => pins.filter((each) => isWithin(area, each));
    const side = fc.integer({ min: -45, max: 45 }).map((value) => value / 100);
    await fc.assert(
      fc.asyncProperty(side, side, side, side, async (one, other, west, east) => {
        const bbox = [-83 + west, 40 + Math.min(one, other), -83 + east, 40 + Math.max(one, other)].join();
        const area = areaOf({ bbox })!;
        const { total, titles } = await found(`bbox=${bbox}`);
        expect(total).toBe(expected(area).length);
        const soonest = expected(area).sort((a, b) => (a.startAt < b.startAt ? -1 : 1));
        expect(titles.map((title) => pins.find((each) => each.title === title)!.startAt)).toEqual(
          soonest.slice(0, 100).map(({ startAt }) => startAt),
        );
      }),
      { numRuns: 30 },
    );
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 50_000 }), async (middle, radius) => {
        const query = { near: `${middle.latitude},${middle.longitude}`, radius };
        const nearest = await found(`near=${query.near}&radius=${radius}&sort=distance`);
        const distances = expected(areaOf(query)!)
          .map((each) => distanceBetween(middle, each))
          .sort((a, b) => a - b);
        expect(nearest.total).toBe(distances.length);
        expect(nearest.titles).toHaveLength(Math.min(100, distances.length));
      }),
      { numRuns: 30 },
    );
  });
});
