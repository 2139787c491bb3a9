import DataLoader from 'dataloader';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';
import type { Row } from './table.js';

/** Rows that one statement reads at most. */
const MAX_ROWS = 100;

/**
 * Reads rows by their id. One statement reads all that are asked for in the same turn of the event loop, so
 * many requests at once cost hardly more than one. Nothing is cached: each sees what was stored when it asked.
 */
export class RowReader<Entity extends ObjectLiteral & { id: string }> {
  private readonly rows: DataLoader<string, Row<Entity> | undefined>;

  /** @param more columns in addition to the selectable ones */
  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<Entity>,
    private readonly more: (keyof Entity & string)[] = [],
  ) {
    this.rows = new DataLoader((ids) => this.read(ids), {
      cache: false,
      maxBatchSize: MAX_ROWS,
      batchScheduleFn: setImmediate,
    });
  }

  /** The row of this id, or undefined; a malformed id is an unknown one. */
  async find(id: string): Promise<Row<Entity> | undefined> {
    const key = this.database.table(this.entity).idOf(id);
    return key === undefined ? undefined : this.rows.load(key);
  }

  private async read(ids: readonly string[]): Promise<(Row<Entity> | undefined)[]> {
    const table = this.database.table(this.entity);
    const rows = await this.database.query<Row<Entity>>({
      text: `SELECT ${table.select(this.more)} FROM ${table.name} t WHERE t.id = ANY($1)`,
      values: [ids],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }
}
