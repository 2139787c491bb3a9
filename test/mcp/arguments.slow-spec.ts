import { startApp, type TestApp } from '../support/app.js';
import { document, type Json } from '../support/document.js';
import { createEvent, gigBody } from '../support/factories.js';

/** The operation with the rules of each tool: its parameters, or its body. */
const OPERATIONS: Record<string, Json> = {
  search_events: parametersOf('/events'),
  list_my_applications: parametersOf('/applications'),
  list_saved_events: parametersOf('/interactions'),
  list_collections: parametersOf('/collections'),
  list_notifications: parametersOf('/notifications'),
  apply_to_gig: document.components.schemas.ApplyDto.properties,
  add_to_collection: document.components.schemas.AddItemDto.properties,
};
const BOUNDS = ['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'];
/** An enumeration as a list: the operation reads each value once, so it needs no bound. */
const BOUNDLESS = ['status', 'payType'];
/** Filters that other arguments replace, and the parameters that shape a response. */
const UNOFFERED = [
  ...['startDate', 'endDate', 'source', 'creatorId', 'bbox', 'ids'],
  ...['sort', 'offset', 'view', 'include'],
];

function parametersOf(path: string): Json {
  return Object.fromEntries(
    document.paths[path].get.parameters.map(({ name, schema }: Json) => [name, schema]),
  );
}
const boundsOf = (schema: Json = {}) =>
  Object.fromEntries(
    BOUNDS.filter((bound) => schema[bound] !== undefined).map((bound) => [bound, schema[bound]]),
  );

/** For each bound of a schema, a value at it and one beyond it. */
function valuesAt({
  maxLength,
  minimum,
  maximum,
  maxItems,
  type,
  items,
}: Json): [at: unknown, past: unknown][] {
  const step = type === 'integer' ? 1 : 0.01;
  return [
    // A code point of two code units: lengths count code points.
    ...(maxLength === undefined
      ? []
      : [['🎷'.repeat(maxLength), '🎷'.repeat(maxLength + 1)] as [unknown, unknown]]),
    ...(minimum === undefined ? [] : [[minimum, minimum - step] as [unknown, unknown]]),
    ...(maximum === undefined ? [] : [[maximum, maximum + step] as [unknown, unknown]]),
    ...(maxItems === undefined
      ? []
      : [
          [Array(maxItems).fill(items.enum[0]), Array(maxItems + 1).fill(items.enum[0])] as [
            unknown,
            unknown,
          ],
        ]),
  ];
}

