import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

describe('conversations', () => {
  let service: TestApp;
  let alice: Client;
  let bob: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
    bob = service.as('bob');
  });
  afterAll(() => service.close());

  const begin = async (who = alice) => (await who.post('/conversations')).body.id as string;

  describe('themselves', () => {
    it('can be created without a body, with an empty one and with a title', async () => {
      const { status, body } = await alice.post('/conversations');
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.any(String),
        ownerId: 'alice',
        title: null,
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: body.createdAt,
      });
      expect((await alice.post('/conversations', {})).body.title).toBeNull();
      const titled = { title: ' Plans ', id: 'x', ownerId: 'bob', messages: [], createdAt: 1 };
      const { body: again } = await alice.post('/conversations', titled);
      expect(again).toMatchObject({ title: 'Plans', ownerId: 'alice' });
    });

    it.each([
      ['an empty title', { title: '' }, '/title'],
      ['a title of 121 characters', { title: 'x'.repeat(121) }, '/title'],
      ['a NUL', { title: 'a\0b' }, '/title'],
      ['an unknown member', { visibility: 'PUBLIC' }, '/visibility'],
    ])('refuse %s', async (_what, request, pointer) => {
      const { status, body } = await alice.post('/conversations', request);
      expect({ status, pointer: body.errors[0].pointer }).toEqual({ status: 400, pointer });
    });

    it('are listed only to their owner, newest first', async () => {
      const carol = service.as('carol');
      const ids = [await begin(carol), await begin(carol), await begin(carol)];
      const { body } = await carol.get('/conversations?limit=2');
      expect(body).toMatchObject({ total: 3, totalIsExact: true, limit: 2, offset: 0 });
      const { body: rest } = await carol.get(`/conversations?limit=2&cursor=${body.nextCursor}`);
      const listed = [...body.data, ...rest.data].map(({ id }: { id: string }) => id);
      expect(listed).toEqual(ids.reverse());
      expect(body.data[0]).not.toHaveProperty('messages');
      expect((await service.as('dave').get('/conversations')).body.data).toEqual([]);
    });

    it('can change and remove their title', async () => {
      const path = `/conversations/${await begin()}`;
      expect((await alice.patch(path, { title: 'Plans' })).body.title).toBe('Plans');
      const { status, body } = await alice.patch(path, {});
      expect({ status, title: body.title }).toEqual({ status: 200, title: 'Plans' });
      expect((await alice.patch(path, { title: null })).body.title).toBeNull();
    });

    it('are deleted with their messages', async () => {
      const id = await begin();
      await alice.post(`/conversations/${id}/messages`, { content: 'yoga' });
      const messages = () =>
        service.database.query('SELECT role FROM messages WHERE conversation_id = $1', [id]);
      expect(await messages()).toHaveLength(2);
      const { status, text } = await alice.delete(`/conversations/${id}`);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await alice.get(`/conversations/${id}`)).status).toBe(404);
      expect(await messages()).toEqual([]);
    });

    it('do not exist for anybody else, by any method, with the body of an unknown id', async () => {
      const id = await begin();
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { title: 'Mine' }],
        ['DELETE', '', undefined],
        ['POST', '/messages', { content: 'hi' }],
      ] as const) {
        const other = await bob.request(method, `/conversations/${id}${path}`, { body });
        const unknown = await bob.request(method, `/conversations/${UNKNOWN}${path}`, { body });
        const nameless = ({ instance: _, requestId: __, ...problem }: Record<string, unknown>) => problem;
        expect(other.status).toBe(404);
        expect(nameless(other.body)).toEqual(nameless(unknown.body));
      }
      expect((await alice.get(`/conversations/${id}`)).body).toMatchObject({ title: null, messages: [] });
    });
  });

  describe('messages', () => {
    it('are stored with their answers, in order', async () => {
      const id = await begin();
      const first = await alice.post(`/conversations/${id}/messages`, { content: '  yoga\nplease ' });
      expect(first.status).toBe(201);
      expect(first.body).toEqual({
        message: {
          id: expect.any(String),
          role: 'USER',
          content: 'yoga\nplease',
          eventIds: [],
          createdAt: expect.stringMatching(/Z$/),
        },
        answer: {
          id: expect.any(String),
          role: 'ASSISTANT',
          content: expect.stringMatching(/^Events and gigs with “yoga”: nothing found\./),
          eventIds: [],
          createdAt: expect.stringMatching(/Z$/),
        },
      });
      const second = await alice.post(`/conversations/${id}/messages`, { content: 'chess' });
      const { body } = await alice.get(`/conversations/${id}`);
      expect(body.messages).toEqual([
        first.body.message,
        first.body.answer,
        second.body.message,
        second.body.answer,
      ]);
    });

    it.each([
      ['nothing', {}, '/content'],
      ['no text', { content: '' }, '/content'],
      ['blanks', { content: ' \n ' }, '/content'],
      ['2001 characters', { content: 'x'.repeat(2001) }, '/content'],
      ['100 kB', { content: '('.repeat(100_000) }, '/content'],
      ['a NUL', { content: 'a\0b' }, '/content'],
      ['a lone surrogate', { content: '\ud800' }, '/content'],
      ['a number', { content: 1 }, '/content'],
      ['an unknown member', { content: 'hi', to: 'bob' }, '/to'],
    ])('refuse %s, and store nothing', async (_what, request, pointer) => {
      const id = await begin();
      const { status, body } = await alice.post(`/conversations/${id}/messages`, request);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'VALIDATION_FAILED' });
      expect(body.errors[0].pointer).toBe(pointer);
      expect((await alice.get(`/conversations/${id}`)).body.messages).toEqual([]);
    });

    it('give the conversation its title by the first question only', async () => {
      const id = await begin();
      const path = `/conversations/${id}`;
      await alice.post(`${path}/messages`, { content: `What is on ${'tonight and tomorrow '.repeat(9)}` });
      const { title, createdAt, updatedAt } = (await alice.get(path)).body;
      expect(title).toBe('What is on tonight and tomorrow tonight and tomorrow tonight and tomorrow…');
      expect(updatedAt > createdAt).toBe(true);
      await alice.patch(path, { title: null });
      await alice.post(`${path}/messages`, { content: 'yoga' });
      expect((await alice.get(path)).body.title).toBeNull();

      const { body: named } = await alice.post('/conversations', { title: 'Plans' });
      await alice.post(`/conversations/${named.id}/messages`, { content: 'yoga' });
      expect((await alice.get(`/conversations/${named.id}`)).body.title).toBe('Plans');
      const long = await begin();
      await alice.post(`/conversations/${long}/messages`, { content: '🎷'.repeat(100) });
      expect((await alice.get(`/conversations/${long}`)).body.title).toBe(`${'🎷'.repeat(79)}…`);
    });

    it('are limited to 200, even with concurrent requests, and every question precedes its answer', async () => {
      const id = await begin();
      await service.database.query(
        `INSERT INTO messages (conversation_id, id, role, content)
         SELECT $1, gen_random_uuid(), 'USER', 'hi' FROM generate_series(1, 181)`,
        [id],
      );
      // These ids come from an instance with a clock an hour ahead. Later messages still follow them.
      await service.database.query(
        `UPDATE messages SET id = (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint + 3600000), 12, '0')
           || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid
         FROM (SELECT id AS old, row_number() OVER () AS n FROM messages WHERE conversation_id = $1) numbered
         WHERE conversation_id = $1 AND id = old`,
        [id],
      );
      const questions = Array.from({ length: 20 }, (_, n) => `yoga number ${n}`);
      const answers = await Promise.all(
        questions.map((content) => alice.post(`/conversations/${id}/messages`, { content })),
      );
      const taken = answers.filter(({ status }) => status === 201);
      expect(taken).toHaveLength(9);
      for (const { status, body } of answers)
        if (status !== 201)
          expect({ status, code: body.code }).toEqual({ status: 409, code: 'LIMIT_REACHED' });
      const { messages } = (await alice.get(`/conversations/${id}`)).body;
      expect(messages).toHaveLength(199);
      const pairs = new Map(taken.map(({ body }) => [body.message.id, body.answer.id]));
      for (let at = 181; at < 199; at += 2) expect(pairs.get(messages[at].id)).toBe(messages[at + 1].id);
      const { status } = await alice.post(`/conversations/${id}/messages`, { content: 'one more' });
      expect(status).toBe(409);
    });

    it('leave nothing behind if their conversation is deleted at the same time', async () => {
      const id = await begin();
      const path = `/conversations/${id}`;
      expect((await alice.post(`${path}/messages`, { content: 'chess' })).status).toBe(201);
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => alice.post(`${path}/messages`, { content: 'yoga' })),
        alice.delete(path),
      ]);
      for (const { status } of answers) expect([201, 204, 404]).toContain(status);
      const left = await service.database.query('SELECT 1 FROM messages WHERE conversation_id = $1', [id]);
      expect(left).toEqual([]);
    });
  });
});
