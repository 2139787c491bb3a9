import pg from 'pg';
import { EmbeddedServerError } from './embedded-install.js';

/** `events` is the service's: it owns the database `events` and nothing else. `postgres` is the superuser. */
export type Role = 'events' | 'postgres';

/** The URL by which a role connects to a database, with the password of that role unless another is asked for. */
export type UrlOf = (role: Role, database: 'events' | 'postgres', passwordOf?: Role) => string;

/**
 * Makes sure that the database `events` exists and belongs to the role `events`.
 * @throws EmbeddedServerError where the server's settings would lose data
 */
export async function ensureDatabase(urlOf: UrlOf): Promise<void> {
  try {
    await withClient(urlOf('events', 'events'), assertDurable);
  } catch (error) {
    if (!isRefused(error) && !isState(error, '3D000')) throw error;
    await ensureSuperuser(urlOf);
    await withClient(urlOf('postgres', 'events'), (client) => giveToService(client, urlOf));
  }
}

/** Runs the work on a connection of its own. @throws what the work or the connection throws */
export async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What is acknowledged has to be stored, whatever postgresql.conf says. */
async function assertDurable(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT name FROM pg_settings WHERE setting <> 'on'
     AND name IN ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(', ');
  throw new EmbeddedServerError(`The settings of the embedded PostgreSQL would lose data; turn on: ${names}`);
}

async function ensureSuperuser(urlOf: UrlOf): Promise<void> {
  try {
    await withClient(urlOf('postgres', 'postgres'), createDatabase);
  } catch (error) {
    if (!isRefused(error)) throw error;
    await withClient(urlOf('events', 'postgres', 'postgres'), renameSuperuser);
    await withClient(urlOf('postgres', 'postgres'), createDatabase);
  }
}

async function createDatabase(client: pg.Client): Promise<void> {
  await assertDurable(client);
  const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'events'`);
  if (!rowCount) await client.query('CREATE DATABASE events');
}

/**
 * Old clusters have the superuser `events`. It made the cluster, so it cannot become a plain role. No session can rename
 * its own role, so a temporary superuser does it.
 */
async function renameSuperuser(client: pg.Client): Promise<void> {
  await client.query(`
    BEGIN;
    CREATE ROLE renamer SUPERUSER;
    SET SESSION AUTHORIZATION renamer;
    ALTER ROLE events RENAME TO postgres;
    RESET SESSION AUTHORIZATION;
    DROP ROLE renamer;
    COMMIT`);
}

/** Makes the role or sets its password, and gives it the database with all tables and functions, completely or not at all. */
async function giveToService(client: pg.Client, urlOf: UrlOf): Promise<void> {
  const password = client.escapeLiteral(new URL(urlOf('events', 'events')).password);
  const { rowCount } = await client.query(`SELECT FROM pg_roles WHERE rolname = 'events'`);
  await client.query(`
    BEGIN;
    ${rowCount ? 'ALTER' : 'CREATE'} ROLE events LOGIN PASSWORD ${password};
    ALTER DATABASE events OWNER TO events;
    DO $$
    DECLARE
      command text;
    BEGIN
      FOR command IN
        -- A column's sequence goes with its table. What an extension made stays with it.
        SELECT format('ALTER TABLE %s OWNER TO events', oid::regclass) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S')
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid
                          AND objsubid = 0 AND deptype IN ('a', 'i', 'e')
                          AND refclassid IN ('pg_class'::regclass, 'pg_extension'::regclass))
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO events', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid
                          AND deptype = 'e')
      LOOP
        EXECUTE command;
      END LOOP;
    END $$;
    COMMIT`);
}

/** Whether the server does not know the role, or not with this password. */
const isRefused = (error: unknown) => isState(error, '28P01');

const isState = (error: unknown, code: string) => (error as { code?: string }).code === code;
