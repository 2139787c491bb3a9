import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody } from '../support/factories.js';

const MIB = 1024 * 1024;
/** The maximum bytes of a response to a bad request (rules.md, "Limits"). */
const MAX_ANSWER = 100_000;
const MAX_FAULTS = 100;
const MAX_TOKEN = 100;
/** A JSON pointer (RFC 6901) of well-formed Unicode. */
const POINTER = /^(?:\/(?:[^~/\p{Cs}]|~[01])*)*$/u;

interface Fault {
  pointer: string;
  detail: string;
}

const faultsOf = ({ body }: ServiceResponse) => body.errors as Fault[];

/** A body of at most 1 MiB, of `member(0)`, `member(1)` and so on between two texts. */
function filled(before: string, member: (index: number) => string, after: string, size = MIB): string {
  const members: string[] = [];
  let bytes = Buffer.byteLength(before + after);
  for (let index = 0; ; index += 1) {
    const next = member(index);
    bytes += Buffer.byteLength(next) + 1;
    if (bytes > size) return `${before}${members.join()}${after}`;
    members.push(next);
  }
}

/** @param shape of each pointer, in a body or a query */
function expectRefused(response: ServiceResponse, shape = POINTER): void {
  expect({ status: response.status, code: response.body?.code }).toEqual({
    status: 400,
    code: 'VALIDATION_FAILED',
  });
  expect(Buffer.byteLength(response.text)).toBeLessThan(MAX_ANSWER);
  expect(faultsOf(response).length).toBeLessThanOrEqual(MAX_FAULTS);
  for (const { pointer } of faultsOf(response)) {
    expect(pointer).toMatch(shape);
    for (const token of pointer.split('/')) expect([...token].length).toBeLessThanOrEqual(MAX_TOKEN);
  }
}

/** The milliseconds of the fastest of three rounds. */
async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return Math.min(...times);
}

