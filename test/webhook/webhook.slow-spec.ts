import { startApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';
import { accepts, type Reception, responds, SECRET, WebhookReceiver } from '../support/webhook-receiver.js';

const hangs: Reception = () => {};

describe('the webhook', () => {
  let receiver: WebhookReceiver;
  let database: TestDatabase;

  const start = async () => {
    receiver = await WebhookReceiver.start();
    database = await createTestDatabase();
  };
  const end = async () => {
    await receiver.close();
    await database.drop();
  };
  /** Writes a notification, whose message is due. */
  const notify = async ({ url }: { url: string }) => {
    // Of a user whose token is valid by any clock.
    const as = (sub: string) => new Client(url, signToken({ sub, exp: 4e9 }));
    const gig = await createEvent(as('alice'), gigBody());
    const { status } = await as('bob').post(`/gigs/${gig.id}/applications`);
    expect(status).toBe(201);
  };
  const advance = () => database.query('UPDATE outbox_messages SET next_attempt_at = now()');
  const isEmpty = async () => (await database.query('SELECT 1 FROM outbox_messages')).length === 0;

  describe('of a service that ends while the receiver hangs', () => {
    beforeEach(start);
    afterEach(end);

    /** Another service sends what the first has left. */
    const sendByAnother = async () => {
      receiver.behave = accepts;
      const other = await startApp(receiver.settings, database);
      await advance();
      await until(isEmpty);
      await other.close();
    };

    it('sends again what kill -9 has cut off, with the same ids, and sends what was never tried', async () => {
      receiver.behave = hangs;
      const service = await Service.start(database.url, receiver.settings);
      await service.ready();
      await Promise.all(Array.from({ length: 20 }, () => notify(service)));
      // At most so many attempts run at a time.
      await until(() => receiver.messages.length === 16);
      await service.stop('SIGKILL');
      const cutOff = receiver.messages.map(({ id }) => id);
      await sendByAnother();
      const sent = receiver.messages.slice(cutOff.length).map(({ id }) => id);
      expect(sent).toHaveLength(20);
      expect(sent).toEqual(expect.arrayContaining(cutOff));
      expect(new Set(receiver.data.map(({ id }) => id)).size).toBe(20);
      expect(receiver.faults).toEqual([]);
    });

    it('does not wait for the receiver when it stops, and sends again later', async () => {
      receiver.behave = hangs;
      const service = await startApp(receiver.settings, database);
      await notify(service);
      await until(() => receiver.messages.length === 1);
      await service.close();
      expect(await database.query('SELECT attempts FROM outbox_messages')).toEqual([{ attempts: 0 }]);
      await sendByAnother();
      expect(receiver.messages).toHaveLength(2);
    });
  });

  describe('of a service with a wrong clock', () => {
    const CLOCK = 'data:text/javascript,globalThis.now=Date.now;Date.now=()=>now()%2B6e8';
    let service: Service;
    let url: URL;

    beforeAll(async () => {
      await start();
      url = new URL(`${receiver.url}/path?key=query-0123`);
      Object.assign(url, { username: 'user-4567', password: 'word-89ab' });
      service = await Service.start(database.url, {
        ...{ ...receiver.settings, WEBHOOK_URL: url.href },
        ...{ NODE_OPTIONS: `--import ${CLOCK}`, LOG_LEVEL: 'trace' },
      });
      await service.ready();
    });
    afterAll(async () => {
      await service.stop('SIGKILL');
      await end();
    });

    it('gives up an attempt after ten seconds, and meanwhile serves requests and delivers other messages', async () => {
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

    it('goes by the clock of the database', async () => {
      receiver.behave = responds(500);
      await notify(service);
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
      receiver.behave = responds(502, { location: url.href });
      await notify(service);
      await until(() => service.output.includes('The receiver of the webhook fails (status 502)'));
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
});
