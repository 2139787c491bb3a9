import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { accepts, type Reception, responds, SECRET, WebhookReceiver } from '../support/webhook-receiver.js';

const hangs: Reception = () => {};

describe('the webhook of a service as a process', () => {
  let receiver: WebhookReceiver;
  let database: TestDatabase;
  const services: Service[] = [];

  beforeEach(async () => {
    receiver = await WebhookReceiver.start();
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop('SIGKILL');
    await receiver.close();
    await database.drop();
  });

  const start = async (settings: Record<string, string> = {}) => {
    const service = await Service.start(database.url, { ...receiver.settings, ...settings });
    services.push(service);
    await service.ready();
    return service;
  };
  /** Writes a notification, whose message is due. */
  const notify = async (service: Service) => {
    const gig = await createEvent(service.as('alice'), gigBody());
    const { status } = await service.as('bob').post(`/gigs/${gig.id}/applications`);
    expect(status).toBe(201);
  };
  const advance = () => database.query('UPDATE outbox_messages SET next_attempt_at = now()');
  const isEmpty = async () => (await database.query('SELECT 1 FROM outbox_messages')).length === 0;

  it('sends again what kill -9 has cut off, with the same id', async () => {
    receiver.behave = hangs;
    const service = await start();
    await notify(service);
    await until(() => receiver.messages.length === 1);
    await service.stop('SIGKILL');
    receiver.behave = accepts;
    await start();
    await advance();
    await until(isEmpty);
    const ids = receiver.messages.map(({ id }) => id);
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(receiver.faults).toEqual([]);
  });

  it('sends what was written before kill -9, also by a process that never polled', async () => {
    receiver.behave = responds(503);
    const service = await start();
    await Promise.all(Array.from({ length: 10 }, () => notify(service)));
    await service.stop('SIGKILL');
    receiver.behave = accepts;
    const before = receiver.messages.length;
    await start();
    await advance();
    await until(isEmpty);
    expect(new Set(receiver.data.slice(before).map(({ id }) => id)).size).toBe(10);
  });

  it('stops in time while the receiver hangs, and sends again later', async () => {
    receiver.behave = hangs;
    const service = await start();
    await notify(service);
    await until(() => receiver.messages.length === 1);
    expect(await service.stop()).toBe(0);
    expect(await database.query('SELECT attempts FROM outbox_messages')).toEqual([{ attempts: 0 }]);
    receiver.behave = accepts;
    await start();
    await advance();
    await until(isEmpty);
    expect(receiver.messages).toHaveLength(2);
  });

  it('gives up an attempt after ten seconds, and meanwhile serves requests and delivers other messages', async () => {
    const service = await start();
    receiver.behave = (response, message) => {
      if (receiver.messages.length <= 10) hangs(response, message);
      else accepts(response, message);
    };
    for (let count = 1; count <= 12; count += 1) await notify(service);
    await until(() => receiver.messages.length >= 12);
    await until(async () => (await database.query('SELECT 1 FROM outbox_messages')).length === 10);
    await until(async () => {
      const failed = await database.query('SELECT 1 FROM outbox_messages WHERE attempts = 1');
      return failed.length === 10;
    });
    expect(service.output).toContain('The receiver of the webhook fails (TimeoutError)');
    await advance();
    await until(isEmpty);
  });

  it('goes by the clock of the database, however wrong that of the instance is', async () => {
    const wrong = 'data:text/javascript,globalThis.now=Date.now;Date.now=()=>now()%2B6e8';
    const service = await start({ NODE_OPTIONS: `--import ${wrong}` });
    receiver.behave = responds(500);
    await database.query(`
      WITH written AS (
        INSERT INTO notifications (recipient_id, id, type, reference_id, data)
        VALUES ('alice', gen_random_uuid(), 'APPLICATION_RECEIVED', 'x', '{}') RETURNING recipient_id, id, created_at)
      INSERT INTO outbox_messages (user_id, id, type, reference_id, created_at)
      SELECT recipient_id, gen_random_uuid(), 'notification.created', id, created_at FROM written`);
    await until(async () => {
      const [row] = await database.query<{ attempts: number; is_soon: boolean }>(
        `SELECT attempts, next_attempt_at < now() + interval '6 s' AS is_soon FROM outbox_messages`,
      );
      return row!.attempts === 1 && row!.is_soon;
    });
    receiver.behave = accepts;
    await advance();
    await until(isEmpty);
    // The receiver has verified the timestamps by its own clock.
    expect(receiver.faults).toEqual([]);
    expect(service.output).not.toContain('cannot be read');
  });

  it('is named in no log, and neither is its secret', async () => {
    const url = new URL(`${receiver.url}/path?key=query-0123`);
    Object.assign(url, { username: 'user-4567', password: 'word-89ab' });
    const service = await start({ WEBHOOK_URL: url.href, LOG_LEVEL: 'trace' });
    receiver.behave = responds(500, { location: url.href });
    await notify(service);
    await until(() => service.output.includes('The receiver of the webhook fails (status 500)'));
    await receiver.close();
    await database.query('UPDATE outbox_messages SET next_attempt_at = now(), attempts = 1');
    await until(
      async () => (await database.query('SELECT 1 FROM outbox_messages WHERE attempts = 2')).length > 0,
    );
    const metrics = (await service.as(null as never).get('/metrics')).text;
    expect(await service.stop()).toBe(0);
    for (const secret of ['query-0123', 'user-4567', 'word-89ab', SECRET, SECRET.slice(6)])
      expect(service.output + metrics).not.toContain(secret);
    receiver = await WebhookReceiver.start();
  });
});
