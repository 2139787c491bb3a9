import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { filtersOf } from '../../src/conversations/assistant/offline/understand.js';
import { Zone } from '../../src/conversations/assistant/zone.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';

const HOUR = 3_600_000;
const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

interface NewEvent {
  title: string;
  /** Milliseconds since the epoch. */
  at: number;
  hours?: number | null;
  [column: string]: unknown;
}

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
  const ask = async (content: string, who = alice) => {
    const { status, body } = await who.post(`/conversations/${await begin(who)}/messages`, { content });
    expect(status).toBe(201);
    return body.answer as { content: string; eventIds: string[] };
  };

  /** Inserts an event, as a feed or a user would; by default it takes an hour. */
  async function insertEvent({ title, at, hours = 1, ...columns }: NewEvent): Promise<string> {
    const row = {
      id: randomUUID(),
      title,
      description: '',
      type: 'EVENT',
      location: JSON.stringify({ name: 'Ohio Union' }),
      start_at: new Date(at),
      end_at: hours === null ? null : new Date(at + hours * HOUR),
      ...columns,
    };
    const parameters = Object.keys(row).map((_, index) => `$${index + 1}`);
    await service.database.query(
      `INSERT INTO events (${Object.keys(row)}) VALUES (${parameters})`,
      Object.values(row),
    );
    return row.id;
  }

  /** The middle of what is left of a time in words. */
  function during(words: string, share = 0.5): number {
    const { from, to } = filtersOf(words, { now: Date.now(), zone: new Zone('America/New_York') })!.when!;
    const begins = Math.max(from, Date.now());
    return begins + (to! - begins) * share;
  }

  const pay = (amount: number, type = 'HOURLY', currency = 'USD') =>
    JSON.stringify({ amount, currency, type });

  describe('themselves', () => {
    it('are begun without a body, with one and with a title', async () => {
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

    it('are listed to their owner alone, newest first', async () => {
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

    it('change their title, and lose it', async () => {
      const path = `/conversations/${await begin()}`;
      expect((await alice.patch(path, { title: 'Plans' })).body.title).toBe('Plans');
      const { status, body } = await alice.patch(path, {});
      expect({ status, title: body.title }).toEqual({ status: 200, title: 'Plans' });
      expect((await alice.patch(path, { title: null })).body.title).toBeNull();
    });

    it('go with their messages', async () => {
      const id = await begin();
      await alice.post(`/conversations/${id}/messages`, { content: 'yoga' });
      const { status, text } = await alice.delete(`/conversations/${id}`);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      expect((await alice.get(`/conversations/${id}`)).status).toBe(404);
      const [left] = await service.database.query(
        'SELECT count(*)::int FROM messages WHERE conversation_id = $1',
        [id],
      );
      expect(left).toEqual({ count: 0 });
    });

    it('do not exist for anybody else, on any verb, with the body of an unknown id', async () => {
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
    it('are stored with their answer, in order, as they were answered', async () => {
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
          content: expect.stringMatching(/^I found nothing about “yoga”\./),
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

    it('name the conversation after the first question, and only after that', async () => {
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

    it('end at 200, however many come at once, and every question stands before its answer', async () => {
      const id = await begin();
      await service.database.query(
        `INSERT INTO messages (conversation_id, id, role, content)
         SELECT $1, gen_random_uuid(), 'USER', 'hi' FROM generate_series(1, 181)`,
        [id],
      );
      // These ids come from an instance whose clock is an hour ahead. Later messages still follow them.
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

    it('and the removal of their conversation at once leave nothing behind', async () => {
      const id = await begin();
      const path = `/conversations/${id}`;
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, () => alice.post(`${path}/messages`, { content: 'yoga' })),
        alice.delete(path),
      ]);
      for (const { status } of answers) expect([201, 204, 404]).toContain(status);
      const left = await service.database.query('SELECT 1 FROM messages WHERE conversation_id = $1', [id]);
      expect(left).toEqual([]);
    });
  });

  describe('the assistant', () => {
    beforeEach(() => service.database.query('DELETE FROM events'));

    it('finds free jazz this weekend, best first', async () => {
      const at = during('this weekend');
      const best = await insertEvent({ title: 'Jazz on the Oval', at, tags: ['jazz', 'free'] });
      const good = await insertEvent({
        title: 'Sunset concert',
        at: at - 1000,
        description: 'A jazz trio plays. Admission is free.',
      });
      await insertEvent({ title: 'Jazz gala', at, description: 'Tickets from $40. Feel free to dress up.' });
      await insertEvent({ title: 'Free jazz, later', at: during('this weekend', 1) + 26 * HOUR });
      await insertEvent({ title: 'Free blues', at });
      await insertEvent({ title: 'Free jazz guitar lessons wanted', at, type: 'GIG' });
      const { content, eventIds } = await ask('any free jazz this weekend?');
      expect(eventIds).toEqual([best, good]);
      expect(content).toMatch(
        /^Here is what fits .*:\n1\. “Jazz on the Oval”: .+, at Ohio Union\nThese mention “jazz”:\n2\. “Sunset/,
      );
    });

    it('finds gigs by their pay', async () => {
      const at = Date.now() + 48 * HOUR;
      const gig = (title: string, compensation: string | null, columns = {}) =>
        insertEvent({ title, at, type: 'GIG', compensation, ...columns });
      const fifteen = await gig('Flyers', pay(15));
      const twenty = await gig('Sofas', pay(20.5), { start_at: new Date(at + 1000) });
      const fixed = await gig('Logo', pay(200, 'FIXED'), { start_at: new Date(at + 2000) });
      const euros = await gig('Translation', pay(30, 'HOURLY', 'EUR'), { start_at: new Date(at + 3000) });
      const unpaid = await gig('Choir', null, { start_at: new Date(at + 4000) });
      await gig('Broken', '{"amount": "a lot"}', { start_at: new Date(at + 5000), status: 'CANCELLED' });
      await insertEvent({ title: 'Concert', at });
      expect((await ask('gigs that pay over $15')).eventIds).toEqual([twenty, fixed]);
      expect((await ask('gigs that pay at least $15')).eventIds).toEqual([fifteen, twenty, fixed]);
      // 200 in all for an hour is more, too.
      expect((await ask('gigs over 15 an hour')).eventIds).toEqual([twenty, fixed, euros]);
      expect((await ask('paid gigs')).eventIds).toEqual([fifteen, twenty, fixed, euros]);
      expect((await ask('gigs under $18')).eventIds).toEqual([fifteen]);
      expect((await ask('unpaid gigs')).eventIds).toEqual([unpaid]);
      const { content } = await ask('gigs');
      expect(content).toMatch(/“Flyers”: .*; pays \$15 an hour\n/);
      expect(content).toMatch(/“Sofas”: .*; pays \$20\.50 an hour\n/);
      expect(content).toMatch(/“Logo”: .*; pays \$200 in all\n/);
      expect(content).toMatch(/“Translation”: .*; pays 30 EUR an hour\n/);
      expect(content).toMatch(/“Choir”: .*; unpaid$/);
    });

    it('takes being of a category for being named by it', async () => {
      const at = during('tomorrow');
      const strings = await insertEvent({ title: 'Symphony no. 5', at, category: 'MUSIC' });
      const untagged = await insertEvent({ title: 'Concert on the lawn', at: at + 1000 });
      await insertEvent({ title: 'Yoga', at, description: 'With music.', category: 'HEALTH_WELLNESS' });
      await insertEvent({ title: 'Stage hands for a concert', at, type: 'GIG' });
      expect((await ask('concerts tomorrow')).eventIds).toEqual([strings, untagged]);
    });

    it('finds by the place and the day', async () => {
      const at = Date.UTC(new Date().getUTCFullYear() + 1, 11, 3, 20);
      const day = `3 December ${new Date().getUTCFullYear() + 1}`;
      const here = await insertEvent({
        title: 'Chess',
        at,
        location: JSON.stringify({ name: 'Ohio Union, Room 2' }),
      });
      await insertEvent({ title: 'Union of Ohio', at, location: JSON.stringify({ name: 'Library' }) });
      await insertEvent({ title: 'Go', at: at + 48 * HOUR });
      const { content, eventIds } = await ask(`anything at the Ohio Union on ${day}?`);
      expect(eventIds).toEqual([here]);
      expect(content).toContain(`Dec 3, ${new Date().getUTCFullYear() + 1}`);
      expect((await ask('chess at the library')).content).toMatch(
        /^I found nothing about “chess” at that place\. Elsewhere:\n1\. “Chess”: .*, at Ohio Union, Room 2$/,
      );
    });

    it('names only what is open, and not over', async () => {
      const now = Date.now();
      const running = await insertEvent({ title: 'Yoga, running', at: now - HOUR, hours: 2 });
      const soon = await insertEvent({ title: 'Yoga, soon', at: now + 10 * HOUR, hours: null });
      const begun = { title: 'Yoga, begun', at: now + 20 * HOUR, status: 'IN_PROGRESS' };
      const inProgress = await insertEvent(begun);
      await insertEvent({ title: 'Yoga, over', at: now - 5 * HOUR });
      await insertEvent({ title: 'Yoga, without end', at: now - 5 * HOUR, hours: null });
      await insertEvent({ title: 'Yoga, cancelled', at: now + HOUR, status: 'CANCELLED' });
      await insertEvent({ title: 'Yoga, completed', at: now + HOUR, status: 'COMPLETED' });
      expect((await ask('yoga')).eventIds).toEqual([running, soon, inProgress]);
    });

    it('names at most five, the soonest of equals', async () => {
      const ids: string[] = [];
      for (let n = 0; n < 8; n += 1)
        ids.push(await insertEvent({ title: `Hackathon ${n}`, at: Date.now() + (n + 1) * HOUR }));
      expect((await ask('hackathons')).eventIds).toEqual(ids.slice(0, 5));
    });

    it('says so when nothing fits, and offers what fits nearly', async () => {
      const later = await insertEvent({ title: 'Jazz later', at: Date.now() + 60 * 24 * HOUR });
      const soon = await insertEvent({ title: 'Blues brunch', at: during('tomorrow') });

      const other = await ask('jazz tomorrow');
      expect(other.content).toMatch(
        /^I found nothing about “jazz” tomorrow \(.*\)\. At other times:\n1\. “Jazz later”: /,
      );
      expect(other.eventIds).toEqual([later]);
      const past = await ask('jazz yesterday');
      expect(past.content).toMatch(/^That time is past\. The next ones are:\n1\. “Jazz later”: /);
      const paid = await ask('free brunch tomorrow');
      expect(paid.content).toMatch(
        /^Nothing that fits tomorrow \(.*\) says it is free\. Otherwise:\n1\. “Blues brunch”: /,
      );
      const some = await ask('blues picnic');
      expect(some.content).toMatch(/^Here is what comes closest:\n1\. “Blues brunch”: /);
      expect(some.eventIds).toEqual([soon]);

      for (const question of ['polka', 'polka on 1 May 2001']) {
        const { content, eventIds } = await ask(question);
        expect(content).toMatch(/^(I found nothing about “polka”|That time is past)/);
        expect(content).toContain('still to come');
        expect(eventIds).toEqual([]);
      }
    });

    it('helps a user who asks nothing', async () => {
      await insertEvent({ title: 'Hello world', at: Date.now() + HOUR });
      for (const [question, answer] of [
        ['hello', /^Hello! Ask me what is on/],
        ['Thank you!', /^You are welcome/],
        ...['help', '??', '🎷'].map((other) => [other, /^Ask me what is on/] as const),
      ] as const)
        expect(await ask(question)).toMatchObject({ content: expect.stringMatching(answer), eventIds: [] });
    });

    it('admits that it knows no prices but those that a text says', async () => {
      const id = await insertEvent({ title: 'Concert', at: Date.now() + HOUR });
      const { content, eventIds } = await ask('concerts under $20');
      expect(eventIds).toEqual([id]);
      expect(content).toMatch(
        /^Nothing that fits says it costs so little\. Otherwise:\n(?:.|\n)+\nWhat an event costs I know only where its text says so: see its own page\.$/,
      );
      const at = Date.now() + 2 * HOUR;
      await insertEvent({ title: 'Concert in the park', at, description: 'Bring a chair. Free for all.' });
      await insertEvent({
        title: 'Concert in the hall',
        at,
        description: 'Tickets are $12, popcorn is $30.',
      });
      await insertEvent({ title: 'Concert in the arena', at, description: 'Tickets are $45.' });
      const { content: cheap } = await ask('concerts under $20');
      expect(cheap).toMatch(
        /^Here is what fits:\n(?:.|\n)+ says: “Free for all\.”\n(?:.|\n)+ says: “Tickets are \$12, popcorn/,
      );
      expect(cheap).toMatch(/\nThese do not say what they cost:\n3\. “Concert”/);
      expect(cheap).not.toMatch(/arena/);
    });

    it('takes the words of an event for words', async () => {
      const title = 'Yoga <b>& tea</b>\n9. Ignore all that\u0007 {{ids}} %s';
      const id = await insertEvent({ title: title + 'x'.repeat(900), at: Date.now() + HOUR, location: '{}' });
      const { content, eventIds } = await ask('yoga');
      expect(eventIds).toEqual([id]);
      expect(content.split('\n')).toHaveLength(2);
      expect(content).toContain('1. “Yoga <b>& tea</b> 9. Ignore all that {{ids}}…”');
      expect(content.length).toBeLessThan(400);
    });

    it('shows others’ words as such, and all of them', async () => {
      const at = Date.now() + HOUR;
      const title = 'Yoga. Free” \u202efor you\u200b. Visit https://example.org "now';
      await insertEvent({ title, at, location: JSON.stringify({ name: 'Hall. See example.com/x \u2066' }) });
      expect((await ask('yoga')).content).toMatch(
        /\n1\. “Yoga\. Free' for you\. Visit https:\/\/example\.org 'now”: .*, at “Hall\. See example\.com\/x”$/,
      );
    });

    it('answers anything, and names only events that exist', async () => {
      const existing = new Set<string>();
      for (const title of ['Jazz', 'Free yoga', 'Chess at the Union', "Robert'); DROP TABLE events;--"])
        existing.add(await insertEvent({ title, at: Date.now() + 5 * HOUR }));
      const id = await begin();
      const hostile = [
        ...['(', '%', ':*', '\\', "'", '"', '|', '&', '!', '<->', '?', '$1', '🎷'].map((sign) =>
          sign.repeat(600),
        ),
        ...[
          "jazz'",
          "'; DROP TABLE events; --",
          'jazz & !chess',
          'jazz:* | (yoga',
          'at the "Union',
          '-jazz',
          'a<->b',
        ],
      ];
      const words = fc.constantFrom(
        ...'free jazz yoga tonight this weekend at the union over $15 an hour or not gigs ( : % next may'.split(
          ' ',
        ),
      );
      const question = fc.oneof(
        fc.constantFrom(...hostile),
        fc.array(words, { minLength: 1, maxLength: 12 }).map((some) => some.join(' ')),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }),
      );
      const valid = question.filter(
        (text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0'),
      );
      await fc.assert(
        fc.asyncProperty(valid, async (content) => {
          const { status, body } = await alice.post(`/conversations/${id}/messages`, { content });
          expect(status).toBe(201);
          expect(body.message.content).toBe(content.trim());
          expect(body.answer.eventIds.length).toBeLessThanOrEqual(5);
          for (const eventId of body.answer.eventIds) expect(existing.has(eventId)).toBe(true);
          await service.database.query('DELETE FROM messages WHERE conversation_id = $1', [id]);
        }),
        { numRuns: 150, examples: hostile.map((text) => [text] as [string]) },
      );
    });
  });
});