describe('a request of maximum size', () => {
  let service: TestApp;
  let alice: Client;
  let event: string;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
    event = (await createEvent(alice)).id;
  });
  afterAll(() => service.close());

  const located = (location: string) =>
    JSON.stringify(eventBody()).replace('{"name":"Union lounge"}', () => location);

  it('with only faults below a long name gets the first hundred', async () => {
    const name = 'k'.repeat(165_000);
    const response = await alice.post('/events', `{"${name}":[${Array(28_000).fill('1e999').join()}]}`);
    expectRefused(response);
    const pointers = Array.from(
      { length: MAX_FAULTS },
      (_, index) => `/${name.slice(0, MAX_TOKEN)}/${index}`,
    );
    expect(faultsOf(response).map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it.each<[string, string]>([
    ['numbers past all numbers', filled('{"a":[', () => '1e999', ']}')],
    ['unknown members', filled('{', (n) => `"${n.toString(36)}":0`, '}')],
    ['unknown members with long names', filled('{', (n) => `"${n}${'é'.repeat(500)}":0`, '}')],
    ['names with NUL', filled('{', (n) => `"\\u0000${n}":0`, '}')],
    ['names that are prototypes', filled('{"a":[', () => '{"__proto__":1}', ']}')],
    ['lone surrogates', filled('{"a":[', () => '"\\ud800"', ']}')],
    ['one long name of slashes', `{"${'/'.repeat(500_000)}":{"${'~/'.repeat(250_000)}":"\\u0000"}}`],
    ['one long name of emoji', `{"${'🎷'.repeat(100_000)}":{"${'\\ud83c\\udfb7'.repeat(50_000)}":1e999}}`],
    [
      'faults 20 deep, below names of controls',
      filled(`${`{"${'\\u0001'.repeat(200)}":`.repeat(19)}[`, () => '1e999', `]${'}'.repeat(19)}`),
    ],
    [
      'faults 20 deep, below names of emoji',
      filled(`${`{"${'🎷'.repeat(200)}":`.repeat(19)}[`, () => '1e999', `]${'}'.repeat(19)}`),
    ],
  ])('is 400 with %s, with a small response', async (_what, body) => {
    expectRefused(await alice.patch('/users/me', body));
    expectRefused(await alice.post('/events', body));
    expectRefused(await alice.patch(`/events/${event}`, body));
  });

  it.each<[string, string]>([
    ['100 000 members', `{"name":"x",${Array.from({ length: 100_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['a list of 130 000', `{"name":"x","a":[${Array(130_000).fill('1').join()}]}`],
    ['lists of lists', filled('{"name":"x","a":[', () => '[]', ']}', MIB - 1000)],
    [
      'lists 18 deep',
      filled(`{"name":"x","a":${'['.repeat(17)}`, () => '[]', `${']'.repeat(17)}}`, MIB - 1000),
    ],
    ['one long text', `{"name":"x","a":"${'x'.repeat(MIB - 1000)}"}`],
    ['a long name', `{"name":"${'x'.repeat(MIB - 1000)}"}`],
    ['a long URL', `{"name":"x","url":"https://x.org/${'é/../'.repeat(170_000)}"}`],
  ])('is 400 with the location %s', async (_what, location) => {
    const response = await alice.post('/events', located(location));
    expectRefused(response);
    expect(faultsOf(response)[0]?.pointer).toMatch(/^\/location/);
    expectRefused(await alice.patch(`/events/${event}`, `{"location":${location}}`));
  });

  it('is 400 with 510 image links of 2 000 characters, as quickly as with one long text', async () => {
    const url = `https://x.org/${'#'.repeat(1986)}`;
    const images = Array.from({ length: 510 }, () => ({ url, alt: 'x' }));
    const took = (body: Record<string, unknown>, fault: object) =>
      fastest(async () => expect(faultsOf(await alice.post('/events', eventBody(body)))).toEqual([fault]));
    const links = { pointer: '/images', detail: 'must be a list of at most 5 objects' };
    const text = { pointer: '/description', detail: 'must have 1 to 20000 characters' };
    const [slow, fast] = [
      await took({ images }, links),
      await took({ description: 'x'.repeat(JSON.stringify(images).length) }, text),
    ];
    expect(slow / fast).toBeLessThan(3); // eight if each link is checked
  });

  it.each<[string, string]>([
    ['300 000 tags', `{"tags":[${Array(300_000).fill('1').join()}]}`],
    ['a long tag', `{"tags":["${'x'.repeat(MIB - 100)}"]}`],
    ['a long title', `{"title":"x${' '.repeat(MIB - 100)}x"}`],
    ['a long description', `{"description":"${'\\u0001'.repeat(170_000)}"}`],
    ['a long time', `{"startAt":"${'2'.repeat(MIB - 100)}"}`],
    ['a long status', `{"status":"${'O'.repeat(MIB - 100)}"}`],
    [
      'a long currency',
      `{"compensation":{"amount":1,"type":"HOURLY","currency":"${'U'.repeat(MIB - 200)}"}}`,
    ],
  ])('is 400 with %s', async (_what, body) => {
    expectRefused(await alice.patch(`/events/${event}`, body));
  });

  it('is ignored if the service assigns the member', async () => {
    const id = 'x'.repeat(MIB - 1000);
    expect((await alice.post('/events', { ...eventBody(), id }, { 'idempotency-key': 'large' })).status).toBe(
      201,
    );
  });

  it.each([
    ['one parameter again and again', 'a=1&'.repeat(3_750)],
    ['one known parameter again and again', 'q=a&'.repeat(3_800)],
    ['ever other parameters', Array.from({ length: 2_200 }, (_, n) => `${n.toString(36)}=1`).join('&')],
    ['a long name', `${'a'.repeat(15_000)}=1`],
    ['a long name, twice', `${'a'.repeat(7_000)}=1&${'a'.repeat(7_000)}=2`],
    ['a long name of emoji', `${encodeURIComponent('🎷'.repeat(1_200))}=1`],
    ['bytes that are no text', '%ff=%ff&'.repeat(1_800)],
    ['a long value', `q=${'a'.repeat(15_000)}`],
  ])('is 400 with a query of %s', async (_what, query) => {
    for (const path of ['/events', '/users/me']) {
      const response = await alice.get(`${path}?${query}`);
      expectRefused(response, /^[^/]/);
    }
  });

  it('takes linear time', async () => {
    const took = async (size: number) => {
      const bodies = [
        filled(`{"${'k'.repeat(size / 2)}":[`, () => '1e999', ']}', size),
        filled('{"location":{', (n) => `"${n}":[{}]`, '}}', size),
        filled('{"description":"x","tags":[', (n) => `"${n}"`, ']}', size),
      ];
      return fastest(async () => {
        for (const body of bodies) expectRefused(await alice.patch(`/events/${event}`, body));
      });
    };
    await took(MIB / 16);
    expect((await took(MIB)) / (await took(MIB / 16))).toBeLessThan(16 * 4);
  });

  it('has a small response that is not 5xx, for any request', async () => {
    const units = fc.oneof(
      fc.constantFrom(
        'a',
        '/',
        '~',
        '~1',
        '\\u0000',
        '\\u0001',
        '\\ud800',
        '🎷',
        '\\n',
        '__proto__',
        ' ',
        'é',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
    );
    const sizes = fc.constantFrom(0, 1, 99, 100, 101, 5_000, 200_000);
    const text = fc.tuple(units, sizes).map(([unit, size]) => `"${unit.repeat(size / (unit.length || 1))}"`);
    const names = fc.oneof(
      text,
      fc.constantFrom(
        '"title"',
        '"description"',
        '"location"',
        '"tags"',
        '"compensation"',
        '"startAt"',
        '"name"',
      ),
    );
    const leaf = fc.oneof(
      text,
      fc.constantFrom('1e999', '-1', 'null', 'true', '{}', '[]', '{"__proto__":0}'),
    );
    const body = fc
      .record({ path: fc.array(names, { minLength: 1, maxLength: 18 }), leaf, many: fc.boolean() })
      .map(({ path, leaf, many }) => {
        let before = '';
        for (const name of path) if (before.length + name.length < MIB / 2) before += `{${name}:`;
        const after = '}'.repeat(before.split('{').length - 1);
        return many ? filled(`${before}[`, () => leaf, `]${after}`) : `${before}${leaf}${after}`;
      });
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        for (const response of [
          await alice.post('/events', sent),
          await alice.patch(`/events/${event}`, sent),
        ]) {
          expect({
            status: response.status,
            text: response.text.slice(0, 500),
            sound: response.status < 500,
          }).toMatchObject({
            sound: true,
          });
          expect(Buffer.byteLength(response.text)).toBeLessThan(MAX_ANSWER);
          if (response.body?.code === 'VALIDATION_FAILED') expectRefused(response);
        }
      }),
      { numRuns: 25 },
    );
  });
});
