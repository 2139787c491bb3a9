import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { document } from '../support/document.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';
import { until } from '../support/until.js';
import { SECRET } from '../support/webhook-receiver.js';

const [, ...ARRAYS] = Object.keys(document.components.schemas.OwnDataDto.properties);

/** The columns with ids of users, by the database. The owner of a gig is no owner of its applications. */
const COLUMNS = `
  SELECT table_name AS table, column_name AS column FROM information_schema.columns
  WHERE table_schema = 'public' AND data_type = 'text' AND column_name LIKE '%_id'
    AND column_name NOT IN ('external_id', 'reference_id')
    AND (table_name, column_name) <> ('applications', 'owner_id')
  UNION SELECT 'users', 'id' ORDER BY 1`;

describe('own data', () => {
  let service: TestApp;
  let other: TestApp;
  /** The tables that hold rows of a user, and the column that names the user. */
  let held: { table: string; column: string }[];

  beforeAll(async () => {
    // Nobody listens at port 1, so messages wait in the outbox.
    const webhook = { WEBHOOK_URL: 'http://127.0.0.1:1/', WEBHOOK_SECRET: SECRET };
    service = await startApp({ DAILY_CREATIONS: '50', ...webhook });
    other = await startApp({ DAILY_CREATIONS: '50', ...webhook }, service.database);
    held = await service.database.query(COLUMNS);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  /** The tables in which a user has rows without a profile. */
  async function orphaned(userId: string): Promise<string[]> {
    const counts = await Promise.all(
      held.map(async ({ table, column }) => {
        const text = `SELECT 1 FROM ${table} WHERE ${column} = $1 AND NOT EXISTS (SELECT FROM users WHERE id = ${column})`;
        return { table, n: (await service.database.query(text, [userId])).length };
      }),
    );
    return counts.filter(({ table, n }) => table !== 'creation_counts' && n > 0).map(({ table }) => table);
  }

  /** Gives a user a row in each table. */
  async function settle(user: Client, boss: Client) {
    await user.patch('/users/me', { name: 'Ursula', headline: 'Here' });
    const { body: event } = await user.post('/gigs', gigBody(), { 'idempotency-key': 'once' });
    const gig = await createEvent(boss, gigBody({ title: "The boss's gig" }));
    const { body: application } = await user.post(`/gigs/${gig.id}/applications`, { message: 'Me!' });
    await boss.patch(`/gigs/${gig.id}/applications/${application.id}`, { status: 'ACCEPTED' });
    const { body: received } = await boss.post(`/gigs/${event.id}/applications`);
    await user.patch(`/gigs/${event.id}/applications/${received.id}`, { status: 'REJECTED' });
    await user.post(`/events/${gig.id}/interactions`, { action: 'SAVE' });
    await user.post(`/events/${gig.id}/reports`, { reason: 'OTHER', message: 'Mine' });
    const { body: collection } = await user.post('/collections', { name: 'Mine' });
    await user.post(`/collections/${collection.id}/items`, { eventId: gig.id, note: 'Soon' });
    await user.post('/calendars', { kind: 'COLLECTION', collectionId: collection.id });
    const { body: conversation } = await user.post('/conversations');
    await user.post(`/conversations/${conversation.id}/messages`, { content: 'yoga' });
    return { event, gig, application, collection, conversation };
  }

  async function rowsOf(userId: string): Promise<string[]> {
    const counts = await Promise.all(
      held.map(async ({ table, column }) => {
        const text = `SELECT count(*)::int AS n FROM ${table} WHERE ${column} = $1`;
        return { table, n: (await service.database.query<{ n: number }>(text, [userId]))[0]!.n };
      }),
    );
    return counts.filter(({ n }) => n > 0).map(({ table }) => table);
  }

  describe('is exported', () => {
    it('whole, as one object with an array per resource, and without secrets', async () => {
      const user = service.as('ursula');
      const { event, gig, application, collection, conversation } = await settle(user, service.as('boss'));
      const { status, headers, body, text } = await user.get('/users/me/export');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^application\/json/);
      expect(Object.keys(body)).toEqual(['profile', ...ARRAYS]);
      for (const name of ARRAYS) expect({ [name]: body[name].length }).not.toEqual({ [name]: 0 });
      expect(body.profile).toEqual((await user.get('/users/me')).body);
      expect(body.events).toEqual([(await user.get(`/events/${event.id}`)).body]);
      expect(body.applications).toEqual([
        (await user.get(`/gigs/${gig.id}/applications/${application.id}`)).body,
      ]);
      expect(body.interactions.map(({ action }: { action: string }) => action).sort()).toEqual([
        'APPLY',
        'SAVE',
      ]);
      expect(body.collections).toEqual([(await user.get(`/collections/${collection.id}`)).body]);
      expect(body.collections[0].items).toHaveLength(1);
      expect(body.conversations).toEqual([(await user.get(`/conversations/${conversation.id}`)).body]);
      expect(body.conversations[0].messages).toHaveLength(2);
      expect(body.notifications).toHaveLength(2);
      expect(body.calendars).toEqual((await user.get('/calendars')).body.data);
      expect(body.idempotencyKeys).toEqual([
        { key: 'once', eventId: event.id, furtherEventIds: [], createdAt: expect.any(String) },
      ]);
      expect(body.creationCounts).toHaveLength(4);
      expect(body.creationCounts[0]).toEqual({
        kind: 'APPLICATION',
        hour: expect.stringMatching(/T\d\d:00:00\.000Z$/),
        count: 1,
      });
      expect(text).not.toMatch(/token|hash/i);
    });

    it('as empty arrays for a user without rows', async () => {
      const { body } = await service.as('newcomer of the export').get('/users/me/export');
      expect(body).toEqual({ profile: null, ...Object.fromEntries(ARRAYS.map((name) => [name, []])) });
    });

    it('over many pages, each row once, in order of time', async () => {
      await service.database.query(`
        INSERT INTO events (id, title, description, type, location, start_at, creator_id)
        SELECT gen_random_uuid(), 'Many', 'x', 'EVENT', '{"name": "Hall"}',
               '2031-01-01'::timestamptz + (n / 5) * interval '1 hour', 'many'
        FROM generate_series(1, 523) n`);
      await service.database.query(`
        INSERT INTO interactions (event_id, user_id, action, id)
        SELECT id, 'many', 'VIEW', gen_random_uuid() FROM events WHERE creator_id = 'many'`);
      const { body } = await service.as('many').get('/users/me/export');
      const ids = body.events.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size).toBe(523);
      expect(body.events.map(({ startAt }: { startAt: string }) => startAt)).toEqual(
        body.events.map(({ startAt }: { startAt: string }) => startAt).sort(),
      );
      expect(new Set(body.interactions.map(({ eventId }: { eventId: string }) => eventId)).size).toBe(523);
    });

    it('for many users at once', async () => {
      const exports = await Promise.all(
        Array.from({ length: 12 }, () => service.as('many').get('/users/me/export')),
      );
      expect(exports.map(({ body }) => body.events.length)).toEqual(Array(12).fill(523));
    });
  });

  describe('is deleted', () => {
    it('whole, while rows of others keep the name', async () => {
      const [user, boss] = [service.as('vera'), service.as('boss of vera')];
      const { event, gig, collection, conversation } = await settle(user, boss);
      await boss.post(`/events/${event.id}/interactions`, { action: 'SAVE' });
      const { body: kept } = await boss.post('/collections', { name: 'Keep' });
      await boss.post(`/collections/${kept.id}/items`, { eventId: event.id });
      expect(await rowsOf('vera')).toEqual(held.map(({ table }) => table));
      expect(held.length).toBeGreaterThanOrEqual(10);
      const hanging = async () => {
        const text = `SELECT (SELECT count(*)::int FROM collection_items WHERE collection_id = $1) AS items,
          (SELECT count(*)::int FROM applications WHERE gig_id = $2) AS applications,
          (SELECT count(*)::int FROM messages WHERE conversation_id = $3) AS messages`;
        return (await service.database.query(text, [collection.id, event.id, conversation.id]))[0];
      };
      expect(await hanging()).toEqual({ items: 1, applications: 1, messages: 2 });
      const itemsOfBoss = async () => (await boss.get(`/collections/${kept.id}`)).body.items;
      expect(await itemsOfBoss()).toHaveLength(1);
      const applicationsOfBoss = async () => (await boss.get(`/gigs/${gig.id}/applications`)).body.data;
      expect(await applicationsOfBoss()).toHaveLength(1);

      const { status, text } = await user.delete('/users/me');
      expect([status, text]).toEqual([204, '']);

      expect(await rowsOf('vera')).toEqual(['creation_counts']);
      expect(await hanging()).toEqual({ items: 0, applications: 0, messages: 0 });
      expect((await boss.get(`/events/${event.id}`)).status).toBe(404);
      expect((await boss.get(`/events/${gig.id}`)).status).toBe(200);
      expect(await applicationsOfBoss()).toEqual([]);
      expect(await itemsOfBoss()).toEqual([]);
      const names = (await boss.get('/notifications')).body.data.map(
        ({ data }: { data: { applicantName: string } }) => data.applicantName,
      );
      expect(names).toContain('Ursula');
    });

    it('and then the same token is a new user', async () => {
      const [here, there] = [service.as('wanda'), other.as('wanda')];
      await here.patch('/users/me', { name: 'Wanda', bio: 'Long ago' });
      const { id } = await createEvent(there); // both instances have cached her profile
      await there.get(`/events/${id}`);
      expect((await there.get('/events?creatorId=wanda')).body.total).toBe(1);
      expect((await here.delete('/users/me')).status).toBe(204);
      expect((await there.get('/events?creatorId=wanda')).body.data).toEqual([]);
      expect((await there.get(`/events/${id}`)).status).toBe(404);
      expect((await service.as('boss').get('/users/wanda')).status).toBe(404);
      expect((await here.get('/users/me')).body).toMatchObject({ id: 'wanda', name: null, bio: null });
      const event = await createEvent(here);
      expect((await service.as('boss').get('/users/wanda')).body).toMatchObject({ id: 'wanda', bio: null });
      const shown = await service.as('boss').get(`/events/${event.id}?include=creator`);
      expect(shown.body.creator).toMatchObject({ id: 'wanda', name: null });
      expect((await here.get('/users/me/export')).body.events).toHaveLength(1);
    });

    it.each<[string, (user: Client, gigId: string) => Promise<{ status: number }>]>([
      ['an event', (user) => user.post('/events', eventBody())],
      ['an interaction', (user, gigId) => user.post(`/events/${gigId}/interactions`, { action: 'SAVE' })],
      ['an application', (user, gigId) => user.post(`/gigs/${gigId}/applications`)],
      ['a collection', (user) => user.post('/collections', { name: 'Mine' })],
      ['a report', (user, gigId) => user.post(`/events/${gigId}/reports`, { reason: 'OTHER' })],
    ])('and a user who then writes %s has a profile again', async (what, write) => {
      const id = `writer of ${what}`;
      const [user, boss] = [service.as(id), service.as('boss')];
      const gig = await createEvent(boss, gigBody());
      const profile = () => boss.get(`/users/${encodeURIComponent(id)}`);
      await user.patch('/users/me', { name: 'Wilma' });
      await createEvent(user);
      expect((await profile()).body.name).toBe('Wilma');
      expect((await user.delete('/users/me')).status).toBe(204);
      expect((await profile()).status).toBe(404);
      expect((await write(user, gig.id)).status).toBe(201);
      expect((await profile()).body).toMatchObject({ id, name: null });
    });

    it('with the rows of a first write that comes meanwhile', async () => {
      const user = service.as('just in time');
      const holder = await LockHolder.begin(service.database);
      await holder.query('LOCK TABLE idempotency_keys IN SHARE MODE'); // events are looked for before
      const deleted = user.delete('/users/me');
      await holder.untilWaiting(1);
      expect((await user.post('/events', eventBody())).status).toBe(201);
      await holder.end();
      expect((await deleted).status).toBe(204);
      expect(await rowsOf('just in time')).toEqual(['creation_counts']);
    });

    it('for a user without rows, and twice', async () => {
      const user = service.as('nothing to delete');
      expect((await user.delete('/users/me')).status).toBe(204);
      expect((await user.delete('/users/me')).status).toBe(204);
      expect(await rowsOf('nothing to delete')).toEqual([]);
    });

    it('so that an idempotency key starts anew, while daily creations continue', async () => {
      const user = service.as('xenia');
      const send = () => user.post('/gigs', gigBody(), { 'idempotency-key': 'k' });
      const first = (await send()).body.id;
      await user.delete('/users/me');
      const again = await send();
      expect(again.status).toBe(201);
      expect(again.body.id).not.toBe(first);
      expect((await user.get('/users/me/export')).body.creationCounts[0].count).toBe(2);
    });

    it('without giving quota back: applying and deleting in turn ends at the limit', async () => {
      const owner = service.as('owner of the harassed gig');
      const { id } = await createEvent(owner, gigBody());
      const limited = await startApp({ DAILY_CREATIONS: '3' }, service.database);
      const user = limited.as('harasser');
      const applied: number[] = [];
      for (let n = 0; n < 6; n += 1) {
        applied.push((await user.post(`/gigs/${id}/applications`)).status);
        expect((await user.delete('/users/me')).status).toBe(204);
      }
      expect(applied).toEqual([201, 201, 201, 409, 409, 409]);
      expect((await owner.get('/notifications')).body.total).toBe(3);
      for (let n = 0; n < 3; n += 1)
        expect(
          (await user.post('/tagging/preview', { title: 'x', description: 'x', type: 'GIG' })).status,
        ).toBe(200);
      expect((await user.delete('/users/me')).status).toBe(204);
      expect((await user.post('/gigs', gigBody())).body.code).toBe('LIMIT_REACHED');
      await limited.close();
    });

    it('with the rows of a concurrent transaction', async () => {
      const user = service.as('late writer');
      await user.get('/users/me');
      const holder = await LockHolder.begin(service.database);
      // A write of this user that another instance has not committed yet.
      await holder.query(`SELECT 1 FROM users WHERE id = 'late writer' FOR KEY SHARE`);
      await holder.query(
        `INSERT INTO collections (id, owner_id, name) VALUES (gen_random_uuid(), 'late writer', 'Late')`,
      );
      const deletion = user.delete('/users/me');
      await holder.untilWaiting(1);
      await holder.end();
      expect((await deletion).status).toBe(204);
      expect(await rowsOf('late writer')).toEqual([]);
    });

    it('and later rows have a profile of their own', async () => {
      const user = service.as('deleted meanwhile');
      const gig = (await createEvent(service.as('boss'), gigBody())).id;
      await user.get('/users/me');
      const holder = await LockHolder.begin(service.database);
      await holder.query(`DELETE FROM users WHERE id = 'deleted meanwhile'`);
      const writes = [
        user.post('/gigs', gigBody()),
        user.post('/gigs', gigBody(), { 'idempotency-key': 'k' }),
      ];
      await holder.untilWaiting(2);
      await holder.end();
      expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([201, 201]);
      for (const write of [
        () => user.post(`/gigs/${gig}/applications`),
        () => user.post(`/events/${gig}/interactions`, { action: 'SAVE' }),
        () => user.post('/collections', { name: 'Mine' }),
        () => user.post('/calendars', { kind: 'SAVED' }),
        () => user.post('/conversations'),
      ]) {
        await service.database.query(`DELETE FROM users WHERE id = 'deleted meanwhile'`);
        expect((await write()).status).toBe(201);
        expect(await rowsOf('deleted meanwhile')).toContain('users');
      }
    });

    it('while all kinds of writes are sent, on two instances, and no row stays without a profile', async () => {
      const gig = (await createEvent(service.as('boss'), gigBody())).id;
      for (let round = 0; round < 3; round += 1) {
        const [here, there] = [service.as('stubborn'), other.as('stubborn')];
        const { event, collection } = await settle(here, service.as('boss'));
        const writes = [here, there].flatMap((user) => [
          ...[1, 2].map(() => user.post('/gigs', gigBody())),
          user.post('/gigs', gigBody(), { 'idempotency-key': `${round}` }),
          user.post(`/gigs/${gig}/applications`),
          user.post(`/events/${gig}/interactions`, { action: 'SAVE' }),
          user.post('/collections', { name: 'Mine' }),
          user.post(`/collections/${collection.id}/items`, { eventId: gig }),
          user.post('/calendars', { kind: 'SAVED' }),
          user.post('/conversations'),
          service.as('boss').patch(`/gigs/${event.id}`, { startAt: `2031-03-0${round + 1}T10:00:00Z` }),
          service.as('boss').patch(`/gigs/${gig}`, { startAt: `2031-02-0${round + 1}T10:00:00Z` }),
        ]);
        const deletions = [here.delete('/users/me'), there.delete('/users/me')];
        for (const { status } of await Promise.all(deletions)) expect(status).toBe(204);
        for (const { status } of await Promise.all(writes)) expect(status).toBeLessThan(500);
        expect(await orphaned('stubborn')).toEqual([]);
        expect((await here.delete('/users/me')).status).toBe(204);
        expect(await rowsOf('stubborn')).toEqual(['creation_counts']);
      }
    });

    it('in batches, by several requests at once, and after an interruption', async () => {
      await service.database.query(`
        INSERT INTO events (id, title, description, type, location, start_at, creator_id)
        SELECT gen_random_uuid(), 'Many', 'x', 'GIG', '{"name": "Hall"}', now() + n * interval '1 hour', 'yvonne'
        FROM generate_series(1, 700) n`);
      await service.database.query(`
        INSERT INTO interactions (event_id, user_id, action, id)
        SELECT id, user_id, action, gen_random_uuid() FROM events,
          unnest(ARRAY['yvonne', 'zoe', 'boss']) user_id, unnest(ARRAY['VIEW', 'CLICK']) action
        WHERE creator_id = 'yvonne'`);
      expect(await rowsOf('zoe')).toEqual(['interactions']);
      const abort = new AbortController();
      const cut = service
        .as('yvonne')
        .fetch('/users/me', { method: 'DELETE', signal: abort.signal })
        .catch(() => undefined);
      const left = `SELECT count(*)::int AS n FROM events WHERE creator_id = 'yvonne'`;
      await until(async () => (await service.database.query<{ n: number }>(left))[0]!.n < 700);
      abort.abort();
      await cut;
      const tries = [service, other, service].map(({ as }) => as('yvonne').delete('/users/me'));
      expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([204, 204, 204]);
      expect(await rowsOf('yvonne')).toEqual([]);
      expect(await rowsOf('zoe')).toEqual([]);
    });
  });
});
