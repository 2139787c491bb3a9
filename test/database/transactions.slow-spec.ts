import type { EntityManager } from 'typeorm';
import { causeOf } from '../../src/common/sqlstate.js';
import { clientOf } from '../../src/database/statements.js';
import { runLong, Transactions } from '../../src/database/transactions.js';
import { createTestDatabase } from '../support/database.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const PID = 'SELECT pg_backend_pid() AS pid';

describe('a transaction', () => {
  let service: InsideApp;
  let transactions: Transactions;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off', DATABASE_POOL_SIZE: '1' });
    transactions = service.app.get(Transactions);
  });
  afterAll(() => service.close());

  it('keeps its connection when it loses to others', async () => {
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

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['TypeORM', (manager) => manager.query(PID)],
    ['the driver', (manager) => clientOf(manager)],
  ])('fails for want of a database if its session ends between two statements, by %s', async (_, next) => {
    const cause = await transactions
      .run('tester', async (manager) => {
        const [{ pid }] = await manager.query(PID);
        await service.database.query('SELECT pg_terminate_backend($1)', [pid]);
        await until(() => manager.queryRunner!.isReleased);
        return next(manager);
      })
      .catch(causeOf);
    expect(cause).toBe('no_database');
  });

  it('has the limits of the role, and another for a long statement until it ends', async () => {
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

describe('the limits of the role', () => {
  it.each([
    ["lock_timeout = '1s'", 'The role has no suitable lock_timeout'],
    ['lock_timeout = 0', 'The role has no suitable lock_timeout'],
    ["lock_timeout = '1001ms'", undefined],
  ])(
    'cause a warning at the start if locks time out before a deadlock is detected: %s',
    async (setting, warning) => {
      const database = await createTestDatabase();
      await database.query(
        `ALTER ROLE events IN DATABASE ${new URL(database.url).pathname.slice(1)} SET ${setting}`,
      );
      const started = await Service.start(database.url, { LOG_LEVEL: 'warn' });
      await started.ready();
      await started.stop();
      if (warning) expect(started.output).toContain(warning);
      else expect(started.output).not.toContain('The role');
      await database.drop();
    },
  );
});
