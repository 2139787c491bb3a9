import { execSync } from 'node:child_process';
import { createServer } from 'node:net';
import { freePort } from '../src/database/embedded/embedded-process.js';
import { startApp } from '../test/support/app.js';
import { closeAfterTest } from '../test/support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from '../test/support/database.js';
import { type Started, startNode } from '../test/support/node-process.js';
import { until } from '../test/support/until.js';
import { lookAround, welcome } from './welcome.js';

it('the demo seeds nothing if the service issues no tokens', async () => {
  const { url } = closeAfterTest(await startApp({ AUTH_DEV_TOKENS: 'false' }));
  const seed = () => Promise.reject(new Error('it seeds'));
  const tour = await lookAround(url, seed, new AbortController().signal);
  const printed = welcome({ ...tour, feedUrl: 'http://127.0.0.1:1', env: {}, isModel: false });
  expect(printed).toContain('hands out no tokens');
});

describe('the demo', () => {
  let database: TestDatabase;
  let demo: Started;

  const start = async (settings: Record<string, string> = {}) => {
    const own = { PORT: `${await freePort()}`, SCHEDULER_ENABLED: 'true' };
    demo = startNode(['dist/sandbox/demo.js'], database.url, { ...own, ...settings });
  };

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    demo.child.kill('SIGTERM');
    await demo.exit;
    await database.drop();
  });

  it('prints a tour of five working commands, and ends with the service', async () => {
    await start({ AUTH_DEV_TOKENS: 'true', TAGGER: 'llm' });
    await until(() => demo.stdout.includes('Ctrl-C ends it all.'));
    expect(demo.stdout).toMatch(/Campus feed +1\d\d events, such as ".+" \([A-Z_]+, .+\)/);
    expect(demo.stdout).toMatch(/Ticketing feed +\d\d events, such as ".+" \([A-Z_]+, .+\)/);
    const tour = demo.stdout.slice(demo.stdout.indexOf('A tour'), demo.stdout.indexOf('Pull a feed'));
    const commands = tour.match(/^ {2}(export|curl) .*$/gm)!.map((line) => line.trim());
    expect(commands).toHaveLength(5);
    const said = (command: string) =>
      JSON.parse(execSync(`${commands[0]}\n${command}`, { encoding: 'utf8', stdio: 'pipe' }));
    expect(said(commands[1]!).data).toHaveLength(3);
    expect(said(commands[1]!.replace('/events?limit=3', '/suggestions')).data).toHaveLength(8);
    expect(said(commands[2]!).data.map(({ status }: { status: string }) => status)).toContain('PENDING');
    expect(said(commands[3]!)).toMatchObject({ applicantId: 'bob', status: 'ACCEPTED' });
    const [, sandbox] = /^ {2}Sandbox +(\S+)/m.exec(demo.stdout)!;
    const messages = async () => (await fetch(`${sandbox}/webhooks`)).json() as Promise<object[]>;
    await until(async () => (await messages()).length > 0);
    expect(await messages()).toMatchObject([
      { type: 'notification.created', data: { type: 'APPLICATION_ACCEPTED', recipientId: 'bob' } },
    ]);
    expect(said(commands[4]!).faults).toMatchObject({ campus: { kind: 'truncated' } });
    demo.child.kill('SIGTERM');
    expect(await demo.exit).toBe(0);
  });

  it('exits if the service exits early, and starts none on an occupied port', async () => {
    await start({ LOG_LEVEL: 'loud' });
    expect(await demo.exit).toBe(1);
    expect(demo.stdout).toContain('The service ended by itself (exit code 1)');
    const PORT = await freePort();
    const other = createServer().listen(PORT, '127.0.0.1');
    await start({ PORT: `${PORT}` });
    expect(await demo.exit).toBe(1);
    expect(demo.stdout).toContain(`Port ${PORT} is taken`);
    other.close();
  });
});
