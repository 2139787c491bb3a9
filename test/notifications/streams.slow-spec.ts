import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { EventStream } from '../support/event-stream.js';
import { createEvent, gigBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';
import { Service } from '../support/service.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

/** The memory of a container (deploy/kubernetes.yaml), and the heap in MiB that Node chooses there: half of it. */
const MEMORY = 384 * 1024 * 1024;
const HEAP = '--max-old-space-size=192';
const STORED = 30_000;

describe('many and long notification streams', () => {
  let database: TestDatabase;
  let service: Service;

  beforeAll(async () => {
    database = await createTestDatabase();
    // These limits hold even with RATE_LIMIT=off.
    service = await Service.start(database.url, { LOG_LEVEL: 'warn', NODE_OPTIONS: HEAP });
    await service.ready();
  });
  afterAll(async () => {
    await service.stop('SIGKILL');
    await database.drop();
  });

  /** Fills a user's inbox: the first notification is `age` old, the last is new. @returns the ids in order */
  const fill = async (recipient: string, count: number, age: string) => {
    const rows = await database.query<{ id: string }>(
      `INSERT INTO notifications (recipient_id, id, type, reference_id, data, created_at)
       SELECT $1, gen_random_uuid(), 'APPLICATION_RECEIVED', n::text,
              '{"gigId": "g", "gigTitle": "A gig with quite a long title, as they come", "applicantName": "Zoë 🦊"}',
              clock_timestamp() - $3::interval * (1 - n / $2::float)
       FROM generate_series(1, $2::int) n RETURNING id`,
      [recipient, count, age],
    );
    return rows.map(({ id }) => id);
  };
  const receivedIds = ({ received }: EventStream) => received.map(({ id }) => id);

  it('are limited to five per user', async () => {
    const many = service.as('many');
    const open = await Promise.all(Array.from({ length: 5 }, () => EventStream.open(many)));
    const { status, headers, body } = await many.get('/notifications/stream');
    expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '1']);
    const other = await EventStream.open(service.as('another'));
    open[0]?.close();
    await until(async () => {
      const abort = new AbortController();
      const next = await many.fetch('/notifications/stream', { signal: abort.signal });
      abort.abort();
      return next.status === 200;
    });
    for (const stream of [...open, other]) stream.close();
  });

  it('are limited to five per user, even with concurrent requests', async () => {
    const abort = new AbortController();
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => service.as('hasty').fetch('/notifications/stream', abort)),
    );
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(35).fill(429)]);
    abort.abort();
  });

  it('send all missed notifications, in order, and new ones', async () => {
    const ids = await fill('resumer', 3_000, '1 hour');
    const gig = await createEvent(service.as('resumer'), gigBody());
    const stream = await EventStream.open(service.as('resumer'), { 'last-event-id': ids[100]! });
    for (let n = 0; n < 20; n += 1) await service.as(`meanwhile ${n}`).post(`/gigs/${gig.id}/applications`);
    const { body } = await service.as('resumer').get('/notifications?limit=20');
    const late = body.data.map(({ id }: { id: string }) => id).reverse();
    await until(() => receivedIds(stream).includes(late.at(-1)));
    // Notifications of the last seconds before that id may be repeated.
    const from = receivedIds(stream).indexOf(ids[101]!);
    expect(receivedIds(stream).slice(from)).toEqual([...ids.slice(101), ...late]);
    stream.close();
  });

  it('send one whose transaction takes long, after later ones, also on a stream that is opened meanwhile', async () => {
    const streams = [await EventStream.open(service.as('patient'))];
    const notify = `INSERT INTO notifications (recipient_id, id, type, reference_id, data)
      SELECT 'patient', gen_random_uuid(), 'APPLICATION_RECEIVED', 'n', '{}' RETURNING id`;
    const writer = await LockHolder.begin(database);
    const [first] = (await writer.query(notify)) as { id: string }[];
    const [second] = await database.query<{ id: string }>(notify);
    await until(() => receivedIds(streams[0]!).includes(second!.id));
    // Streams read up to five seconds before now, so these are passed.
    const isOld = `SELECT FROM notifications WHERE id = $1 AND created_at < now() - interval '6 seconds'`;
    await until(async () => (await database.query(isOld, [second!.id])).length === 1);
    const [third] = await database.query<{ id: string }>(notify);
    await until(() => receivedIds(streams[0]!).includes(third!.id));
    streams.push(await EventStream.open(service.as('patient')));
    await writer.end();
    for (const stream of streams) {
      await until(() => receivedIds(stream).includes(first!.id));
      stream.close();
    }
    expect(receivedIds(streams[0]!)).toEqual([second!.id, third!.id, first!.id]);
  });

  it('send all of a burst', async () => {
    const stream = await EventStream.open(service.as('burst'));
    const ids = await fill('burst', 5_000, '0 seconds');
    await until(() => stream.received.length >= 5_000);
    expect(new Set(receivedIds(stream))).toEqual(new Set(ids));
    expect(stream.received).toHaveLength(5_000);
    stream.close();
  });

  it('take bounded memory with 30 000 missed ones of the last hour, and as many new ones', async () => {
    const readers = [0, 1, 2].map((n) => `reader ${n}`);
    const inboxes = new Map<string, string[]>();
    for (const reader of readers)
      inboxes.set(reader, [
        ...(await fill(reader, STORED, '1 hour')),
        ...(await fill(reader, STORED, '0 seconds')),
      ]);
    // Some clients never read, ...
    const { hostname, port } = new URL(service.url);
    const silent = readers.flatMap((reader) =>
      Array.from({ length: 4 }, () => {
        const socket = connect(Number(port), hostname).pause();
        const token = signToken({ sub: reader });
        const last = inboxes.get(reader)?.[0];
        socket.write(
          `GET /notifications/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nLast-Event-ID: ${last}\r\n\r\n`,
        );
        return socket;
      }),
    );
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    // ... and others read to the end.
    const streams = await Promise.all(
      readers.map((reader) =>
        EventStream.open(service.as(reader), { 'last-event-id': inboxes.get(reader)![0]! }),
      ),
    );
    let peak = 0;
    await until(async () => {
      peak = Math.max(peak, await service.resident());
      await sleep(200);
      return streams.every(({ received }) => received.length >= 2 * STORED - 1);
    }, 180);
    expect(peak).toBeLessThan(MEMORY);
    for (const [index, reader] of readers.entries())
      expect(new Set(receivedIds(streams[index]!))).toEqual(new Set(inboxes.get(reader)?.slice(1)));
    for (const socket of silent) socket.destroy();
    for (const stream of streams) stream.close();
  });
});
