import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ReplicationMode } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Config } from '../common/config.js';
import { withClient } from './embedded/embedded-postgres.js';

/** Milliseconds for which who has written reads the primary. A standby is seldom that far behind. */
const READ_OWN_WRITES = 10_000;
/** Users that are remembered to have written lately. */
const MAX_WRITERS = 50_000;
/** Milliseconds that a standby has to answer at the start. */
const PATIENCE = 1_000;

/** Who may read lists from a standby (docs/operating.md, "Standbys"). */
@Injectable()
export class Standbys {
  private readonly writers = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: READ_OWN_WRITES });
  private readonly areThere: boolean;

  constructor({ DATABASE_READ_URL }: Config) {
    this.areThere = DATABASE_READ_URL.length > 0;
  }

  /** Where a list is read: one's own as it is now, another's maybe a moment old, but with what the user wrote. */
  modeFor(userId: string, ownerId?: string): ReplicationMode {
    const isFresh = ownerId === userId || this.writers.has(userId);
    return this.areThere && !isFresh ? 'slave' : 'master';
  }

  /** Notes that a user has just written, or may have, what lists show. */
  wrote(userId: string): void {
    if (this.areThere) this.writers.set(userId, true);
  }
}

/** The options without the standbys that do not answer: TypeORM does not start without each of them. */
export async function withReachableStandbys(
  options: PostgresDataSourceOptions,
  logger: Logger,
): Promise<PostgresDataSourceOptions> {
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
