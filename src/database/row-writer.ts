import DataLoader from 'dataloader';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { isAway, isGivenUp } from '../common/sqlstate.js';
import type { Database } from './database.js';
import type { Row } from './table.js';

/** Rows that one statement writes at most. */
const MAX_ROWS = 50;

type NewRow<Entity> = Partial<Row<Entity>> & { id: string };

/**
 * Inserts rows. Those that come in the same turn of the event loop go by one statement and one commit; where that
 * fails, each is tried by itself, so that nobody pays for another's row.
 */
export class RowWriter<Entity extends ObjectLiteral & { id: string }> {
  private readonly rows: DataLoader<NewRow<Entity>, Row<Entity>>;

  /** @param more columns that are answered besides the selectable ones */
  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<Entity>,
    private readonly more: (keyof Entity & string)[] = [],
  ) {
    this.rows = new DataLoader((rows) => this.write(rows), {
      cache: false,
      maxBatchSize: MAX_ROWS,
      batchScheduleFn: setImmediate,
    });
  }

  /** Writes a row, all of them with the same properties, and answers it as stored. */
  insert(row: NewRow<Entity>): Promise<Row<Entity>> {
    return this.rows.load(row);
  }

  private async write(rows: readonly NewRow<Entity>[]): Promise<(Row<Entity> | Error)[]> {
    try {
      const statement = this.database.table(this.entity).insertAll(rows, this.more);
      const stored = await this.database.query<Row<Entity>>(statement);
      const byId = new Map(stored.map((row) => [row.id, row]));
      return rows.map(({ id }) => byId.get(id)!);
    } catch (error) {
      // A statement that was given up says that one of the rows may be slow, not that the database is away.
      if (rows.length === 1 || (isAway(error) && !isGivenUp(error))) return rows.map(() => error as Error);
      return (await Promise.all(rows.map((row) => this.write([row])))).flat();
    }
  }
}
