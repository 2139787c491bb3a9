import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { JobName } from '../../src/jobs/schedule.js';
import { createEvent } from '../support/factories.js';
import { CAMPUS, type FeedTest, startFeeds } from '../support/feeds.js';

/**
 * Every statement that writes an event adds one to its version, which identifies cached JSON and is the ETag.
 * In every test database a trigger refuses others (`test/support/global-setup.ts`). This checks the trigger
 * and the statements.
 */
describe('the versions of events', () => {
  let feeds: FeedTest;

  beforeAll(async () => {
    feeds = await startFeeds();
  });
  afterAll(() => feeds.close());

  const rows = () =>
    feeds.service.database.query<{ version: number; age: number }>(
      'SELECT version, extract(epoch FROM now() - updated_at)::float8 AS age FROM events',
    );
  const run = (job: JobName) => feeds.service.runJob(job);
  /** Moves the last change of the event an hour into the past. */
  const age = () => feeds.service.database.query(`UPDATE events SET updated_at = now() - interval '1 hour'`);

  it('are checked by a trigger in every test database', async () => {
    await createEvent(feeds.service.as('alice'));
    const service = new pg.Client({ connectionString: feeds.service.database.url });
    await service.connect();
    await expect(service.query(`UPDATE events SET title = 'Another'`)).rejects.toThrow(
      'add one to the version',
    );
    await expect(service.query('UPDATE events SET version = version + 2')).rejects.toThrow(
      'add one to the version',
    );
    await service.query(`UPDATE events SET title = 'Another', version = version + 1`);
    await service.end();
    await feeds.service.database.query('DELETE FROM events');
  });

  it('increase with each write, as does updatedAt', async () => {
    const alice = feeds.service.as('alice');
    const { id } = await createEvent(alice);
    const expectVersion = async (version: number) => {
      const [row] = await rows();
      expect(row!.version).toBe(version);
      expect(row!.age).toBeLessThan(600);
      await age();
    };
    await expectVersion(1);
    expect((await alice.patch(`/events/${id}`, { title: 'Another title' })).status).toBe(200);
    await expectVersion(2);
    await feeds.service.database.query(
      `UPDATE events SET tags = '{}', category = NULL, summary = NULL, version = 2`,
    );
    await run('retag');
    await expectVersion(3);
    await feeds.service.database.query(
      `UPDATE events SET start_at = now() - interval '2 hours', end_at = now() - interval '1 hour'`,
    );
    await run('auto-completion');
    await expectVersion(4);
    await feeds.service.database.query('DELETE FROM events');

    await feeds.serve(CAMPUS, CAMPUS.entry(1));
    const [stored] = await rows();
    await age();
    await feeds.serve(CAMPUS, CAMPUS.entry(1, CAMPUS.named('Another title')));
    await expectVersion(stored!.version + 1);
  });

  it('are changed by SQL in few places', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const changing = (table: string) =>
      files.filter((file) =>
        new RegExp(`\\bUPDATE ${table}\\b`).test(readFileSync(join('src', file), 'utf8')),
      );
    expect(changing('notifications')).toEqual([join('notifications', 'notifications.service.ts')]);
    expect(changing('events').sort()).toEqual([
      join('events', 'event-creation.ts'),
      join('events', 'event-tagging.service.ts'),
      join('events', 'events.service.ts'),
      join('events', 'gig-terms.service.ts'),
      join('events', 'map', 'places.ts'),
    ]);
  });
});
