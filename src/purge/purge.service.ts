import { Injectable } from '@nestjs/common';
import { DataSource, type EntityMetadata } from 'typeorm';
import { purgeConditions } from '../database/purged.js';
import { Transactions } from '../database/transactions.js';

/** Rows that one statement removes: so few that it stays below the limits of time. */
const BATCH = 1_000;

/** Removes the rows that entities declare as `@Purged`, so that no table grows forever. */
@Injectable()
export class PurgeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /** Purges every table and answers how many rows went of each; `purged` is called after each batch. */
  async purge(
    signal: AbortSignal,
    purged?: (table: string, count: number) => void,
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const metadata of this.dataSource.entityMetadatas)
      for (const condition of purgeConditions(metadata.target as object)) {
        const table = metadata.tableName;
        counts[table] ??= 0;
        for (let removed = BATCH; removed === BATCH; ) {
          signal.throwIfAborted();
          removed = await this.removeBatch(metadata, condition);
          counts[table] += removed;
          purged?.(table, counts[table]);
        }
      }
    return counts;
  }

  private async removeBatch(metadata: EntityMetadata, condition: string): Promise<number> {
    const key = metadata.primaryColumns.map(({ databaseName }) => databaseName).join();
    const due = `SELECT ${key} FROM ${metadata.tableName} WHERE ${condition} LIMIT ${BATCH}`;
    const { affected } = await this.transactions.run((manager) =>
      manager.createQueryBuilder().delete().from(metadata.target).where(`(${key}) IN (${due})`).execute(),
    );
    return affected ?? 0;
  }
}
