import { jest } from '@jest/globals';
import { Statements } from '../../src/database/statements.js';
import type { Client } from '../support/client.js';
import type { Json } from '../support/document.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';

const ALL = 'include=creator,viewer,counts';
describe('the expansions of an event', () => {
  let service: InsideApp;
  let bob: Client;
  let gig: Json;
  let collection: Json;

  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    bob = service.as('bob');
    gig = await createEvent(service.as('alice'), gigBody());
    collection = (await bob.post('/collections', { name: 'Mine' })).body;
    await bob.post(`/collections/${collection.id}/items`, { eventId: gig.id });
  });
  afterAll(() => service.close());

  describe('take one statement per module for a whole page', () => {
    /** The number of statements of a request, and of concurrent ones. */
    async function statementsOf(path: string): Promise<{ count: number; together: number }> {
      const statements = service.app.get(Statements);
      const original = statements.query.bind(statements);
      let [count, running, together] = [0, 0, 0];
      const spy = jest.spyOn(statements, 'query').mockImplementation(async (...parameters: unknown[]) => {
        count += 1;
        running += 1;
        together = Math.max(together, running);
        try {
          return await original(...(parameters as Parameters<typeof original>));
        } finally {
          running -= 1;
        }
      });
      const { status } = await bob.get(path);
      spy.mockRestore();
      expect(status).toBe(200);
      return { count, together };
    }

    beforeAll(async () => {
      for (let n = 0; n < 30; n += 1) {
        const { id } = await createEvent(service.as(`creator ${n}`), gigBody());
        await bob.post(`/events/${id}/interactions`, { action: 'SAVE' });
        await bob.post(`/gigs/${id}/applications`);
        await bob.post(`/collections/${collection.id}/items`, { eventId: id });
      }
    });

    it.each([
      '/events?',
      '/gigs?',
      '/events?view=card&',
      '/events?q=sofas&',
      '/interactions?',
      '/applications?',
    ])('GET %s', async (path) => {
      await bob.get(`${path}limit=25`); // from here on their JSON is cached
      const plain = await statementsOf(`${path}limit=1`);
      for (const limit of [2, 25]) {
        const { count, together } = await statementsOf(`${path}limit=${limit}&${ALL}`);
        expect([count, together >= 6]).toEqual([plain.count + 6, true]);
      }
      expect((await statementsOf(`${path}limit=25&include=viewer`)).count).toBe(plain.count + 4);
    });

    it('GET /collections/:id and /events/:id', async () => {
      for (const path of [`/collections/${collection.id}`, `/events/${gig.id}`]) {
        const plain = await statementsOf(path);
        expect(await statementsOf(`${path}?${ALL}`)).toEqual({ count: plain.count + 6, together: 6 });
      }
    });

    it('and none for an empty page', async () => {
      const plain = await statementsOf('/events?creatorId=nobody');
      expect(await statementsOf(`/events?creatorId=nobody&${ALL}`)).toEqual(plain);
    });
  });
});

describe('a card', () => {
  let service: InsideApp;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
  });
  afterAll(() => service.close());

  it('reads no description', async () => {
    const alice = service.as('alice');
    const { id } = await createEvent(alice, { title: 'Jazz night' });
    const query = jest.spyOn(service.app.get(Statements), 'query');
    for (const list of [
      '/events?',
      '/events?q=jazz&',
      `/events?ids=${id}&`,
      '/events?offset=0&sort=-createdAt&',
    ])
      expect((await alice.get(`${list}view=card`)).body.data).toMatchObject([{ id }]);
    for (const [{ text }] of query.mock.calls) expect(text).not.toContain('"description"');
    query.mockRestore();
  });
});
