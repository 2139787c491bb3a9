import type { EntityManager } from 'typeorm';
import { runLong, Transactions } from '../../src/database/transactions.js';
import { type InsideApp, startInside } from '../support/inside.js';

const PID = 'SELECT pg_backend_pid() AS pid';

describe('a transaction', () => {
  let service: InsideApp;
  let transactions: Transactions;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off', DATABASE_POOL_SIZE: '1' });
    transactions = service.app.get(Transactions);
  });
  afterAll(() => service.close());

  it('keeps its connection where it loses against others', async () => {
    const before = await transactions.run('tester', (manager) => manager.query(PID));
    let attempts = 0;
    const after = await transactions.run('tester', async (manager) => {
      attempts += 1;
      if (attempts === 1) await manager.query(`DO $$ BEGIN RAISE SQLSTATE '40001'; END $$`);
      return manager.query(PID);
    });
    expect(attempts).toBe(2);
    expect(after).toEqual(before);
  });

  it('has the limits of the role, and another for a long statement, until it ends', async () => {
    const limits = async (manager: EntityManager) => (await manager.query('SHOW statement_timeout'))[0];
    const usual = { statement_timeout: '2500ms' };
    expect(await transactions.run('tester', limits)).toEqual(usual);
    await transactions.run('tester', async (manager) => {
      await runLong(manager, 'SELECT pg_sleep(2.9)', [], 9_000);
      expect(await limits(manager)).toEqual({ statement_timeout: '9s' });
    });
    expect(await transactions.run('tester', limits)).toEqual(usual);
  });
});
