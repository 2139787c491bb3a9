import type { JobName, JobResult } from '../../src/jobs/schedule.js';
import { Client, PatientClient } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { signToken, TEST_SECRET } from './tokens.js';
import { until } from './until.js';

export interface TestApp {
  url: string;
  database: TestDatabase;
  /** A client with a token of this user; null: without a token. */
  as(userId: string | null): Client;
  /** A client that retries if a busy machine returns 503. */
  patientlyAs(userId: string): PatientClient;
  /** Waits until the service is ready. */
  ready(): Promise<void>;
  /** Runs a job by hand. */
  runJob(name: JobName, argument?: string): Promise<JobResult>;
  close(): Promise<void>;
}

export type Environment = Record<string, string>;

/** The service's settings in tests; a test may override them. */
export function testEnvironment(databaseUrl: string, overrides: Environment = {}): Environment {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: TEST_SECRET,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    SCHEDULER_ENABLED: 'false',
    MIGRATE_ON_START: 'false',
    DRAIN_SECONDS: '0',
    ...overrides,
  };
}

/**
 * The built application on a real PostgreSQL, listening on a free port of 127.0.0.1, in the host of this worker
 * (`service-host.js`). `startInside` starts it in the test's own process.
 * @param host 1 for the host of another worker, which is another process
 */
export async function startApp(
  overrides: Environment = {},
  shared?: TestDatabase,
  host = 0,
): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase());
  const { id, url } = await onHost<{ id: string; url: string }>(
    'POST',
    '/apps',
    testEnvironment(database.url, overrides),
    host,
  );
  return {
    ...clientsOf(url),
    database,
    runJob: (name, argument) => onHost<JobResult>('POST', `/apps/${id}/jobs/${name}`, { argument }, host),
    close: async () => {
      await onHost('DELETE', `/apps/${id}`, undefined, host);
      if (!shared) await database.drop();
    },
  };
}

/** The URL of a service, its clients, and how to wait for it. */
export function clientsOf(url: string): Pick<TestApp, 'url' | 'as' | 'patientlyAs' | 'ready'> {
  return {
    url,
    as: (userId) => new Client(url, userId === null ? undefined : signToken({ sub: userId })),
    patientlyAs: (userId) => new PatientClient(url, signToken({ sub: userId })),
    ready: () => until(async () => (await new Client(url).get('/health/ready')).status === 200),
  };
}

/** The response of this worker's host. @throws Error with the name and message of the host's */
export async function onHost<Result>(
  method: string,
  path: string,
  body?: unknown,
  offset = 0,
): Promise<Result> {
  const hosts: string[] = JSON.parse(process.env.TEST_HOSTS ?? '[]');
  const host = hosts[(Number(process.env.JEST_WORKER_ID) - 1 + offset) % hosts.length];
  if (!host) throw new Error('The global set-up has not run.');
  const response = await fetch(host + path, {
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const result = await response.json();
  if (response.ok) return result as Result;
  const { name, message } = result as Error;
  throw Object.assign(new Error(message), { name });
}
