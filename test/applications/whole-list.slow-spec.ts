import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Statements } from '../../src/database/statements.js';
import { startApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

/** The only list without pages (rules.md, "Lists") may be long. Memory must not grow with it. */
describe('the whole list of applications to a popular gig', () => {
  const COUNT = 1_234;
  let service: InsideApp;
  let path: string;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    const { id } = await createEvent(service.as('owner'), gigBody());
    path = `/gigs/${id}/applications`;
    await service.database.query(
      `INSERT INTO users (id, name) SELECT 'user ' || n, 'User ' || n FROM generate_series(1, $1::int) n`,
      [COUNT],
    );
    // Five in each millisecond: batches end between equal times.
    await service.database.query(
      `INSERT INTO applications (id, gig_id, applicant_id, message, status, created_at)
       SELECT gen_random_uuid(), $1, 'user ' || n, repeat('Ä😀', 2500),
              CASE WHEN n % 3 = 0 THEN 'REJECTED' ELSE 'PENDING' END, now() + n / 5 * interval '1 ms'
       FROM generate_series(1, $2::int) n`,
      [id, COUNT],
    );
  });
  afterAll(() => service.close());

  it('has the same applications as its pages', async () => {
    const pages: unknown[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.as('owner').get(`${path}?limit=100${cursor}`);
      pages.push(...body.data);
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    const { status, headers, body } = await service.as('owner').get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    const { data, ...rest } = body;
    expect(data).toEqual(pages);
    expect(rest).toEqual({ total: COUNT, totalIsExact: true, limit: null, offset: 0, nextCursor: null });
    expect(Object.keys(body)).toEqual(['data', 'total', 'totalIsExact', 'limit', 'offset', 'nextCursor']);
  });

  it('can be filtered', async () => {
    const { body } = await service.as('owner').get(`${path}?status=REJECTED`);
    expect(body.total).toBe(Math.floor(COUNT / 3));
    expect(body.data).toHaveLength(body.total);
    expect(new Set(body.data.map(({ status }: { status: string }) => status))).toEqual(new Set(['REJECTED']));
  });

  it('is not read from the database for HEAD', async () => {
    const { status, headers } = await service.as('owner').fetch(path, { method: 'HEAD' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  /** A client that requests the list and does not read it. */
  async function unread(url: string): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).pause();
    await once(socket, 'connect');
    const token = signToken({ sub: 'owner' });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return socket;
  }

  it('does not delay a stop if the client does not read it', async () => {
    const other = await startApp({}, service.database);
    const socket = await unread(other.url);
    await once(socket, 'readable');
    await other.close();
    socket.destroy();
  });

  it('is read from the database no faster than the client reads it', async () => {
    const read = jest.spyOn(Statements.prototype, 'query');
    const applications = async () => {
      const responses = await Promise.all(read.mock.results.map(({ value }) => value as Promise<unknown[]>));
      return responses.flat().filter((row) => (row as { gigId?: string }).gigId !== undefined).length;
    };
    const socket = await unread(service.url);
    await until(async () => (await applications()) > 0);
    for (let n = 0; n < 100; n += 1) await service.as('someone').get('/users/me');
    expect(await applications()).toBeLessThan(COUNT);
    socket.destroy();
    read.mockRestore();
  });

  it('is cut off if the database fails, with a log entry', async () => {
    const logged = jest.spyOn(Logger.prototype, 'error');
    const socket = await unread(service.url);
    await once(socket, 'readable');
    await service.database.query('ALTER TABLE applications RENAME TO away');
    socket.resume();
    await once(socket, 'close');
    await service.database.query('ALTER TABLE away RENAME TO applications');
    const entry = { code: 'INTERNAL', statement: 'applications of a gig' };
    expect(logged).toHaveBeenCalledWith(expect.objectContaining(entry));
    logged.mockRestore();
  });
});
