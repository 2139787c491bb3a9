import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { deleteInBatches } from '../database/batched-delete.js';
import { Database } from '../database/database.js';
import { purgeRules } from '../database/purged.js';
import { Table } from '../database/table.js';

/** Removes the rows that entities declare as `@Purged`, so that no table grows forever. */
@Injectable()
export class PurgeService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: Database,
  ) {}

  /** Purges every table and answers how many rows went of each; `purged` is called after each batch. */
  async purge(
    signal: AbortSignal,
    purged?: (table: string, count: number) => void,
  ): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const metadata of this.dataSource.entityMetadatas) {
      const table = new Table(metadata);
      for (const { along, before, among, where } of purgeRules(metadata.target as object)) {
        const isDue = `${table.column(along[0]!)} < ${before}`;
        const within = { text: among ? `${among} AND ${isDue}` : isDue, values: [] };
        let count = counts[table.name] ?? 0;
        for await (const removed of deleteInBatches(this.database, table, { along, within, where }, signal)) {
          count += removed;
          purged?.(table.name, count);
        }
        counts[table.name] = count;
      }
    }
    return counts;
  }
}
