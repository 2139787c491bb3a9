import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { onOneConnection, POLL_EVERY, takesLock } from './migrate.js';
import { shortTransaction } from './online-changes.js';

/** Seen from the sources, and from what is built of them. */
const PLACES = ['../../../deploy/citus.sql', '../../../../deploy/citus.sql'];

/**
 * Spreads the tables of a migrated database over the nodes of its Citus cluster, as `deploy/citus.sql` says. One instance
 * does it, in one transaction; the others wait. Done again, it changes nothing.
 * @throws Error where the database has no Citus
 */
export async function distribute(
  options: PostgresDataSourceOptions,
  log: (message: string) => void = () => {},
): Promise<void> {
  const file = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url))!;
  const statements = readFileSync(file, 'utf8');
  await onOneConnection(options, async (_, runner) => {
    const attempt = async () => {
      if (!(await takesLock(runner))) return false;
      await runner.query(statements);
      return true;
    };
    while (!(await shortTransaction(runner, attempt))) await sleep(POLL_EVERY);
  });
  log('The tables are distributed over the nodes of Citus.');
}
