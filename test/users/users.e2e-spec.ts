import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';

const UNTOUCHED = { name: null, avatarUrl: null, headline: null, bio: null };

describe('users', () => {
  let service: TestApp;
  let next = 0;
  /** A new user, and the claims of their tokens. */
  function someone(claims: Record<string, unknown> = {}): { id: string; client: Client } {
    const id = `user ${++next}`;
    return { id, client: bringing({ sub: id, ...claims }) };
  }
  const bringing = (claims: Record<string, unknown>) => new Client(service.url, signToken(claims));

  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  describe('the profile of the caller', () => {
    it('is stored on its first read, with every field', async () => {
      const { id, client } = someone();
      expect((await client.get(`/users/${encodeURIComponent(id)}`)).body).toEqual({ id, ...UNTOUCHED });
      expect((await service.as('alice').get(`/users/${encodeURIComponent(id)}`)).status).toBe(404);
      const { status, body } = await client.get('/users/me');
      expect(status).toBe(200);
      expect(body).toEqual({
        ...{ id, ...UNTOUCHED, email: null },
        ...{ createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/), updatedAt: body.createdAt },
      });
      expect(Object.keys(body).slice(0, 5)).toEqual(['id', 'name', 'avatarUrl', 'headline', 'bio']);
      expect((await bringing({ sub: id, name: 'Later' }).get('/users/me')).body).toEqual(body);
      expect((await service.as('alice').get(`/users/${encodeURIComponent(id)}`)).body).toEqual({
        id,
        ...UNTOUCHED,
      });
    });

    it('is stored by the first write, unless that is refused', async () => {
      const gig = await createEvent(service.as('owner'), gigBody());
      const { id, client } = someone({ name: 'Ann' });
      const profile = () => service.as('alice').get(`/users/${encodeURIComponent(id)}`);
      await service.as('owner').patch(`/gigs/${gig.id}`, { status: 'CANCELLED' });
      expect((await client.post(`/gigs/${gig.id}/applications`)).body.code).toBe('GIG_CLOSED');
      expect((await client.post('/collections', { items: [{ eventId: 'none' }] })).status).toBe(400);
      expect((await profile()).status).toBe(404);
      expect((await client.post('/collections', {})).status).toBe(201);
      expect((await profile()).body.name).toBe('Ann');
    });

    it('changes only in what is sent', async () => {
      const { id, client } = someone({ name: 'Ann', email: 'ann@example.org' });
      const changes = { headline: 'Stage hand', avatarUrl: 'https://img.example.org/ann.png' };
      const { status, body } = await client.patch('/users/me', changes);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, name: 'Ann', bio: null, email: 'ann@example.org', ...changes });
      expect(body.updatedAt >= body.createdAt).toBe(true);
      expect((await client.get('/users/me')).body).toEqual(body);
    });

    it('accepts null to remove a field', async () => {
      const { client } = someone({ name: 'Ann' });
      await client.patch('/users/me', { headline: 'Stage hand', bio: 'Five years.' });
      expect((await client.patch('/users/me', UNTOUCHED)).body).toMatchObject(UNTOUCHED);
    });

    it('is unchanged by an empty PATCH', async () => {
      const { client } = someone({ name: 'Ann' });
      const { body: before } = await client.patch('/users/me', { bio: 'Five years.' });
      const { status, body } = await client.patch('/users/me', {});
      expect({ status, body }).toEqual({ status: 200, body: before });
    });

    it('can be sent back, without a change of what the service assigns', async () => {
      const { id, client } = someone({ email: 'ann@example.org' });
      const { body: before } = await client.patch('/users/me', { bio: 'Five years.' });
      const assigned = { id: 'another', email: 7, createdAt: null, updatedAt: 'yesterday' };
      const { status, body } = await client.patch('/users/me', { ...before, ...assigned, name: 'Ann' });
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, name: 'Ann', updatedAt: body.updatedAt });
      expect((await client.get(`/users/${encodeURIComponent(id)}`)).body.id).toBe(id);
    });

    it('keeps texts byte for byte, except that the name is trimmed', async () => {
      const { client } = someone();
      const bio = '  \u202eright to left\u202c, e\u0301 \u00e9, 👩🏽‍🚀 <b onclick="x()">&amp;</b>\n\t';
      const { body } = await client.patch('/users/me', { name: '  Zoë 🎷 ', bio, headline: ' x ' });
      expect(body).toMatchObject({ name: 'Zoë 🎷', bio, headline: ' x ' });
    });

    it('counts code points', async () => {
      const { client } = someone();
      const longest = { name: '🎷'.repeat(200), headline: '🎷'.repeat(200), bio: '🎷'.repeat(5000) };
      expect((await client.patch('/users/me', longest)).body).toMatchObject(longest);
    });

    it.each([
      ['an empty name', { name: '' }, '/name'],
      ['a blank name', { name: ' \t ' }, '/name'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name'],
      ['a numeric name', { name: 7 }, '/name'],
      ['a name that is an object', { name: { constructor: { prototype: {} } } }, '/name'],
      ['a headline of 201 characters', { headline: 'x'.repeat(201) }, '/headline'],
      ['a bio of 5 001 characters', { bio: 'x'.repeat(5001) }, '/bio'],
      ['a bio that is a list', { bio: ['x'] }, '/bio'],
      ['an avatar that is no URL', { avatarUrl: 'ann.png' }, '/avatarUrl'],
      ['a javascript avatar', { avatarUrl: 'javascript:alert(1)' }, '/avatarUrl'],
      ['a data avatar', { avatarUrl: 'data:image/png;base64,AA==' }, '/avatarUrl'],
      ['an avatar of 2 001 characters', { avatarUrl: `https://x.org/${'x'.repeat(1987)}` }, '/avatarUrl'],
      ['a NUL', { bio: 'a\0b' }, '/bio'],
      ['a lone surrogate', { headline: '\ud83c' }, '/headline'],
      ['an unknown member', { role: 'admin' }, '/role'],
    ])('refuses %s, and stores nothing', async (_what, body, pointer) => {
      const { id, client } = someone({ name: 'Ann' });
      const response = await client.patch('/users/me', { headline: 'Kept out', ...body });
      expect({ status: response.status, code: response.body.code }).toEqual({
        status: 400,
        code: 'VALIDATION_FAILED',
      });
      expect(response.body.errors.map((fault: { pointer: string }) => fault.pointer)).toContain(pointer);
      expect(await service.database.query('SELECT 1 FROM users WHERE id = $1', [id])).toEqual([]);
    });

    it('keeps all of several concurrent changes of different fields', async () => {
      const { client } = someone();
      const changes = { name: 'Ann', headline: 'Stage hand', bio: 'Five years.' };
      await Promise.all(Object.entries(changes).map(([k, v]) => client.patch('/users/me', { [k]: v })));
      expect((await client.get('/users/me')).body).toMatchObject(changes);
    });
  });

  describe('the claims of a token', () => {
    const claims = {
      name: 'Ann Example',
      picture: 'https://img.example.org/a.png',
      email: 'ann@example.org',
    };

    it.each<[string, (client: Client, gigId: string) => Promise<{ status: number }>]>([
      ['an event', (client) => client.post('/events', eventBody())],
      [
        'an event under a key',
        (client) => client.post('/events', eventBody(), { 'idempotency-key': randomUUID() }),
      ],
      ['an application', (client, gigId) => client.post(`/gigs/${gigId}/applications`)],
      ['an interaction', (client, gigId) => client.post(`/events/${gigId}/interactions`, { action: 'SAVE' })],
      ['a collection', (client) => client.post('/collections', { name: 'Weekend' })],
      ['a conversation', (client) => client.post('/conversations')],
    ])('seed the profile with %s', async (_what, write) => {
      const gig = await createEvent(service.as('alice'), gigBody());
      const { id, client } = someone(claims);
      expect((await client.get('/events')).status).toBe(200);
      expect((await write(client, gig.id)).status).toBe(201);
      const { body } = await bringing({ sub: id }).get('/users/me');
      expect(body).toMatchObject({ name: claims.name, avatarUrl: claims.picture, email: claims.email });
    });

    it('change nothing later', async () => {
      const { id, client } = someone(claims);
      await client.patch('/users/me', { name: 'Annie' });
      const later = bringing({ sub: id, name: 'X', picture: 'https://x.org/', email: 'x@example.org' });
      const { body } = await later.get('/users/me');
      expect(body).toMatchObject({ name: 'Annie', avatarUrl: claims.picture, email: claims.email });
    });

    it('change nothing after a restart', async () => {
      const { id, client } = someone(claims);
      await createEvent(client);
      const restarted = await startApp({}, service.database);
      const later = new Client(restarted.url, signToken({ sub: id, name: 'X' }));
      expect((await later.get('/users/me')).body.name).toBe(claims.name);
      await restarted.close();
    });

    it('are stored with an application, even after a deletion of the profile', async () => {
      const { id, client } = someone();
      const owner = someone();
      const apply = async () => {
        const { id: gig } = await createEvent(owner.client, gigBody());
        expect((await client.post(`/gigs/${gig}/applications`)).status).toBe(201);
        return service.database.query('DELETE FROM users WHERE id = $1 RETURNING id', [id]);
      };
      expect(await apply()).toEqual([{ id }]);
      expect(await apply()).toEqual([{ id }]);
    });

    it('seed nothing if the token is refused', async () => {
      const id = `user ${++next}`;
      const forged = signToken(
        { sub: id, ...claims },
        { secret: 'a secret that is not that of the service' },
      );
      expect((await new Client(service.url, forged).get('/users/me')).status).toBe(401);
      expect((await service.as('alice').get(`/users/${encodeURIComponent(id)}`)).status).toBe(404);
    });

    it('seed one profile with twenty concurrent first writes', async () => {
      const { id } = someone();
      const clients = Array.from({ length: 20 }, (_, n) => bringing({ sub: id, name: `Name ${n}` }));
      const responses = await Promise.all(
        clients.map((client, n) => client.patch('/users/me', { bio: `Bio ${n}` })),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ body }) => body.name)).size).toBe(1);
    });

    it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
      ['a numeric name', { name: 7 }, { name: null }],
      ['an empty name', { name: '' }, { name: null }],
      ['a NUL in the name', { name: 'A\0' }, { name: null }],
      ['a lone surrogate in the email', { email: 'a\ud800@example.org' }, { email: null }],
      ['a javascript picture', { picture: 'javascript:alert(1)' }, { avatarUrl: null }],
      ['a picture that is an object', { picture: { url: 'https://x.org' } }, { avatarUrl: null }],
      [
        'a picture too long to be stored',
        { picture: `https://x.org/${'x'.repeat(2000)}` },
        { avatarUrl: null },
      ],
      ['a name of 300 emoji', { name: '🎷'.repeat(300) }, { name: '🎷'.repeat(200) }],
    ])('do not lock a user out by %s', async (_what, odd, expected) => {
      const { client } = someone(odd);
      const { status, body } = await client.get('/users/me');
      expect(status).toBe(200);
      expect(body).toMatchObject(expected);
      expect((await client.patch('/users/me', { bio: 'Stored' })).body).toMatchObject(expected);
    });
  });

  describe('the profile of another user', () => {
    it('is public, without the email', async () => {
      const { id, client } = someone({ name: 'Ann', email: 'ann@example.org' });
      await client.patch('/users/me', { headline: 'Stage hand', bio: 'Five years.' });
      const { status, body } = await service.as('bob').get(`/users/${encodeURIComponent(id)}`);
      expect(status).toBe(200);
      expect(body).toEqual({ id, name: 'Ann', avatarUrl: null, headline: 'Stage hand', bio: 'Five years.' });
      expect((await client.get(`/users/${encodeURIComponent(id)}`)).body).toEqual(body);
    });

    it.each([
      'nobody',
      'x'.repeat(150),
      'x'.repeat(5000),
      '%00',
      'a%00b',
      '%zz',
      "' OR 1=1 --",
      '%F0%9F%8E%B7',
      '%C0%80',
    ])('is 404 for the id %s', async (id) => {
      const { status, body } = await service.as('bob').get(`/users/${id}`);
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
    });

    it('cannot be changed', async () => {
      await createEvent(service.as('alice'));
      const { status } = await service.as('bob').patch('/users/alice', { name: 'Eve' });
      expect(status).toBe(404); // there is no such operation
      expect((await service.as('alice').get('/users/me')).body.name).toBeNull();
    });
  });
});
