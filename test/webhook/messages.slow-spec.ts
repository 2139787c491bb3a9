import { createEvent, gigBody } from '../support/factories.js';
import { until } from '../support/until.js';
import { accepts, responds } from '../support/webhook-receiver.js';
import { type Hook, startHook } from './hook.js';

describe('the webhook', () => {
  let hook: Hook;

  beforeAll(async () => {
    hook = await startHook();
  });
  afterEach(() => hook.reset());
  afterAll(() => hook.close());

  it('gets one message for each applicant of a gig that changes, and none for a change that is merged', async () => {
    const alice = hook.service.as('alice');
    const gig = await createEvent(alice, gigBody());
    await hook.apply('bob', gig.id);
    await hook.apply('carol', gig.id);
    await hook.arrived(2);
    await alice.patch(`/events/${gig.id}`, { startAt: '2031-03-01T19:00:00Z' });
    await hook.arrived(4);
    await alice.patch(`/events/${gig.id}`, { location: { name: 'Elsewhere' } });
    await alice.patch(`/events/${gig.id}`, { status: 'CANCELLED' });
    await hook.arrived(6);
    await hook.isEmpty();
    expect(
      hook.receiver.data
        .slice(2)
        .map(({ type, recipientId }) => `${type} ${recipientId}`)
        .sort(),
    ).toEqual([...['GIG_CANCELLED bob', 'GIG_CANCELLED carol', 'GIG_CHANGED bob', 'GIG_CHANGED carol']]);
    expect(hook.receiver.data.find(({ type }) => type === 'GIG_CHANGED').data.changed).toEqual(['startAt']);
  });

  it('gets each report, and each with new words, unless it is deleted before', async () => {
    const [alice, bob] = [hook.service.as('alice'), hook.service.as('bob')];
    const { id } = await createEvent(alice, gigBody());
    const { body: report } = await bob.post(`/events/${id}/reports`, {
      reason: 'SPAM',
      message: 'It sells.',
    });
    await hook.arrived(1);
    expect(hook.receiver.messages[0]!.body).toEqual({
      type: 'event.reported',
      timestamp: expect.any(String),
      data: report,
    });
    hook.receiver.behave = responds(500);
    await bob.post(`/events/${id}/reports`, { reason: 'WRONG' });
    await hook.arrived(2);
    expect(hook.receiver.data[1]).toEqual({ ...report, reason: 'WRONG', message: null });
    await hook.service.as('carol').post(`/events/${id}/reports`, { reason: 'OTHER' });
    await hook.arrived(3);
    await bob.delete('/users/me');
    hook.receiver.behave = accepts;
    await hook.advance();
    await hook.isEmpty();
    expect(hook.receiver.data.map(({ reason }) => reason)).toEqual(['SPAM', 'WRONG', 'OTHER', 'OTHER']);
  });

  it('does not get what is deleted before it is sent', async () => {
    hook.receiver.behave = responds(500);
    const gig = await createEvent(hook.service.as('alice'), gigBody());
    for (const applicant of ['bob', 'carol']) {
      const { id } = await hook.apply(applicant, gig.id);
      await hook.service.as('alice').patch(`/gigs/${gig.id}/applications/${id}`, { status: 'ACCEPTED' });
    }
    await until(async () => (await hook.waiting()).filter(({ attempts }) => attempts === 1).length === 4);
    expect((await hook.service.as('bob').delete('/users/me')).status).toBe(204);
    expect((await hook.waiting()).map(({ user_id }) => user_id).sort()).toEqual(['alice', 'alice', 'carol']);
    await hook.service.database.query(`DELETE FROM notifications WHERE recipient_id = 'carol'`);
    const count = hook.receiver.messages.length;
    hook.receiver.behave = accepts;
    await hook.advance();
    await hook.isEmpty();
    expect(hook.receiver.data.slice(count).map(({ recipientId }) => recipientId)).toEqual(['alice', 'alice']);
  });

  it('has metrics', async () => {
    const metrics = async () => (await hook.service.as(null).get('/metrics')).text;
    const attempts = async (outcome: string) =>
      Number(
        new RegExp(`^webhook_attempts_total{outcome="${outcome}"} (.*)$`, 'm').exec(await metrics())![1],
      );
    const [delivered, failed] = [await attempts('delivered'), await attempts('failed')];
    hook.receiver.behave = responds(503);
    const gig = await createEvent(hook.service.as('alice'), gigBody());
    await hook.apply('bob', gig.id);
    await until(async () => (await attempts('failed')) === failed + 1);
    expect(await metrics()).toMatch(/^webhook_waiting_messages 1$/m);
    expect(Number(/^webhook_oldest_message_seconds (\S+)$/m.exec(await metrics())![1])).toBeGreaterThan(0);
    hook.receiver.behave = accepts;
    await hook.advance();
    await hook.isEmpty();
    await until(async () => (await attempts('delivered')) === delivered + 1);
    expect(await metrics()).toMatch(/^webhook_waiting_messages 0$/m);
    expect(await metrics()).toMatch(/^webhook_oldest_message_seconds 0$/m);
  });
});
