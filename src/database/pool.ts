import type { Logger } from '@nestjs/common';
import type { DataSourceOptions } from 'typeorm';
import { withClient } from './embedded/embedded-postgres.js';

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Milliseconds that a standby has to respond at startup. */
const PATIENCE = 1_000;

/** The options without unreachable standbys: TypeORM starts only if it reaches each of them. */
export async function withReachableStandbys(
  options: PostgresOptions,
  logger: Logger,
): Promise<PostgresOptions> {
  if (!options.replication) return options;
  const slaves: typeof options.replication.slaves = [];
  for (const standby of options.replication.slaves)
    await withClient(standby.url!, (client) => client.query('SELECT 1'), PATIENCE).then(
      () => slaves.push(standby),
      ({ message }) =>
        logger.warn(`A standby is unavailable; lists are read without it until the next start. ${message}`),
    );
  return { ...options, replication: { ...options.replication, slaves } };
}
