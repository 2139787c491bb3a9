import fc from 'fast-check';
import { hostile, texts, toJson } from '../fuzz/values.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

/** A valid body with some members replaced, some removed, and some added. */
function spoiled(body: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const names = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(body)) },
    { weight: 1, arbitrary: texts },
  );
  return fc
    .tuple(
      fc.array(fc.tuple(names, hostile), { maxLength: 3 }),
      fc.oneof(
        { weight: 3, arbitrary: fc.constant(Object.keys(body)) },
        { weight: 1, arbitrary: fc.subarray(Object.keys(body)) },
      ),
    )
    .map(([replaced, kept]) => ({
      ...Object.fromEntries(kept.map((name) => [name, body[name]])),
      ...Object.fromEntries(replaced),
    }));
}

const FULL = gigBody({
  location: { name: 'Dock', url: 'https://x.org/', latitude: 1, longitude: 2, more: {} },
  ...{ status: 'OPEN', tags: ['a'], category: 'MUSIC', summary: 'x' },
});
const LIST_PARAMETERS = [
  ...[
    'limit',
    'offset',
    'cursor',
    'type',
    'category',
    'source',
    'startDate',
    'endDate',
    'status',
    'tag',
    'creatorId',
  ],
  ...['q', 'sort'],
];

describe('any input', () => {
  let service: TestApp;
  let alice: Client;
  const runs = { numRuns: 40 };

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  /** Checks that the response is a success, or a documented refusal. */
  function expectSound({ status, body, text }: ServiceResponse): void {
    expect({ status, text, sound: status < 500 }).toMatchObject({ sound: true });
    if (status >= 400) expect(body).toMatchObject({ status, code: expect.stringMatching(/^[A-Z_]+$/) });
  }

  it('for a new event is stored whole or refused', async () => {
    await fc.assert(
      fc.asyncProperty(spoiled(FULL), async (body) => {
        const response = await alice.post('/events', toJson(body));
        expectSound(response);
        if (response.status !== 201) return;
        const { description, location } = JSON.parse(JSON.stringify(body));
        expect((await alice.get(`/events/${response.body.id}`)).body).toMatchObject({
          description,
          location,
        });
      }),
      runs,
    );
  });

  it('for a change of an event is stored or changes nothing', async () => {
    const { id } = await createEvent(alice, gigBody());
    await fc.assert(
      fc.asyncProperty(spoiled(FULL), async (body) => {
        const before = await alice.get(`/events/${id}`);
        const response = await alice.patch(`/events/${id}`, toJson(body));
        expectSound(response);
        if (response.status === 400) expect((await alice.get(`/events/${id}`)).body).toEqual(before.body);
      }),
      runs,
    );
  });

  it('for a change of a profile is stored or refused', async () => {
    const profile = { name: 'Ann', avatarUrl: 'https://x.org', headline: 'x', bio: 'y' };
    await fc.assert(
      fc.asyncProperty(spoiled(profile), async (body) =>
        expectSound(await alice.patch('/users/me', toJson(body))),
      ),
      runs,
    );
  });

  it('for a query gets results or is refused', async () => {
    await createEvent(alice, eventBody());
    const parameters = fc.array(
      fc.tuple(
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...LIST_PARAMETERS) },
          { weight: 1, arbitrary: texts },
        ),
        texts,
      ),
      { maxLength: 4 },
    );
    const encode = (text: string) => encodeURIComponent(text.toWellFormed());
    await fc.assert(
      fc.asyncProperty(parameters, async (pairs) => {
        expectSound(
          await alice.get(
            `/events?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`,
          ),
        );
      }),
      runs,
    );
  });

  it('as raw bytes of a query gets results or is refused', async () => {
    const raw = fc.string({
      unit: fc.constantFrom(...'%0Fgz=&+[]q;limt', 'limit=', 'q=', '&', '%00', '%ff'),
    });
    await fc.assert(
      fc.asyncProperty(raw, async (query) => expectSound(await alice.get(`/events?${query}`))),
      runs,
    );
  });

  it('as an id in a path is unknown', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const id = encodeURIComponent(text.toWellFormed());
        fc.pre(id !== '' && id !== '.' && id !== '..');
        expect((await alice.get(`/events/${id}`)).status).toBe(404);
        expectSound(await alice.get(`/users/${id}`));
      }),
      runs,
    );
  });

  it('as the bytes of a body is stored or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1 }), async (bytes) => {
        expectSound(await alice.patch('/users/me', bytes));
      }),
      runs,
    );
  });

  it('as a token is refused', async () => {
    const tokens = fc.string({ unit: fc.constantFrom(...'eyJhbGciOi.-_=+/~ ') });
    await fc.assert(
      fc.asyncProperty(tokens, async (token) => {
        const { status } = await service.as(null).get('/users/me', { authorization: `Bearer ${token}` });
        expect(status).toBe(401);
      }),
      runs,
    );
  });
});
