import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { until } from '../support/until.js';
import { accepts, type Reception, responds, SECRET, WebhookReceiver } from '../support/webhook-receiver.js';

describe('the webhook', () => {
  let receiver: WebhookReceiver;
  let service: TestApp;

  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    service = await startApp(receiver.settings);
  });
  afterEach(async () => {
    await service.close();
    expect(receiver.faults).toEqual([]);
    await receiver.close();
  });

  const waiting = () =>
    service.database.query<{ attempts: number; delay: number; user_id: string }>(
      `SELECT attempts, user_id, round(extract(epoch FROM next_attempt_at - now()))::float8 AS delay
       FROM outbox_messages ORDER BY created_at`,
    );
  /** Makes all messages due, as time would. */
  const advance = () => service.database.query('UPDATE outbox_messages SET next_attempt_at = now()');
  const apply = async (applicant: string, gigId: string) =>
    (await service.as(applicant).post(`/gigs/${gigId}/applications`, { message: 'Me!' })).body;
  const arrived = (count: number) => until(() => receiver.messages.length >= count);
  const isEmpty = () => until(async () => (await waiting()).length === 0);

  it('gets each notification as the API returns it', async () => {
    const [alice, bob] = [service.as('alice'), service.as('bob')];
    const gig = await createEvent(alice, gigBody());
    const application = await apply('bob', gig.id);
    await arrived(1);
    const { body: inbox } = await alice.get('/notifications');
    const [message] = receiver.messages;
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
    await arrived(2);
    const { body: decided } = await bob.get('/notifications');
    expect(receiver.data[1]).toEqual(decided.data[0]);
    expect(receiver.data[1]).toMatchObject({ type: 'APPLICATION_ACCEPTED', data: { note: 'At 9.' } });
    await isEmpty();
    expect(receiver.messages).toHaveLength(2);
  });

  it('gets one message for each applicant of a gig that changes, and none for a change that is merged', async () => {
    const alice = service.as('alice');
    const gig = await createEvent(alice, gigBody());
    await apply('bob', gig.id);
    await apply('carol', gig.id);
    await arrived(2);
    await alice.patch(`/events/${gig.id}`, { startAt: '2031-03-01T19:00:00Z' });
    await arrived(4);
    await alice.patch(`/events/${gig.id}`, { location: { name: 'Elsewhere' } });
    await alice.patch(`/events/${gig.id}`, { status: 'CANCELLED' });
    await arrived(6);
    await isEmpty();
    expect(
      receiver.data
        .slice(2)
        .map(({ type, recipientId }) => `${type} ${recipientId}`)
        .sort(),
    ).toEqual([...['GIG_CANCELLED bob', 'GIG_CANCELLED carol', 'GIG_CHANGED bob', 'GIG_CHANGED carol']]);
    expect(receiver.data.find(({ type }) => type === 'GIG_CHANGED').data.changed).toEqual(['startAt']);
  });

  it.each<[string, Reception]>([
    ['fails', responds(500)],
    ['is gone', responds(410)],
    ['is not modified', responds(304)],
    ['redirects', (response) => responds(307, { location: `${receiver.url}/elsewhere` })(response, null!)],
    ['disconnects', (response) => void response.socket!.destroy()],
    ['disconnects in its head', (response) => void response.socket!.end('HTTP/1.1 200 OK\r\nX-')],
    ['sends no HTTP', (response) => void response.socket!.end('220 smtp.example ESMTP\r\n')],
  ])('gets a message again if the receiver %s', async (_what, reception) => {
    receiver.behave = reception;
    const gig = await createEvent(service.as('alice'), gigBody());
    await apply('bob', gig.id);
    await until(async () => (await waiting())[0]?.attempts === 1);
    const { delay } = (await waiting())[0]!;
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThanOrEqual(5);
    receiver.behave = accepts;
    // The timestamp has seconds: the next attempt has another one.
    await until(() => Date.now() / 1000 > Number(receiver.messages[0]!.headers['webhook-timestamp']) + 1);
    await advance();
    await isEmpty();
    expect(receiver.messages.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    const [first, second] = receiver.messages;
    expect(second!.id).toBe(first!.id);
    expect(second!.body).toEqual(first!.body);
    for (const header of ['webhook-timestamp', 'webhook-signature'])
      expect(second!.headers[header]).not.toBe(first!.headers[header]);
  });

  it('is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and then every 10 h, for 3 days', async () => {
    receiver.behave = responds(500);
    const gig = await createEvent(service.as('alice'), gigBody());
    await apply('bob', gig.id);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(async () => (await waiting())[0]!.attempts === attempt);
      delays.push((await waiting())[0]!.delay);
      await advance();
    }
    const expected = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600, 10 * 3600];
    for (const [at, delay] of delays.entries()) {
      expect(delay).toBeLessThanOrEqual(expected[at]!);
      expect(delay).toBeGreaterThan(expected[at]! - 5);
    }
    await service.database.query(
      `UPDATE outbox_messages SET created_at = now() - interval '63 hours', next_attempt_at = now()`,
    );
    await until(async () => (await waiting())[0]!.delay === Number.POSITIVE_INFINITY);
    const count = receiver.messages.length;
    await service.database.query(
      `UPDATE outbox_messages SET created_at = now() - interval '73 hours', next_attempt_at = now()`,
    );
    const { id } = await apply('carol', gig.id);
    await arrived(count + 1);
    expect(receiver.data.at(-1).referenceId).toBe(id);
    expect(await service.runJob('purge')).toMatchObject({ outcome: 'SUCCEEDED', outbox_messages: 1 });
    expect(await waiting()).toHaveLength(1);
  });

  it.each<[string, Reception]>([
    [
      'without an end',
      (response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write('x'.repeat(2_000)), 5);
        response.once('close', () => clearInterval(drip));
      },
    ],
    [
      'that is longer than it says',
      (response) =>
        void response.socket!.write(
          'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}{}HTTP/1.1 500 No\r\n\r\n',
        ),
    ],
    [
      'that is shorter than it says',
      (response) => void response.socket!.end('HTTP/1.1 204 OK\r\nContent-Length: 1000000000\r\n\r\n{}'),
    ],
    [
      'of a gigabyte, by its length',
      (response) => void response.writeHead(201, { 'content-length': 2 ** 30 }).write('{}'),
    ],
  ])('needs no body, and reads none %s', async (_what, reception) => {
    receiver.behave = reception;
    const gig = await createEvent(service.as('alice'), gigBody());
    for (const applicant of ['bob', 'carol', 'dave']) await apply(applicant, gig.id);
    await isEmpty();
    expect(new Set(receiver.messages.map(({ id }) => id)).size).toBe(3);
  });

  it('does not get what is deleted before it is sent', async () => {
    receiver.behave = responds(500);
    const gig = await createEvent(service.as('alice'), gigBody());
    for (const applicant of ['bob', 'carol']) {
      const { id } = await apply(applicant, gig.id);
      await service.as('alice').patch(`/gigs/${gig.id}/applications/${id}`, { status: 'ACCEPTED' });
    }
    await until(async () => (await waiting()).filter(({ attempts }) => attempts === 1).length === 4);
    expect((await service.as('bob').delete('/users/me')).status).toBe(204);
    expect((await waiting()).map(({ user_id }) => user_id).sort()).toEqual(['alice', 'alice', 'carol']);
    await service.database.query(`DELETE FROM notifications WHERE recipient_id = 'carol'`);
    const count = receiver.messages.length;
    receiver.behave = accepts;
    await advance();
    await isEmpty();
    expect(receiver.data.slice(count).map(({ recipientId }) => recipientId)).toEqual(['alice', 'alice']);
  });

  it('shares the messages among instances', async () => {
    const other = await startApp(receiver.settings, service.database);
    await service.database.query(`
      WITH written AS (
        INSERT INTO notifications (recipient_id, id, type, reference_id, data)
        SELECT 'many', gen_random_uuid(), 'APPLICATION_RECEIVED', n::text, '{}' FROM generate_series(1, 300) n
        RETURNING recipient_id, id, created_at)
      INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
      SELECT recipient_id, gen_random_uuid(), 'notification.created', id, created_at FROM written`);
    await isEmpty();
    expect(receiver.messages).toHaveLength(300);
    expect(new Set(receiver.data.map(({ id }) => id)).size).toBe(300);
    await other.close();
  });

  it('has metrics', async () => {
    const metrics = async () => (await service.as(null).get('/metrics')).text;
    receiver.behave = responds(503);
    const gig = await createEvent(service.as('alice'), gigBody());
    await apply('bob', gig.id);
    await until(async () => (await metrics()).includes('webhook_attempts_total{outcome="failed"} 1'));
    expect(await metrics()).toMatch(/^webhook_waiting_messages 1$/m);
    expect(Number(/^webhook_oldest_message_seconds (\S+)$/m.exec(await metrics())![1])).toBeGreaterThan(0);
    receiver.behave = accepts;
    await advance();
    await isEmpty();
    await until(async () => (await metrics()).includes('webhook_attempts_total{outcome="delivered"} 1'));
    expect(await metrics()).toMatch(/^webhook_waiting_messages 0$/m);
    expect(await metrics()).toMatch(/^webhook_oldest_message_seconds 0$/m);
  });

  it('may have credentials and a query in its URL', async () => {
    const url = new URL(`${receiver.url}/hook?key=1`);
    Object.assign(url, { username: 'ev ents', password: 'p@ss' });
    const other = await startApp({ WEBHOOK_URL: url.href, WEBHOOK_SECRET: SECRET });
    const gig = await createEvent(other.as('alice'), gigBody());
    await other.as('bob').post(`/gigs/${gig.id}/applications`);
    await arrived(1);
    expect(receiver.messages[0]!.path).toBe('/hook?key=1');
    expect(receiver.messages[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('ev ents:p@ss').toString('base64')}`,
    );
    await other.close();
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
    expect((await service.as(null).get('/metrics')).text).not.toContain('webhook');
    await service.close();
  });
});
