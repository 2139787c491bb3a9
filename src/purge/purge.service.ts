import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from '../database/database.js';
import { purgeCondition } from '../database/purged.js';

/** Rows that one transaction removes. */
const BATCH = 1_000;
/** Milliseconds that a statement may take, more than a request's: nobody waits for it. */
const TIMEOUT = 30_000;

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
    for (const { table, statement } of this.statements()) {
      let count = 0;
      for (let batch = BATCH; batch === BATCH; count += batch) {
        signal.throwIfAborted();
        batch = await this.purgeBatch(statement);
        purged?.(table, count + batch);
      }
      counts[table] = count;
    }
    return counts;
  }

  private statements(): { table: string; statement: string }[] {
    return this.dataSource.entityMetadatas.flatMap(({ target, tableName: table, primaryColumns }) => {
      const condition = purgeCondition(target as object);
      if (!condition) return [];
      // The index of a primary key begins with what its rows live beside; their id comes last.
      const columns = primaryColumns.map(({ databaseName }) => databaseName);
      const key = [
        ...columns.filter((column) => column !== 'id'),
        ...columns.filter((column) => column === 'id'),
      ];
      const statement = `DELETE FROM ${table} WHERE ${condition} AND (${key}) IN (
                           SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${key} LIMIT ${BATCH})
                         RETURNING 1`;
      return [{ table, statement }];
    });
  }

  private async purgeBatch(text: string): Promise<number> {
    const removed = await this.database.transaction((transaction) =>
      this.database.query({ text, values: [] }, transaction, TIMEOUT),
    );
    return removed.length;
  }
}
