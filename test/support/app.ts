import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/app.js';
import { Config } from '../../src/common/config.js';
import { createLog } from '../../src/common/logging.js';
import { Client } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { signToken, TEST_SECRET } from './tokens.js';

export interface TestApp {
  app: NestFastifyApplication;
  url: string;
  database: TestDatabase;
  /** A client with a token of this user; null is nobody. */
  as(userId: string | null): Client;
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

/** The application on a real PostgreSQL, listening on a free port of 127.0.0.1. */
export async function startApp(overrides: Environment = {}, shared?: TestDatabase): Promise<TestApp> {
  const database = shared ?? (await createTestDatabase());
  const config = Config.from(testEnvironment(database.url, overrides));
  const app = await createApp(config, createLog(config.LOG_LEVEL));
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    app,
    url,
    database,
    as: (userId) => new Client(url, userId === null ? undefined : signToken({ sub: userId })),
    close: async () => {
      await app.close();
      if (!shared) await database.drop();
    },
  };
}
