import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';
import { TestServer } from '../support/standby.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const HOUR = 3_600_000;

/** Events that each start in their own hour, so that a list can select one. */
let hours = 0;
function nextHour(): { startAt: string; list: string } {
  hours += 1;
  const [from, to] = [0, 1].map((n) => new Date(Date.parse('2031-01-01T00:00:00Z') + (hours + n) * HOUR));
  return {
    startAt: from!.toISOString(),
    list: `startDate=${from!.toISOString()}&endDate=${to!.toISOString()}`,
  };
}

describe('lists from a standby', () => {
  let primary: TestServer;
  let standby: TestServer;
  let service: TestApp;
  const services: TestApp[] = [];
  const start = async (standbys: string, host?: number) => {
    const settings = { DATABASE_URL: primary.url, DATABASE_READ_URL: standbys };
    services.push(await startApp({ ...settings, TAGGER: 'off', DAILY_CREATIONS: 'off' }, undefined, host));
    return services.at(-1)!;
  };

  /** Creates an event as one user, and returns whether another sees it at once, in lists and elsewhere. */
  const create = async (writer: Client) => {
    const { startAt, list } = nextHour();
    const { id } = await createEvent(writer, { startAt, endAt: null });
    const listed = async (reader: Client, path = '/events?') => {
      const { status, body } = await reader.get(`${path}${list}`);
      expect(status).toBe(200);
      return body.data.some((event: { id: string }) => event.id === id);
    };
    return { id, listed };
  };
  /** Whether another user has missed the write, which proves that the standby responded. */
  const isStale = async (at = service) => !(await (await create(at.as('writer'))).listed(at.as('reader')));

  beforeAll(async () => {
    primary = await TestServer.start();
    standby = await primary.standby({ delay: '500ms' });
    service = await start(standby.url);
    await until(() => isStale());
  });
  afterAll(async () => {
    for (const each of services) await each.close();
    await standby.remove();
    await primary.remove();
  });

  it('have the writes of the caller, even if the standby is half a second behind', async () => {
    const missed = { own: 0, of: 0, strangers: 0 };
    const users = Array.from({ length: 10 }, (_, n) => service.as(`user ${n}`));
    await Promise.all(
      users.map(async (user) => {
        for (let written = 0; written < 30; written += 1) {
          const { id, listed } = await create(user);
          missed.of += 1;
          if (!(await listed(user))) missed.own += 1;
          if (!(await listed(service.as('reader')))) missed.strangers += 1;
          if (written % 10 === 0) {
            await user.delete(`/events/${id}`);
            expect(await listed(user)).toBe(false);
          }
        }
      }),
    );
    // The control: without the rule, these would have been missed.
    expect(missed.strangers).toBeGreaterThan(0);
    expect(missed).toMatchObject({ own: 0, of: 300 });
  });

  it('still have them when the standby serves the caller again', async () => {
    for (let round = 0; round < 5; round += 1) {
      const user = service.as(`user ${round}`);
      const { listed } = await create(user);
      const later = await create(service.as('writer'));
      await until(async () => {
        expect(await listed(user)).toBe(true);
        return later.listed(service.as('reader'));
      });
      for (let more = 0; more < 20; more += 1) expect(await listed(user)).toBe(true);
    }
  });

  it('have changes of the caller at once, by every operation', async () => {
    await until(() => isStale());
    const alice = service.as('alice');
    const { id, listed } = await create(alice);
    expect(await listed(alice, '/events?type=EVENT&')).toBe(true);
    expect(await listed(alice, '/events?q=games&')).toBe(true);
    expect(await listed(alice, '/events?creatorId=alice&')).toBe(true);
    expect((await alice.patch(`/events/${id}`, { title: 'Chess' })).status).toBe(200);
    expect(await listed(alice, '/events?q=chess&sort=startAt&')).toBe(true);
    const response = await alice.post(`/conversations`, {});
    const { body } = await alice.post(`/conversations/${response.body.id}/messages`, { content: 'chess' });
    expect(body.answer.eventIds).toContain(id);
  });

  it('do not include single rows and own lists, even if another instance has written', async () => {
    const other = await start(standby.url, 1);
    await until(() => isStale(other));
    const { id, listed } = await create(service.as('dora'));
    expect((await other.as('reader').get(`/events/${id}`)).status).toBe(200);
    expect(await listed(other.as('dora'), '/events?creatorId=dora&')).toBe(true);
    expect((await other.as('dora').patch(`/events/${id}`, { title: 'Chess' })).status).toBe(200);
  });

  it('come from the primary if the standby is silent or disconnected, or unavailable at the start', async () => {
    const proxy = await TcpProxy.to(standby.url);
    await proxy.close();
    const behind = await start(`${proxy.url}, postgres://127.0.0.1:1`);
    const users = Array.from({ length: 5 }, (_, n) => behind.as(`user ${n}`));
    const statuses = async () => {
      const responses = await Promise.all(users.map((user, n) => user.get(`/events?limit=${n + 1}`)));
      return new Set(responses.map(({ status }) => status));
    };
    expect(await statuses()).toEqual(new Set([200]));
    expect((await behind.as(null).get('/metrics')).text).toMatch(
      /^standby_reads_total{outcome="failed"} [1-9]/m,
    );
    await proxy.open();
    await until(() => isStale(behind));
    proxy.hang();
    expect(await statuses()).toEqual(new Set([200]));
    await proxy.close();
    expect(await statuses()).toEqual(new Set([200]));
    await proxy.open();
    await until(() => isStale(behind));
    await proxy.close();
  });
});
