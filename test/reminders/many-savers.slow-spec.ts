import { JobsService } from '../../src/jobs/jobs.service.js';
import type { JobContext } from '../../src/jobs/schedule.js';
import { createEvent } from '../support/factories.js';
import { inHours } from '../support/feeds.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { startJob } from '../support/node-process.js';
import { until } from '../support/until.js';

const SAVERS = 20_000;

describe('reminders of an event with many savers', () => {
  let service: InsideApp;
  let big: string;
  let small: string;

  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
  });
  beforeEach(async () => {
    await service.database.query('TRUNCATE events, notifications CASCADE');
    big = (await createEvent(service.as('owner'), { startAt: inHours(1), endAt: null })).id;
    small = (await createEvent(service.as('owner'), { startAt: inHours(20), endAt: null })).id;
    await service.database.query(`INSERT INTO interactions (id, event_id, user_id, action)
      SELECT gen_random_uuid(), '${big}', n, 'SAVE' FROM generate_series(1, ${SAVERS}) n`);
    await service.database.query(`INSERT INTO interactions (id, event_id, user_id, action)
      SELECT gen_random_uuid(), '${small}', 'z' || n, 'BOOKMARK' FROM generate_series(1, 3) n`);
  });
  afterAll(() => service.close());

  const told = async (event: string) => {
    const text = 'SELECT recipient_id FROM notifications WHERE reference_id = $1';
    return (await service.database.query<{ recipient_id: string }>(text, [event])).map(
      (row) => row.recipient_id,
    );
  };
  const expectAllOnce = async () => {
    const users = await told(big);
    expect([users.length, new Set(users).size]).toEqual([SAVERS, SAVERS]);
    expect((await told(small)).sort()).toEqual(['z1', 'z2', 'z3']);
  };
  const run = (context?: JobContext) =>
    service.app.get(JobsService, { strict: false }).run('reminders', context);

  it('do not hold up others, and go on after a run that is aborted', async () => {
    const abort = new AbortController();
    const aborted = await run({ signal: abort.signal, progress: () => abort.abort(new Error('stop')) });
    expect(aborted).toEqual({ outcome: 'FAILED', error: 'stop' });
    expect(await told(small)).toHaveLength(3);
    expect(await told(big)).toHaveLength(100);
    expect(await run()).toEqual({ outcome: 'SUCCEEDED', events: 0, notified: SAVERS - 100 });
    await expectAllOnce();
  });

  it('reach each once although a run is killed', async () => {
    const job = startJob('reminders', service.database.url);
    await until(async () => (await told(big)).length > 0 || job.child.exitCode !== null);
    job.child.kill('SIGKILL');
    await job.exit;
    expect((await told(big)).length).toBeLessThan(SAVERS);
    // The server may take a while to roll back what the killed run was writing. Runs meanwhile leave that out.
    await until(async () => {
      expect(await run()).toMatchObject({ outcome: 'SUCCEEDED' });
      return (await told(big)).length >= SAVERS;
    });
    await expectAllOnce();
  });
});