describe('the arguments of tools', () => {
  let service: TestApp;
  let tools: { name: string; inputSchema: Json }[];
  /** Arguments with which each tool finds or creates something. */
  let usual: Record<string, Record<string, unknown>>;

  const send = async (method: string, params?: object) =>
    (await service.as('alice').post('/mcp', { jsonrpc: '2.0', id: 1, method, params })).body.result;
  const call = async (name: string, args: object): Promise<Json> => {
    const { isError = false, structuredContent } = await send('tools/call', { name, arguments: args });
    return { isError, ...structuredContent };
  };
  /** The faults of one argument. */
  const faultsOf = ({ code, errors = [] }: Json, argument: string) =>
    code === 'VALIDATION_FAILED'
      ? errors.filter(({ pointer }: Json) => pointer.replace('/', '') === argument)
      : [];

  beforeAll(async () => {
    service = await startApp();
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    ({ tools } = await send('tools/list'));
    const { id: eventId } = await createEvent(alice, {
      location: { name: 'Oval', latitude: 40, longitude: -83 },
    });
    const { id: gigId } = await createEvent(bob, gigBody());
    const { id: own } = await createEvent(alice, gigBody());
    await bob.post(`/gigs/${own}/applications`);
    await alice.post(`/events/${eventId}/interactions`, { action: 'SAVE' });
    const { id: collectionId } = (await alice.post('/collections', { name: 'Mine' })).body;
    usual = {
      get_event: { eventId },
      apply_to_gig: { gigId },
      withdraw_application: { gigId },
      save_event: { eventId },
      add_to_collection: { collectionId, eventId },
      search_events: { near: '40,-83' },
    };
  });
  afterAll(() => service.close());

  it('of search_events are the filters of the list, but for those that a model does not need', () => {
    const [search] = tools.filter(({ name }) => name === 'search_events');
    const missing = Object.keys(OPERATIONS.search_events!).filter(
      (name) => !UNOFFERED.includes(name) && !(name in search!.inputSchema.properties),
    );
    expect(missing.map((name) => `src/mcp/tools.ts: search_events has no ${name}`)).toEqual([]);
  });

  it('have the bounds of the operations, but for the size of a page', () => {
    let compared = 0;
    for (const { name, inputSchema } of tools)
      for (const [argument, schema] of Object.entries<Json>(inputSchema.properties)) {
        const rule = OPERATIONS[name]?.[argument];
        if (!rule || BOUNDLESS.includes(argument)) continue;
        const isList = schema.type !== 'array' && rule.type === 'array'; // the tool accepts one
        const expected = argument === 'limit' ? { minimum: 1, maximum: 25 } : isList ? {} : boundsOf(rule);
        expect([name, argument, boundsOf(schema)]).toEqual([name, argument, expected]);
        compared += Object.keys(expected).length;
      }
    expect(compared).toBeGreaterThan(20);
  });

  it('are accepted at each bound, and refused beyond it', async () => {
    let bounds = 0;
    for (const { name, inputSchema } of tools)
      for (const [argument, schema] of Object.entries<Json>(inputSchema.properties))
        for (const [at, past] of valuesAt(schema)) {
          // Beyond the bound first: a refusal stores nothing.
          const refused = await call(name, { ...usual[name], [argument]: past });
          const faults = faultsOf(refused, argument);
          expect([name, argument, refused.isError, faults.length]).toEqual([name, argument, true, 1]);
          bounds += 1;
          if (argument === 'tz') continue; // no zone has so long a name
          const [fault] = faultsOf(await call(name, { ...usual[name], [argument]: at }), argument);
          // No cursor of ours has these lengths.
          expect([name, argument, fault?.detail]).toEqual([
            name,
            argument,
            argument === 'cursor' ? 'is no cursor of these filters, this sort and this version' : undefined,
          ]);
        }
    expect(bounds).toBeGreaterThan(25);
  });

  it('count as missing if they are optional, and null or empty', async () => {
    const { id: gigId } = await createEvent(service.as('bob'), gigBody());
    expect(await call('apply_to_gig', { gigId, message: '' })).toMatchObject({
      isError: false,
      message: null,
    });
    const { collectionId, eventId } = usual.add_to_collection!;
    const add = async (note: unknown) => {
      await service.as('alice').delete(`/collections/${collectionId}/items/${eventId}`);
      return call('add_to_collection', { collectionId, eventId, note });
    };
    expect(await add('x')).toMatchObject({ isError: false, note: 'x' });
    for (const empty of ['', null, []])
      expect(await add(empty)).toMatchObject({ isError: false, note: null });
    for (const empty of ['', null, []])
      expect(await call('withdraw_application', { gigId, applicationId: empty })).toMatchObject({
        gigId,
        withdrawnAt: expect.any(String),
      });

    for (const { name, inputSchema } of tools.filter(({ name }) => /^(search|list)_/.test(name))) {
      const without = await call(name, {});
      expect([name, without.data.length]).toEqual([name, expect.any(Number)]);
      expect(without.data.length).toBeGreaterThan(0);
      for (const empty of ['', null, []]) {
        const all = Object.fromEntries(
          Object.keys(inputSchema.properties).map((argument) => [argument, empty]),
        );
        expect(await call(name, all)).toEqual(without);
        for (const argument of Object.keys(all))
          expect([argument, await call(name, { [argument]: empty })]).toEqual([argument, without]);
      }
    }
  });

  it('are missing if they are required, and null', async () => {
    for (const { name, inputSchema } of tools)
      for (const argument of inputSchema.required ?? []) {
        const { code, errors } = await call(name, { ...usual[name], [argument]: null });
        expect([name, code, errors]).toMatchObject([
          name,
          'VALIDATION_FAILED',
          [{ pointer: `/${argument}` }],
        ]);
      }
  });

  it('return at most 25 events', async () => {
    await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at, tags)
      SELECT gen_random_uuid(), 'Page ' || n, 'x', 'EVENT', '{"name": "Hall"}', now() + n * interval '1 hour', '{paged}'
      FROM generate_series(1, 30) n`);
    const { data, total, nextCursor } = await call('search_events', { tag: 'paged', limit: 25 });
    expect([data.length, total, nextCursor]).toEqual([25, 30, expect.any(String)]);
    expect((await call('search_events', { tag: 'paged', limit: 25, cursor: nextCursor })).data).toHaveLength(
      5,
    );
    expect(await call('search_events', { tag: 'paged', limit: 26 })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});
