import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';
import { until } from '../support/until.js';

describe('interactions', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp();
  });
  afterAll(() => service.close());

  it('change no index where the same is done again and again', async () => {
    const { id } = await createEvent(service.as('owner'));
    const updates = async () => {
      const [row] = await service.database.query<{ all: number; hot: number }>(
        `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'interactions'`,
      );
      return row!;
    };
    const listedAt = () =>
      service.database.query(`SELECT listed_at::text FROM interactions WHERE user_id = 'again'`);
    const before = await updates();
    const again = service.as('again');
    const view = () => again.post(`/events/${id}/interactions`, { action: 'VIEW' });
    await view();
    const listed = await listedAt();
    for (let n = 0; n < 40; n += 1) await view();
    expect(await listedAt()).toEqual(listed);
    await until(async () => (await updates()).all >= before.all + 40);
    // None is where an index changes. Some of them may find no room in their page, as while statistics are collected.
    expect((await updates()).hot - before.hot).toBeGreaterThan(0);
    const { data } = (await again.get('/interactions')).body;
    expect(data).toMatchObject([{ count: 41 }]);
    expect(Object.keys(data[0])).not.toContain('listedAt');
  });
});
