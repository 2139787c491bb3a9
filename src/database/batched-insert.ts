import type DataLoader from 'dataloader';
import type { ObjectLiteral } from 'typeorm';
import { isAway, isGivenUp } from '../common/sqlstate.js';
import { batching } from './batching.js';
import type { Database } from './database.js';
import { type NewRow, propertiesOf } from './insert.js';
import type { Row, Statement } from './table.js';

/** Rows that one statement writes at most. */
const MAX_ROWS = 50;
/** Milliseconds that several rows may take together: half of what each may, so that who waits for one outlasts it. */
const BATCH_PATIENCE = 1_200;

type Outcome<Entity> = Row<Entity> | Error | undefined;

/**
 * Inserts rows. Those of the same turn of the event loop go in one statement and one commit. Where that
 * fails or leaves some out, each of those is tried alone, so that a bad row harms no other.
 */
export class BatchedInsert<Entity extends ObjectLiteral> {
  private readonly rows: DataLoader<NewRow<Entity>, Row<Entity> | undefined>;

  /** @param statement the INSERT of rows that all have the same properties; it may leave rows out */
  constructor(
    private readonly database: Database,
    private readonly statement: (rows: readonly NewRow<Entity>[]) => Statement,
  ) {
    this.rows = batching(MAX_ROWS, (rows) => this.write(rows));
  }

  /** Writes a row and answers it as stored; undefined where it was left out. */
  insert(row: NewRow<Entity>): Promise<Row<Entity> | undefined> {
    return this.rows.load(row);
  }

  /** What each row leaves out takes its default, so that rows with other properties go in another statement. */
  private async write(rows: readonly NewRow<Entity>[]): Promise<Outcome<Entity>[]> {
    const alike = new Map<string, NewRow<Entity>[]>();
    for (const row of rows) {
      const properties = propertiesOf(row).join();
      const group = alike.get(properties);
      if (group) group.push(row);
      else alike.set(properties, [row]);
    }
    if (alike.size === 1) return this.writeAlike(rows);
    const outcomes = new Map<NewRow<Entity>, Outcome<Entity>>();
    for (const group of alike.values()) {
      const written = await this.writeAlike(group);
      for (const [index, row] of group.entries()) outcomes.set(row, written[index]);
    }
    return rows.map((row) => outcomes.get(row));
  }

  private async writeAlike(rows: readonly NewRow<Entity>[]): Promise<Outcome<Entity>[]> {
    let byId = new Map<string, Row<Entity>>();
    try {
      const patience = rows.length > 1 ? BATCH_PATIENCE : undefined;
      const stored = await this.database.query<Row<Entity>>(this.statement(rows), undefined, patience);
      byId = new Map(stored.map((row) => [row.id as string, row]));
    } catch (error) {
      // A statement that was given up says that one of the rows may be slow, not that the database is away.
      if (rows.length === 1 || (isAway(error) && !isGivenUp(error))) return rows.map(() => error as Error);
    }
    if (rows.length === 1) return rows.map(({ id }) => byId.get(id as string));
    return Promise.all(
      rows.map(async (row) => byId.get(row.id as string) ?? (await this.writeAlike([row]))[0]),
    );
  }
}
