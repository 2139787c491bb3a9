import type { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { BoundedClient } from '../src/database/connections/bounded-client.js';
import {
  bareConnection,
  cancelActive,
  cancelKeyOf,
  isWorking,
  renew,
  socketOf,
} from '../src/database/connections/pg.internals.js';
import { poolOf } from '../src/database/typeorm.internals.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { until } from './support/until.js';

// A library promises nothing about these parts. Where a test fails after an upgrade, read in the library's sources where
// the part is now, and change the one file that the test names. Nothing else reaches for it.

describe('the private parts of libraries', () => {
  it('are reached in the files *.internals.ts alone', () => {
    const reach =
      /\._[a-z]\w+\b(?<!\._embedded)|readyForQuery|secretKey|\.master\b|\.connection\.stream|ROUTE_ARGS|DECORATORS|from '(?:@nestjs|pg|class-\w+)(?:\/[\w-]+)?\/[\w-/]+\.js'|class-transformer\/cjs|['"]swagger\//;
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.internals|\.spec)\.ts$/.test(file),
    );
    expect(files.filter((file) => reach.test(readFileSync(join('src', file), 'utf8')))).toEqual([]);
  });

  describe('of pg and TypeORM', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await createTestDatabase();
    });
    afterAll(() => database.drop());

    it('say what a client is doing (src/database/connections/pg.internals.ts)', async () => {
      const client = new BoundedClient({ connectionString: database.url, pipeline: true });
      expect(cancelKeyOf(client)).toBeUndefined();
      await client.connect();
      expect(socketOf(client)).toBeInstanceOf(Socket);
      expect(cancelKeyOf(client)).toEqual([expect.any(Number), expect.any(Number)]);
      expect(isWorking(client)).toBe(false);
      const answer = client.ask({ text: 'SELECT 1', values: [] });
      expect(isWorking(client)).toBe(true);
      await answer;
      expect(isWorking(client)).toBe(false);
      await client.end();
    });

    it('tell a statement that runs from one that commits (src/database/connections/pg.internals.ts)', async () => {
      // A trigger waits at the commit, as for a standby.
      for (const text of [
        'CREATE TABLE written (id integer)',
        `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
           AS 'BEGIN PERFORM pg_advisory_xact_lock(7); RETURN NULL; END'`,
        `CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON written DEFERRABLE INITIALLY DEFERRED
           FOR EACH ROW EXECUTE FUNCTION wait()`,
        'GRANT ALL ON written TO events',
      ])
        await database.query(text);
      const holder = new pg.Client({ connectionString: database.url });
      const client = new BoundedClient({ connectionString: database.url, pipeline: true });
      await Promise.all([holder.connect(), client.connect()]);
      const isWaiting = async () => {
        const waiting = await database.query(
          `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
        );
        return waiting.length > 0;
      };

      await holder.query('SELECT pg_advisory_lock(7)');
      const committing = client.commit({ text: 'INSERT INTO written VALUES ($1) RETURNING id', values: [1] });
      await until(isWaiting);
      expect(cancelActive(client)).toBe(false);
      await holder.query('SELECT pg_advisory_unlock(7)');
      expect((await committing).rows).toEqual([{ id: 1 }]);

      await holder.query('SELECT pg_advisory_lock(7)');
      const held = 'INSERT INTO written SELECT 2 FROM pg_advisory_xact_lock(7)';
      const running = client.commit({ text: held, values: [] });
      await until(isWaiting);
      expect(cancelActive(client)).toBe(true);
      await holder.query('SELECT pg_advisory_unlock(7)');
      await expect(running).rejects.toThrow('Query read timeout'); // it was taken for cancelled
      await Promise.all([holder.end(), client.end()]);
    });

    it('describe the rows of a kept statement once a connection (src/database/connections/pg.internals.ts)', async () => {
      const client = new BoundedClient({ connectionString: database.url, pipeline: true });
      await client.connect();
      let described = 0;
      const { connection } = client as unknown as { connection: EventEmitter };
      connection.on('rowDescription', () => (described += 1));
      const text = 'SELECT n, n::text AS text FROM generate_series(1, $1) n';
      const rows = [
        { n: 1, text: '1' },
        { n: 2, text: '2' },
      ];
      for (const name of ['kept', undefined])
        for (let time = 0; time < 4; time += 1)
          expect((await client.ask({ text, values: [2], name })).rows).toEqual(rows);
      expect(described).toBe(1 + 4);
      await client.end();
    });

    it('let a client connect again (src/database/connections/pg.internals.ts)', async () => {
      const config = { connectionString: database.url, application_name: 'first' };
      const client = new pg.Client(config);
      await client.connect();
      const [key, socket] = [cancelKeyOf(client), socketOf(client)];
      renew(client, { ...config, application_name: 'second' });
      expect(cancelKeyOf(client)).toBeUndefined();
      await client.connect();
      expect(socketOf(client)).not.toBe(socket);
      expect(cancelKeyOf(client)).not.toEqual(key);
      const { rows } = await client.query(`SELECT current_setting('application_name') AS name`);
      expect(rows).toEqual([{ name: 'second' }]);
      await client.end();
    });

    it('cancel a statement (src/database/connections/pg.internals.ts)', () => {
      const connection = bareConnection(false);
      for (const method of ['connect', 'requestSsl', 'cancel'] as const)
        expect(connection[method]).toBeInstanceOf(Function);
    });

    it('share a pool (src/database/typeorm.internals.ts)', async () => {
      const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
      expect(poolOf(dataSource)).toBeInstanceOf(pg.Pool);
      await dataSource.destroy();
    });
  });
});
