import type { Environment } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

describe('a missing PUBLIC_URL', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('causes one warning at the start in production', async () => {
    const isWarning = (line: string) => line.includes('"level":40,') && line.includes('PUBLIC_URL');
    const start = async (environment: Environment) => {
      const process = await Service.start(database.url, { NODE_ENV: 'production', ...environment });
      await until(() => process.output.includes('Listening at'));
      await process.stop();
      return process.output.split('\n').filter(isWarning);
    };
    expect(await start({})).toEqual([expect.stringContaining('localhost')]);
    expect(await start({ PUBLIC_URL: 'https://x.example/api' })).toEqual([]);
    expect(await start({ NODE_ENV: 'test' })).toEqual([]);
  });
});
