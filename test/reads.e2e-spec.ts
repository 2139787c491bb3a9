import { startApp, type TestApp } from './support/app.js';
import { Client } from './support/client.js';
import { operations } from './support/document.js';
import { createEvent, gigBody } from './support/factories.js';
import { signToken } from './support/tokens.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
/** It never ends, and reads as `GET /notifications` does. */
const STREAM = 'GET /notifications/stream';
const READY = 'GET /health/ready';

describe("a GET writes nothing, except the profile on the first read of one's own", () => {
  let service: TestApp;
  let readOnly: TestApp;
  let ids: Record<string, string>;

  beforeAll(async () => {
    service = await startApp();
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    const gig = await createEvent(alice, gigBody());
    await bob.post(`/gigs/${gig.id}/applications`);
    const notification = (await alice.get('/notifications')).body.data[0];
    const collection = (await alice.post('/collections', { name: 'Weekend', visibility: 'PUBLIC' })).body;
    await alice.post(`/collections/${collection.id}/items`, { eventId: gig.id });
    const conversation = (await alice.post('/conversations')).body;
    ids = {
      events: gig.id,
      gigs: gig.id,
      notifications: notification.id,
      collections: collection.id,
      conversations: conversation.id,
      users: 'alice',
    };
    const url = new URL(service.database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    readOnly = await startApp({}, { ...service.database, url: url.href });
  });
  afterAll(async () => {
    await readOnly.close();
    await service.close();
  });

  const reads = operations.filter(({ method, name }) => method === 'GET' && name !== STREAM);
  const pathOf = (template: string) => {
    const [, kind] = template.split('/');
    return template.replace(/\{\w+\}/, ids[kind!] ?? UNKNOWN).replace(/\{\w+\}/g, UNKNOWN);
  };

  it.each(reads.map(({ name, template }) => [name, template]))('%s', async (name, template) => {
    const path = pathOf(template!);
    for (const user of ['alice', 'bob', `newcomer ${name}`]) {
      const [first, again] = [service, readOnly].map(({ url }) => new Client(url, signToken({ sub: user })));
      const expected = name === READY ? 503 : (await first!.get(path)).status;
      const { status } = await again!.get(path);
      expect({ user, status }).toEqual({ user, status: expected });
      if (name !== READY) expect(status).toBeLessThan(500);
    }
  });

  it('and this check would notice a write', async () => {
    expect((await readOnly.as('alice').post('/collections', { name: 'Later' })).status).toBe(503);
    const newcomers = await service.database.query(`SELECT id FROM users WHERE id LIKE 'newcomer%'`);
    expect(newcomers).toEqual([{ id: 'newcomer GET /users/me' }]);
  });
});
