import { HostClient } from '../../src/database/connections/host-client.js';
import { Hosts } from '../../src/database/connections/hosts.js';
import type { Client } from '../support/client.js';
import { createEvent, eventBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { TestServer, urlOfAll } from '../support/standby.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

/** The port of the server that a connection is made to. */
async function portAt(url: string, hosts = Hosts.of(url)): Promise<number> {
  const client = new HostClient({ hosts, connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('port')::int AS port`);
    expect(rows[0].port).toBe(client.port);
    return rows[0].port;
  } finally {
    await client.end();
  }
}

describe('several hosts', () => {
  let primary: TestServer;
  let standby: TestServer;
  let service: Service | undefined;
  beforeAll(async () => {
    primary = await TestServer.start();
    standby = await primary.standby();
  });
  afterAll(async () => {
    service?.process.kill('SIGKILL');
    await standby.remove();
    await primary.remove();
  });

  it('are tried in their order until one is what is wanted', async () => {
    const gone = { url: 'postgres://127.0.0.1:1/events' };
    const of = (servers: { url: string }[], query = '') => portAt(urlOfAll(servers, query));
    const both = [standby, primary];
    expect(await of(both)).toBe(primary.port);
    expect(await of([standby, gone, primary])).toBe(primary.port);
    expect(await of(both, '?target_session_attrs=read-write')).toBe(primary.port);
    expect(await of(both, '?target_session_attrs=primary')).toBe(primary.port);
    expect(await of([primary, standby], '?target_session_attrs=standby')).toBe(standby.port);
    expect(await of([primary, standby], '?target_session_attrs=read-only')).toBe(standby.port);
    expect(await of([primary, standby], '?target_session_attrs=prefer-standby')).toBe(standby.port);
    expect(await of([primary, gone], '?target_session_attrs=prefer-standby')).toBe(primary.port);
    expect(await of(both, '?target_session_attrs=any')).toBe(standby.port);
    await expect(of([primary], '?target_session_attrs=standby')).rejects.toThrow(
      `The database is away: 127.0.0.1:${primary.port} is not standby`,
    );
    await expect(of([standby, gone])).rejects.toThrow(
      `The database is away: 127.0.0.1:${standby.port} is not read-write; 127.0.0.1:1 connect ECONNREFUSED`,
    );
    expect(await standby.query('SELECT 1 FROM pg_stat_activity WHERE usename = $1', ['events'])).toEqual([]);
  });

  it('are tried from the last that served, and a silent one leaves the others their time', async () => {
    const proxy = await TcpProxy.to(primary.url);
    const url = urlOfAll([{ url: proxy.url }, primary]);
    const hosts = Hosts.of(url)!;
    const usedPort = async () => {
      const client = new HostClient({ hosts });
      await client.connect();
      await client.end();
      return client.port;
    };
    expect(await usedPort()).toBe(Number(new URL(proxy.url).port));
    proxy.hang();
    expect(await usedPort()).toBe(primary.port);
    await proxy.close();
    await proxy.open();
    expect(await usedPort()).toBe(primary.port);
    await proxy.close();
  });

  it('get the requests to cancel what they run', async () => {
    service = await Service.start(urlOfAll([standby, primary]));
    await service.ready();
    const alice = service.as('alice');
    await createEvent(alice);
    const waiting = () =>
      primary.query(`SELECT 1 FROM pg_stat_activity
                     WHERE application_name = 'events-and-gigs' AND wait_event_type = 'Lock'`);
    await primary.holding('LOCK TABLE events IN EXCLUSIVE MODE', async () => {
      const answer = alice.post('/events', eventBody());
      await until(async () => (await waiting()).length > 0);
      expect((await answer).status).toBe(503);
      await until(async () => (await waiting()).length === 0);
    });
  });
});

/** Waits until a user could write: on a busy machine a first connection may take too long. */
const writes = (user: Client) => until(async () => (await user.post('/events', eventBody())).status === 201);

describe('after a failover, several hosts', () => {
  let primary: TestServer;
  let standby: TestServer;
  let service: Service | undefined;
  beforeEach(async () => {
    primary = await TestServer.start();
    standby = await primary.standby();
  });
  afterEach(async () => {
    service?.process.kill('SIGKILL');
    service = undefined;
    await standby.remove();
    await primary.remove();
  });

  it('write again after the primary is killed and the standby promoted', async () => {
    service = await Service.start(urlOfAll([primary, standby]));
    await service.ready();
    const statuses = new Set<number>();
    const stored: string[] = [];
    let isOver = false;
    const load = Array.from({ length: 4 }, async (_, n) => {
      const user = service!.as(`user ${n}`);
      while (!isOver) {
        const { status, body } = await user.post('/events', eventBody());
        statuses.add(status);
        if (status === 201) stored.push(body.id as string);
        statuses.add((await user.get('/events?limit=1')).status);
      }
    });
    await until(() => stored.length > 20);
    await primary.kill();
    const before = stored.length;
    await until(() => statuses.has(503));
    await standby.promote();
    await until(() => stored.length > before);
    isOver = true;
    await Promise.all(load);
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
    await service.ready();
    expect(await service.stop()).toBe(0);
  });

  it('write again after the primary falls silent and the standby is promoted', async () => {
    const proxy = await TcpProxy.to(primary.url);
    service = await Service.start(urlOfAll([{ url: proxy.url }, standby]));
    await service.ready();
    const users = Array.from({ length: 10 }, (_, n) => service!.as(`user ${n}`));
    // Each of the pool's connections has been in use.
    await Promise.all(users.map(writes));
    proxy.hang();
    await standby.promote();
    const statuses: number[] = [];
    await until(async () => {
      const { status } = await users[0]!.post('/events', eventBody());
      statuses.push(status);
      return status === 201;
    });
    expect(new Set(statuses)).toEqual(new Set([503, 201]));
    expect(statuses.length).toBeLessThan(4);
    await proxy.close();
  });

  it('are asked again where the one in use refuses writes, and every connection is made anew', async () => {
    service = await Service.start(urlOfAll([primary, standby]));
    await service.ready();
    const users = Array.from({ length: 10 }, (_, n) => service!.as(`user ${n}`));
    await Promise.all(users.map(writes));
    const connections = async () => {
      const text = `SELECT pid FROM pg_stat_activity WHERE application_name = 'events-and-gigs'`;
      return (await primary.query<{ pid: number }>(text)).map(({ pid }) => pid);
    };
    const before = await connections();
    expect(before.length).toBeGreaterThan(1);
    await primary.query('ALTER SYSTEM SET default_transaction_read_only = on');
    await primary.query('SELECT pg_reload_conf()');
    await until(async () => (await users[0]!.post('/events', eventBody())).status === 503);
    await until(async () => !(await connections()).some((pid) => before.includes(pid)));
    await standby.promote();
    await until(async () => (await users[0]!.post('/events', eventBody())).status === 201);
  });
});
