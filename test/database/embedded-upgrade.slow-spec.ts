import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataSourceOptions } from '../../ormconfig.js';
import {
  type EmbeddedServer,
  startEmbeddedServer,
  superuserUrl,
} from '../../src/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/database/migrate.js';
import { MOVED, makeVersion11, READ_MOVED } from '../support/version-1-1.js';
import { cleanUp, query, tempFolder } from './embedded-service.js';

/** Objects of every kind that migrations create, in a cluster whose only role was the superuser `events`. */
const CONTENT = [
  'CREATE TABLE kept (id int GENERATED ALWAYS AS IDENTITY, number serial, text text)',
  `INSERT INTO kept (text) VALUES ('Café')`,
  'CREATE INDEX ON kept (text)',
  'CREATE VIEW seen AS SELECT text FROM kept',
  'CREATE SEQUENCE counted',
  `CREATE FUNCTION said(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT upper($1) $$`,
  'CREATE EXTENSION pg_trgm',
];

afterAll(cleanUp);

/** Makes a data folder as it was then. @param after what an upgrade did before it was killed */
async function oldFolder(after: 'nothing' | 'the link' | 'the passwords' | 'the name'): Promise<string> {
  const dataDir = await tempFolder(0o700);
  const home = join(dataDir, 'postgres');
  const server = await startEmbeddedServer({ dataDir });
  const superuser = await superuserUrl(server, dataDir);
  const atPostgres = superuser.replace(/events$/, 'postgres');
  await query(atPostgres, 'DROP DATABASE events', 'DROP ROLE events', 'CREATE DATABASE events');
  await query(superuser, ...CONTENT);
  if (after !== 'the name')
    await query(
      atPostgres,
      ...['CREATE ROLE renamer SUPERUSER', 'SET SESSION AUTHORIZATION renamer'],
      ...['ALTER ROLE postgres RENAME TO events', 'RESET SESSION AUTHORIZATION', 'DROP ROLE renamer'],
    );
  await server.stop();

  const [password, superusers] = [join(home, 'password'), join(home, 'superuser-password')];
  if (after === 'nothing') await rename(superusers, password);
  if (after === 'the link') await writeFile(password, await readFile(superusers));
  return dataDir;
}

describe('a data folder whose only role was the superuser', () => {
  it.each(['nothing', 'the link', 'the passwords', 'the name'] as const)(
    'loses nothing when it gets a role for the service, after a start that was killed past %s',
    async (after) => {
      const dataDir = await oldFolder(after);
      let server = await startEmbeddedServer({ dataDir });
      const roles = await query(
        server.url,
        `SELECT rolname, rolsuper FROM pg_roles WHERE rolname !~ '^pg_' ORDER BY 1`,
      );
      expect(roles).toEqual([
        { rolname: 'events', rolsuper: false },
        { rolname: 'postgres', rolsuper: true },
      ]);
      await expectOwned(server);
      await server.stop();
      expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);

      server = await startEmbeddedServer({ dataDir });
      expect(await query(server.url, 'SELECT text FROM seen')).toEqual([{ text: 'Café' }]);
      await server.stop();
    },
  );
});

describe('a data folder of version 1.1.0', () => {
  it('is moved with its data by the first start, and changed no more by the next one', async () => {
    const dataDir = await tempFolder(0o700);
    let server = await startEmbeddedServer({ dataDir });
    await makeVersion11(server.url, (text) => query(server.url, text));
    await server.stop();
    for (const _ of ['the first start', 'the next one']) {
      server = await startEmbeddedServer({ dataDir });
      await migrate(dataSourceOptions(server.url));
      expect(await query(server.url, READ_MOVED)).toEqual([MOVED]);
      await server.stop();
    }
  });
});

describe('a data folder of another major version of PostgreSQL', () => {
  it('is left as it is, and the message says how to bring it over', async () => {
    const dataDir = await tempFolder(0o700);
    await (await startEmbeddedServer({ dataDir })).stop();
    const version = join(dataDir, 'postgres/cluster/PG_VERSION');
    const own = (await readFile(version, 'utf8')).trim();
    await writeFile(version, '15\n');
    const start = startEmbeddedServer({ dataDir });
    await expect(start).rejects.toThrow(
      new RegExp(`is of PostgreSQL 15, and this build has PostgreSQL ${own}\\.[^]*pg_dump[^]*psql`),
    );
    await writeFile(version, `${own}\n`);
    await (await startEmbeddedServer({ dataDir })).stop();
  });
});

/** Checks that the service's role can do all that migrations do. */
async function expectOwned({ url }: EmbeddedServer): Promise<void> {
  await query(
    url,
    ...['BEGIN', 'ALTER TABLE kept ADD more int', `INSERT INTO kept (text) VALUES (said('x'))`],
    ...['CREATE INDEX ON kept USING gin (text gin_trgm_ops)', 'DROP VIEW seen', 'DROP TABLE kept'],
    ...['DROP SEQUENCE counted', 'DROP FUNCTION said', 'CREATE EXTENSION unaccent', 'ROLLBACK'],
  );
}
