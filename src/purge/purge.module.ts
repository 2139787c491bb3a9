import { Injectable, Module, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Cron } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { Purged } from '../database/purged.js';
import { deleteSome, Transactions } from '../database/transactions.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { Job, JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../jobs/schedule.js';

/** Rows that one statement deletes. */
const BATCH = 1_000;

/** Deletes the rows that entities declare as `@Purged`, so that no table grows forever. */
@Injectable()
class PurgeJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly jobs: JobsService,
    private readonly reflector: Reflector,
  ) {}

  @Cron(SCHEDULE.purge, inUtc('purge'))
  onNight(): Promise<void> {
    return this.jobs.tick('purge');
  }

  /**
   * Purges every table, even if another one fails. The result has the number of deleted rows per table, and
   * the error of each table that failed.
   */
  @Job('purge')
  async purge({ signal, progress }: JobContext): Promise<JobResult> {
    const counts: Record<string, number> = {};
    const errors: string[] = [];
    for (const metadata of this.dataSource.entityMetadatas)
      for (const where of [this.reflector.get(Purged, metadata.target as Type) ?? []].flat()) {
        const table = metadata.tableName;
        const purgeSome = (manager: EntityManager) => deleteSome(manager, metadata, { where, most: BATCH });
        counts[table] ??= 0;
        try {
          for (let removed = BATCH; removed === BATCH; ) {
            signal.throwIfAborted();
            removed = await this.transactions.run(Symbol.for('purge'), purgeSome);
            counts[table] += removed;
            progress?.(table, counts[table]);
          }
        } catch (error) {
          signal.throwIfAborted();
          errors.push(`${table}: ${(error as Error).message}`);
        }
      }
    if (errors.length > 0) return { outcome: 'FAILED', error: errors.join('; '), ...counts };
    return { outcome: 'SUCCEEDED', ...counts };
  }
}

/**
 * Owns the nightly job that removes old rows, and no table. No statement deletes more than a batch. It must
 * not know what a table is for: `@Purged` on the entity states the condition.
 */
@Module({ imports: [JobsModule], providers: [PurgeJob] })
export class PurgeModule {}
