import { Database, type Transaction } from '../../src/database/database.js';
import { type InsideApp, startInside } from '../support/inside.js';

describe('a transaction', () => {
  let service: InsideApp;
  let database: Database;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off', DATABASE_POOL_SIZE: '1' });
    database = service.app.get(Database);
  });
  afterAll(() => service.close());

  const ask = (text: string, transaction?: Transaction) => database.query({ text, values: [] }, transaction);

  it('keeps its connection where it loses against others', async () => {
    const [before] = await ask('SELECT pg_backend_pid() AS pid');
    let attempts = 0;
    await database.transaction(async (transaction) => {
      attempts += 1;
      if (attempts === 1) await ask(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`, transaction);
    });
    expect(attempts).toBe(2);
    expect(await ask('SELECT pg_backend_pid() AS pid')).toEqual([before]);
  });

  it('has the limits of the role, and others for what says so, until it ends', async () => {
    const limits = (transaction: Transaction, timeout?: number) =>
      database.query<{ now: string }>(
        {
          text: `SELECT concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout')) AS now`,
          values: [],
        },
        transaction,
        timeout,
      );
    const now = async (timeout?: number) =>
      (await database.transaction((transaction) => limits(transaction, timeout)))[0]!.now;
    expect([await now(), await now(30_000), await now(1_000), await now()]).toEqual([
      '2500ms 1s',
      '30s 30s',
      '2500ms 1s',
      '2500ms 1s',
    ]);
    const [slept] = await database.query(
      { text: 'SELECT pg_sleep(2.8), 1 AS done', values: [] },
      undefined,
      9_000,
    );
    expect(slept).toMatchObject({ done: 1 });
  });

  it('stores nothing that goes on after a part of its work has failed', async () => {
    const insert = { text: `INSERT INTO users (id) VALUES ('late')`, values: [] };
    let late: Promise<unknown> = Promise.resolve();
    const work = database.transaction(async (transaction) => {
      const ask = () => database.query({ text: 'SELECT 1', values: [] }, transaction);
      late = (async () => {
        for (let n = 0; n < 20; n += 1) await ask();
        await database.query(insert, transaction);
      })();
      late.catch(() => {});
      await ask();
      throw new Error('One part failed.');
    });
    await expect(work).rejects.toThrow('One part failed.');
    await expect(late).rejects.toThrow('The transaction has ended.');
    expect(await database.query({ text: `SELECT 1 FROM users WHERE id = 'late'`, values: [] })).toEqual([]);
  });
});
