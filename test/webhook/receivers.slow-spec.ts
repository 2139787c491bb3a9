import { startApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { until } from '../support/until.js';
import { accepts, type Reception, responds, SECRET } from '../support/webhook-receiver.js';
import { type Hook, startHook } from './hook.js';

describe('a receiver of the webhook', () => {
  let hook: Hook;

  beforeAll(async () => {
    hook = await startHook();
  });
  afterEach(() => hook.reset());
  afterAll(() => hook.close());

  it.each<[string, Reception]>([
    ['fails', responds(500)],
    ['is gone', responds(410)],
    ['is not modified', responds(304)],
    [
      'redirects',
      (response) => responds(307, { location: `${hook.receiver.url}/elsewhere` })(response, null!),
    ],
    ['disconnects', (response) => void response.socket!.destroy()],
    ['disconnects in its head', (response) => void response.socket!.end('HTTP/1.1 200 OK\r\nX-')],
    ['sends no HTTP', (response) => void response.socket!.end('220 smtp.example ESMTP\r\n')],
  ])('gets a message again if the receiver %s', async (_what, reception) => {
    hook.receiver.behave = reception;
    const gig = await createEvent(hook.service.as('alice'), gigBody());
    await hook.apply('bob', gig.id);
    await until(async () => (await hook.waiting())[0]?.attempts === 1);
    const { delay } = (await hook.waiting())[0]!;
    expect(delay).toBeGreaterThan(0);
    expect(delay).toBeLessThanOrEqual(5);
    hook.receiver.behave = accepts;
    // The timestamp has seconds: the next attempt has another one.
    await until(
      () => Date.now() / 1000 > Number(hook.receiver.messages[0]!.headers['webhook-timestamp']) + 1,
    );
    await hook.advance();
    await hook.isEmpty();
    expect(hook.receiver.messages.map(({ path }) => path)).toEqual(['/hook', '/hook']);
    const [first, second] = hook.receiver.messages;
    expect(second!.id).toBe(first!.id);
    expect(second!.body).toEqual(first!.body);
    for (const header of ['webhook-timestamp', 'webhook-signature'])
      expect(second!.headers[header]).not.toBe(first!.headers[header]);
  });

  it('is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and then every 10 h, for 3 days', async () => {
    hook.receiver.behave = responds(500);
    const gig = await createEvent(hook.service.as('alice'), gigBody());
    await hook.apply('bob', gig.id);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      await until(async () => (await hook.waiting())[0]!.attempts === attempt);
      delays.push((await hook.waiting())[0]!.delay);
      await hook.advance();
    }
    const expected = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 10 * 3600, 10 * 3600];
    for (const [at, delay] of delays.entries()) {
      expect(delay).toBeLessThanOrEqual(expected[at]!);
      expect(delay).toBeGreaterThan(expected[at]! - 5);
    }
    await hook.service.database.query(
      `UPDATE outbox_messages SET created_at = now() - interval '63 hours', next_attempt_at = now()`,
    );
    await until(async () => (await hook.waiting())[0]!.delay === Number.POSITIVE_INFINITY);
    const count = hook.receiver.messages.length;
    await hook.service.database.query(
      `UPDATE outbox_messages SET created_at = now() - interval '73 hours', next_attempt_at = now()`,
    );
    const { id } = await hook.apply('carol', gig.id);
    await hook.arrived(count + 1);
    expect(hook.receiver.data.at(-1).referenceId).toBe(id);
    expect(await hook.service.runJob('purge')).toMatchObject({ outcome: 'SUCCEEDED', outbox_messages: 1 });
    expect(await hook.waiting()).toHaveLength(1);
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
    hook.receiver.behave = reception;
    const gig = await createEvent(hook.service.as('alice'), gigBody());
    for (const applicant of ['bob', 'carol', 'dave']) await hook.apply(applicant, gig.id);
    await hook.isEmpty();
    expect(new Set(hook.receiver.messages.map(({ id }) => id)).size).toBe(3);
  });

  it('shares the messages among instances', async () => {
    const other = await startApp(hook.receiver.settings, hook.service.database);
    await hook.service.database.query(`
      WITH written AS (
        INSERT INTO notifications (recipient_id, id, type, reference_id, data)
        SELECT 'many', gen_random_uuid(), 'APPLICATION_RECEIVED', n::text, '{}' FROM generate_series(1, 300) n
        RETURNING recipient_id, id, created_at)
      INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
      SELECT recipient_id, gen_random_uuid(), 'notification.created', id, created_at FROM written`);
    await hook.isEmpty();
    expect(hook.receiver.messages).toHaveLength(300);
    expect(new Set(hook.receiver.data.map(({ id }) => id)).size).toBe(300);
    await other.close();
  });

  it('may have credentials and a query in its URL', async () => {
    const url = new URL(`${hook.receiver.url}/hook?key=1`);
    Object.assign(url, { username: 'ev ents', password: 'p@ss' });
    const other = await startApp({ WEBHOOK_URL: url.href, WEBHOOK_SECRET: SECRET });
    const gig = await createEvent(other.as('alice'), gigBody());
    await other.as('bob').post(`/gigs/${gig.id}/applications`);
    await hook.arrived(1);
    expect(hook.receiver.messages[0]!.path).toBe('/hook?key=1');
    expect(hook.receiver.messages[0]!.headers.authorization).toBe(
      `Basic ${Buffer.from('ev ents:p@ss').toString('base64')}`,
    );
    await other.close();
  });
});
