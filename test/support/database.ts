import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestDatabase {
  /** For the service: its role owns the database. */
  url: string;
  /** Runs one statement as the superuser, outside the service. */
  query<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** The address of a database on the tests' server, for the service's role or the superuser. */
function urlOf(database: string, role: 'SERVER' | 'SUPERUSER'): string {
  const url = process.env[`TEST_${role}_URL`];
  if (!url) throw new Error('The global set-up has not run.');
  return url.replace(/\/[^/]*$/, `/${database}`);
}

async function onServer(text: string): Promise<void> {
  const admin = new pg.Client({ connectionString: urlOf('events', 'SUPERUSER') });
  await admin.connect();
  try {
    await admin.query(text);
  } finally {
    await admin.end();
  }
}

/** A new database on the tests' server, migrated or empty. */
export async function createTestDatabase({ migrated = true } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name} OWNER events ${migrated ? 'TEMPLATE template_migrated' : ''}`);
  const pool = new pg.Pool({ connectionString: urlOf(name, 'SUPERUSER'), max: 4 });
  pool.on('error', () => {});
  return {
    url: urlOf(name, 'SERVER'),
    query: async (text, values) => (await pool.query(text, values)).rows,
    drop: async () => {
      await pool.end();
      await onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
