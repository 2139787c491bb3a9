import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { freePort } from '../../src/database/embedded/embedded-process.js';
import { testEnvironment } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

describe('an unwritable log', () => {
  let database: TestDatabase;
  let service: ChildProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    service.kill('SIGKILL');
    await database.drop();
  });

  it('does not end the service: the disk is full', async () => {
    const port = String(await freePort());
    const env = {
      PATH: process.env.PATH,
      ...testEnvironment(database.url, { LOG_LEVEL: 'info', PORT: port }),
    };
    service = spawn(process.execPath, ['.'], {
      env,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'ignore'],
    });
    const exit = once(service, 'exit');
    const url = `http://127.0.0.1:${port}`;
    await until(async () => {
      if (service.exitCode !== null) throw new Error(`The service ended: ${service.exitCode}`);
      return fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    const client = new Client(url, signToken({ sub: 'alice' }));
    for (let n = 0; n < 50; n += 1) expect((await client.post('/events', eventBody())).status).toBe(201);
    service.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
  });
});
