import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { exchange } from '../support/raw-socket.js';
import { Service } from '../support/service.js';

describe('the token of a calendar', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is in no log entry, no metric and no error', async () => {
    const service = await Service.start(database.url, { LOG_LEVEL: 'trace', RATE_LIMIT: '60' });
    try {
      await service.ready();
      const ann = service.as('ann');
      const { id, icsUrl } = (await ann.post('/calendars', { kind: 'EVENTS' })).body;
      const address = new URL(icsUrl);
      const token = /([\w-]+)\.ics$/.exec(address.pathname)![1]!;
      const bodies: string[] = [];
      const ask = async (path: string, init: RequestInit = {}) => {
        const response = await fetch(service.url + path, init);
        const text = await response.text();
        if (response.status >= 400) bodies.push(text);
        return response.status;
      };
      const raw = async (bytes: string) =>
        void bodies.push(await exchange(service.url, bytes, (all) => all.includes('}')));

      expect(await ask(`/calendars/${token}.ics`)).toBe(200);
      expect(await ask(`/calendars/${token}.rss`)).toBe(200);
      expect(await ask(`/calendars/${token}.ics`, { method: 'HEAD' })).toBe(200);
      expect(await ask(`/%63alendars/${token}.ics`)).toBe(200);
      expect(await ask(`/calendars/${token}.ics/`)).toBe(200);
      expect(await ask(`/calendars/${token}.ics?utm=1`)).toBe(200);
      const refused = [
        await ask(`/calendars/${token}`),
        await ask(`/calendars/${token}.ics.html`),
        await ask(`/calendars/${token}x.ics`),
        await ask(`/calendars/${token.slice(0, -1)}.ics`),
        await ask(`/calendars/x${token}.rss`),
        await ask(`//calendars/${token}.ics`),
        await ask(`/CALENDARS/${token}.ics`),
        await ask(`/${token}.ics`),
        await ask(`/events/${token}.ics`),
        await ask(`/users/${token}`),
        await ask(`/collections/${token}.rss`),
        await ask(`/api/${token}`),
        await ask(`/calendars/${token}%zz.ics`),
        await ask(`/calendars/${token}%ff.ics`),
        await ask(`/calendars/${token}.ics`, {
          method: 'POST',
          body: '{}',
          headers: { 'content-type': 'application/json' },
        }),
        await ask(`/calendars/${token}.ics`, { method: 'DELETE' }),
        await ask(`/%63alendars/${token}.ics`, { method: 'DELETE' }),
        await ask(`/calendars/${token}/rotate`, { method: 'POST' }),
      ];
      expect(Math.min(...refused)).toBeGreaterThanOrEqual(400);
      expect(Math.max(...refused)).toBeLessThan(500);
      await raw(`GET /calendars/${token}.ics HTTP/1.1\r\nHost: x\r\nBad Header\r\n\r\n`);
      await raw(`GET /calendars/${token}.ics HTTP/1.1\r\n\r\n`);
      await raw(`GET /calendars/${token}.ics NONSENSE/9\r\n\r\n`);
      await raw(`GET /calendars/${token}.ics HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`);
      await raw(`GET /calendars/${token}.ics?${'\u0001'} HTTP/1.1\r\nHost: x\r\n\r\n`);

      await database.query('ALTER TABLE events RENAME TO events_away');
      expect(await ask(`/calendars/${token}.ics`)).toBe(500);
      await database.query('ALTER TABLE events_away RENAME TO events');
      await database.query('ALTER TABLE calendars RENAME TO calendars_away');
      expect(await ask(`/calendars/${token}.rss`)).toBe(500);
      await database.query('ALTER TABLE calendars_away RENAME TO calendars');

      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      expect(metrics).toContain('/calendars/:token.ics');
      expect((await ann.delete(`/calendars/${id}`)).status).toBe(204);
      expect(await ask(`/calendars/${token}.ics`)).toBe(404);
      while ((await ask(`/calendars/${token}.ics`)) !== 429); // limited, too

      const part = token.slice(0, 20);
      expect(bodies.length).toBeGreaterThan(20);
      for (const body of bodies) expect(body).not.toContain(part);
      expect(metrics).not.toContain(part);
      await service.stop();
      expect(service.output).toContain('/calendars/:token.ics');
      expect(service.output).not.toContain(part);
      expect(service.output.match(/"status":500/g)).toHaveLength(2);
    } finally {
      await service.stop('SIGKILL');
    }
  });
});
