import { Config, ConfigError } from '../../src/common/config.js';
import { testEnvironment } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startJob, startNode } from '../support/node-process.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const SECRET = 'a shared secret that an operator has made up';
const IN_PRODUCTION = { NODE_ENV: 'production', AUTH_SECRET: SECRET, AUTH_DEV_TOKENS: 'true' };
/** The environment of a checkout without settings. */
const BY_DEFAULT = { NODE_ENV: '', AUTH_SECRET: '', LOG_LEVEL: 'info' };

describe('signing in as anyone', () => {
  let database: TestDatabase;
  const services: Service[] = [];

  async function start(environment: Record<string, string>): Promise<Service> {
    const service = await Service.start(database.url, environment);
    services.push(service);
    return service;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.stop()));
  });
  afterAll(() => database.drop());

  it.each([
    ['in production', IN_PRODUCTION, 'Unset it'],
    ['in production on one machine', { ...IN_PRODUCTION, HOST: '127.0.0.1' }, 'Unset it'],
    ['by default on all addresses', { ...BY_DEFAULT, HOST: '0.0.0.0' }, 'Set AUTH_SECRET'],
    ['by default on all IPv6 addresses', { ...BY_DEFAULT, HOST: '::' }, 'Set AUTH_SECRET'],
    ['by default in tests', { ...BY_DEFAULT, NODE_ENV: 'test', HOST: '192.0.2.7' }, 'Set AUTH_SECRET'],
    ['with an empty AUTH_DEV_TOKENS', { ...BY_DEFAULT, AUTH_DEV_TOKENS: '', HOST: '::' }, 'Set AUTH_SECRET'],
  ])('is refused %s, with instructions', async (_where, environment, advice) => {
    const configure = () => Config.from(testEnvironment(database.url, environment));
    expect(configure).toThrow(ConfigError);
    expect(configure).toThrow('AUTH_DEV_TOKENS');
    expect(configure).toThrow(advice);
  });

  it('ends the process at the start, with instructions', async () => {
    const service = startNode(['.'], database.url, { PORT: '0', ...IN_PRODUCTION });
    expect(await service.exit).toBe(1);
    expect(service.stdout).toBe('');
    expect(service.stderr).toContain('AUTH_DEV_TOKENS');
    expect(service.stderr).toContain('Unset it');
    expect(service.stderr).not.toContain('    at ');
  });

  it('works by default on this machine, without a warning', async () => {
    const service = await start({ ...BY_DEFAULT, HOST: '' });
    expect((await service.as('nobody').post('/auth/token', { userId: 'alice' })).status).toBe(201);
    expect(service.output).not.toContain('AUTH_DEV_TOKENS');
  });

  it.each([
    ['beside a secret', { AUTH_SECRET: SECRET }],
    ['on any address', { ...BY_DEFAULT, HOST: '127.0.0.1' }],
  ])('causes a warning at every start if it is enabled explicitly %s', async (_where, environment) => {
    for (let starts = 0; starts < 2; starts += 1) {
      const service = await start({ ...environment, AUTH_DEV_TOKENS: 'true' });
      expect((await service.as('nobody').post('/auth/token', { userId: 'alice' })).status).toBe(201);
      await until(() => /"level":40,.*AUTH_DEV_TOKENS=true/.test(service.output));
      expect(await service.stop()).toBe(0);
    }
  });

  it('does not keep a job from running, since it does not listen', async () => {
    const job = startJob('purge', database.url, { ...BY_DEFAULT, HOST: '0.0.0.0' });
    expect(await job.exit).toBe(0);
  });
});
