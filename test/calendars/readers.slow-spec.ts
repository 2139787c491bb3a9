import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const MIB = 2 ** 20;
const READERS_OF_EACH = 15;

describe('thirty readers of a calendar with 1 000 events of & only', () => {
  let database: TestDatabase;
  let service: Service;
  let paths: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await Service.start(database.url, { LOG_LEVEL: 'warn' });
    await service.ready();
    await database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, tags)
       SELECT gen_random_uuid(), repeat('&', 200), repeat('&', 20000), 'EVENT', json_build_object('name', repeat('&', 200)),
         now() + (n - 500) * interval '1 minute', array_fill(repeat('&', 40), ARRAY[20]) FROM generate_series(1, 1000) n`,
    );
    const { icsUrl, rssUrl } = (await service.as('ann').post('/calendars', { kind: 'EVENTS' })).body;
    paths = [icsUrl, rssUrl].map((address) => new URL(address).pathname);
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await database.drop();
  });

  /** The maximum increase of the service's memory during the work. */
  const added = async (work: Promise<unknown>) => {
    const before = await service.resident();
    let [peak, isOver] = [before, false];
    const end = work.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      peak = Math.max(peak, await service.resident());
      expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    }
    await end;
    return (peak - before) / MIB;
  };

  it.each(['GET', 'HEAD'])('who read all of it by %s take bounded memory', async (method) => {
    const readOnce = async (path: string) => {
      const response = await fetch(service.url + path, { method });
      return { status: response.status, size: (await response.arrayBuffer()).byteLength };
    };
    // On a busy machine the queue of searches refuses some, even amid their response. Clients retry.
    const read = (path: string) =>
      until(async () => {
        const { status, size } = await readOnce(path).catch(() => ({ status: 503, size: 0 }));
        expect([200, 503]).toContain(status);
        expect(size).toBeLessThanOrEqual(method === 'HEAD' ? 0 : 4 * MIB);
        return status === 200;
      });
    const all = paths.flatMap((path) => Array.from({ length: READERS_OF_EACH }, () => read(path)));
    expect(await added(Promise.all(all))).toBeLessThan(600);
  });

  it('who read none of it take bounded memory, and may disconnect', async () => {
    const { hostname, port } = new URL(service.url);
    const sockets: Socket[] = [];
    const ask = async (path: string) => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, 'data'); // the head; the rest waits
      socket.pause();
    };
    const all = paths.flatMap((path) => Array.from({ length: READERS_OF_EACH }, () => ask(path)));
    expect(await added(Promise.all(all))).toBeLessThan(600);
    for (const socket of sockets) socket.destroy();
    await until(async () => (await service.status(paths[0]!)) === 200);
    const errors = service.output.split('\n').filter((line) => line.includes('"level":50'));
    expect(errors.filter((line) => !line.includes('"cause":"searches"'))).toEqual([]);
  });
});
