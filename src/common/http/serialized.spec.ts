import fc from 'fast-check';
import { type FastifyInstance, fastify } from 'fastify';
import { Serialized, sendSerialized } from './serialized.js';

describe('Serialized', () => {
  let server: FastifyInstance;
  let answer: () => unknown;

  beforeAll(async () => {
    server = fastify();
    sendSerialized(server);
    server.get('/', async () => answer());
    await server.ready();
  });
  afterAll(() => server.close());

  const sent = async (value: unknown) => {
    answer = () => value;
    const { headers, rawPayload } = await server.inject('/');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['content-length']).toBe(String(rawPayload.length));
    return rawPayload.toString();
  };

  const member = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
  const object = fc.dictionary(fc.string(), member);

  it('is sent as JSON would be, wherever it stands', () =>
    fc.assert(
      fc.asyncProperty(fc.array(object), object, member, async (objects, single, other) => {
        const around = (serialize: (value: object) => object) => ({
          data: objects.map((each, index) => (index % 3 === 0 ? each : serialize(each))),
          other,
          deep: { single: serialize(single) },
        });
        expect(await sent(around(Serialized.of))).toBe(JSON.stringify(around((value) => value)));
        expect(await sent(Serialized.of(single))).toBe(JSON.stringify(single));
      }),
    ));

  it('takes further members, wherever it stands', () =>
    fc.assert(
      fc.asyncProperty(fc.array(object), async (objects) => {
        const extended = objects.map((each) =>
          Serialized.of({ each }).with({ more: each }).with({ other: undefined }),
        );
        expect(await sent({ data: extended })).toBe(
          JSON.stringify({ data: objects.map((each) => ({ each, more: each })) }),
        );
      }),
    ));

  it('takes further members, and stays as it is', async () => {
    const event = Serialized.of({ id: 1, title: 'Café' });
    expect(await sent(event.with({ distance: 4.5, viewer: { saved: true } }))).toBe(
      '{"id":1,"title":"Café","distance":4.5,"viewer":{"saved":true}}',
    );
    expect(await sent(event.with({ distance: undefined }))).toBe('{"id":1,"title":"Café"}');
    expect(await sent(event)).toBe('{"id":1,"title":"Café"}');
  });

  it('is an object again in other JSON', () => {
    const event = Serialized.of({ id: 1, title: 'Café' }).with({ distance: 4.5, viewer: undefined });
    expect(JSON.stringify({ event })).toBe('{"event":{"id":1,"title":"Café","distance":4.5}}');
  });

  it('leaves nothing behind if a response cannot be serialized', async () => {
    answer = () => ({ event: Serialized.of({ id: 1 }), count: 1n });
    expect((await server.inject('/')).statusCode).toBe(500);
    expect(await sent({ fine: true })).toBe('{"fine":true}');
  });
});
