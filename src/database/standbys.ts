import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { DataSourceOptions, ReplicationMode } from 'typeorm';
import { Config } from '../common/config.js';
import { withClient } from './embedded/embedded-postgres.js';

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** Milliseconds for which a writer reads from the primary. A standby is rarely that far behind. */
const READ_OWN_WRITES = 10_000;
/** Maximum number of recent writers to track. */
const MAX_WRITERS = 50_000;
/** Milliseconds that a standby has to respond at startup. */
const PATIENCE = 1_000;

/** Decides which lists are read from a standby (docs/operating.md, "Standbys"). */
@Injectable()
export class Standbys {
  private readonly writers = new LRUCache<string, true>({ max: MAX_WRITERS, ttl: READ_OWN_WRITES });
  private readonly areConfigured: boolean;

  constructor({ DATABASE_READ_URL }: Config) {
    this.areConfigured = DATABASE_READ_URL.length > 0;
  }

  /** Own lists, and all lists after a write of the user, are current. Others may be slightly stale. */
  modeFor(userId: string, ownerId?: string): ReplicationMode {
    const isFresh = ownerId === userId || this.writers.has(userId);
    return this.areConfigured && !isFresh ? 'slave' : 'master';
  }

  /** Records that a user has, or may have, just written something that lists return. */
  recordWrite(userId: string): void {
    if (this.areConfigured) this.writers.set(userId, true);
  }
}

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
