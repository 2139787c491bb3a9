import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';

/** The environment of a checkout without settings. */
const BY_DEFAULT = { NODE_ENV: '', AUTH_SECRET: '', LOG_LEVEL: 'info' };

describe('signing in as anyone', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([
    ['by default on this machine, without a warning', { HOST: '' }, []],
    [
      'if it is enabled explicitly, with a warning at the start',
      { HOST: '127.0.0.1', AUTH_DEV_TOKENS: 'true' },
      [expect.stringContaining('AUTH_DEV_TOKENS=true')],
    ],
  ])('works %s', async (_where, environment, warnings) => {
    const service = await Service.start(database.url, { ...BY_DEFAULT, ...environment });
    expect((await service.as('nobody').post('/auth/token', { userId: 'alice' })).status).toBe(201);
    expect(await service.stop()).toBe(0);
    expect(service.output.split('\n').filter((line) => line.includes('"level":40,'))).toEqual(warnings);
  });
});
