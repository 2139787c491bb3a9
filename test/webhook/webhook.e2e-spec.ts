import { startApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type Hook, startHook } from './hook.js';

describe('the webhook', () => {
  let hook: Hook;

  beforeAll(async () => {
    hook = await startHook();
  });
  afterEach(() => hook.reset());
  afterAll(() => hook.close());

  it('gets each notification as the API returns it', async () => {
    const [alice, bob] = [hook.service.as('alice'), hook.service.as('bob')];
    const gig = await createEvent(alice, gigBody());
    const application = await hook.apply('bob', gig.id);
    await hook.arrived(1);
    const { body: inbox } = await alice.get('/notifications');
    const [message] = hook.receiver.messages;
    expect(message!.body).toEqual({
      type: 'notification.created',
      timestamp: inbox.data[0].createdAt,
      data: inbox.data[0],
    });
    expect(Object.keys(message!.body)).toEqual(['type', 'timestamp', 'data']);
    expect(message!.path).toBe('/hook');
    expect(message!.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}=$/),
    });

    await alice.patch(`/gigs/${gig.id}/applications/${application.id}`, {
      status: 'ACCEPTED',
      note: 'At 9.',
    });
    await hook.arrived(2);
    const { body: decided } = await bob.get('/notifications');
    expect(hook.receiver.data[1]).toEqual(decided.data[0]);
    expect(hook.receiver.data[1]).toMatchObject({ type: 'APPLICATION_ACCEPTED', data: { note: 'At 9.' } });
    await hook.isEmpty();
    expect(hook.receiver.messages).toHaveLength(2);
  });

  it('gets each reminder', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await createEvent(hook.service.as('alice'), { ...gigBody(), startAt: soon, endAt: null });
    for (const user of ['bob', 'carol'])
      await hook.service.as(user).post(`/events/${id}/interactions`, { action: 'SAVE' });
    await hook.service.runJob('reminders');
    await hook.arrived(2);
    expect(hook.receiver.data.map(({ type, recipientId }) => `${type} ${recipientId}`).sort()).toEqual([
      'EVENT_STARTS bob',
      'EVENT_STARTS carol',
    ]);
    await hook.isEmpty();
  });
});

describe('without a webhook', () => {
  it('no message is written, and no metric is served', async () => {
    const service = await startApp();
    const gig = await createEvent(service.as('alice'), gigBody());
    await service.as('bob').post(`/gigs/${gig.id}/applications`);
    await service.as('alice').delete(`/events/${gig.id}`);
    expect(await service.database.query('SELECT type FROM notifications ORDER BY created_at')).toEqual([
      ...[{ type: 'APPLICATION_RECEIVED' }, { type: 'GIG_CANCELLED' }],
    ]);
    expect(await service.database.query('SELECT id FROM outbox_messages')).toEqual([]);
    expect((await service.as(null).get('/metrics')).text).toMatch(/^webhook_waiting_messages 0$/m);
    await service.close();
  });
});
