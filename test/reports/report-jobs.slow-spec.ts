import { clientsOf, startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';
import { startNode } from '../support/node-process.js';
import { Service } from '../support/service.js';

describe('reports, for the operator', () => {
  let service: TestApp;
  let event: string;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    event = (await createEvent(service.as('alice'), { title: 'Watches' })).id;
  });
  afterAll(() => service.close());

  const run = async (...args: string[]) => {
    const job = startNode(['dist/src/run-job.js', ...args], service.database.url);
    const code = await job.exit;
    return { code, stdout: job.stdout, stderr: job.stderr };
  };

  it('print each report as one line of JSON, oldest first, and nothing else', async () => {
    await service.as('bob').post(`/events/${event}/reports`, { reason: 'SPAM', message: 'Two\nlines' });
    await service.database.query(`INSERT INTO reports (id, event_id, event_title, reporter_id, reason, created_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'Old', n, 'OTHER', '2026-01-01Z'::timestamptz + make_interval(mins => n / 7)
      FROM generate_series(1, 1200) n`);
    const { code, stdout, stderr } = await run('reports');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines.length, stderr]).toEqual([0, 1201, '']);
    expect(lines.map(({ createdAt }) => createdAt)).toEqual(lines.map(({ createdAt }) => createdAt).sort());
    expect(new Set(lines.map(({ id }) => id)).size).toBe(1201);
    expect(lines.at(-1)).toEqual({
      ...{
        id: expect.any(String),
        eventId: event,
        eventTitle: 'Watches',
        eventCreator: 'alice',
        reporterId: 'bob',
      },
      ...{
        reason: 'SPAM',
        message: 'Two\nlines',
        createdAt: expect.stringMatching(/Z$/),
        eventDeletedAt: null,
      },
    });
  });

  it('take an event down', async () => {
    const { code, stdout } = await run('takedown', event);
    expect([code, JSON.parse(stdout)]).toEqual([0, { job: 'takedown', outcome: 'SUCCEEDED', event }]);
    expect((await service.as('bob').get(`/events/${event}`)).status).toBe(404);
  });

  it.each([[['takedown']], [['reports', 'a']]])('exit 2 for %j', async (args) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('takedown takes EVENT_ID');
  });

  it('log one line for each report, without its message', async () => {
    const logging = await Service.start(service.database.url);
    const { id } = await createEvent(service.as('alice'));
    const reporter = clientsOf(logging.url).as('carol');
    for (const reason of ['SPAM', 'WRONG'])
      await reporter.post(`/events/${id}/reports`, { reason, message: 'Between us' });
    await logging.stop();
    const lines = logging.output.split('\n').filter((line) => line.includes('"context":"Reports"'));
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      ['SPAM', 'WRONG'].map((reason) => ({
        ...{ level: 30, time: expect.any(String), instance: expect.any(String), context: 'Reports' },
        ...{ report: expect.any(String), event: id, reason },
      })),
    );
    expect(logging.output).not.toContain('Between us');
  });
});
