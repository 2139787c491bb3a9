import type { ObjectLiteral } from 'typeorm';
import type { Property, Row, Selection, Statement, Table } from './table.js';

/** Rows that a prepared INSERT has at most: each number of rows is a statement of its own. */
const MAX_PREPARED = 16;

/** A row to store. What is left out, or undefined, takes the default of its column. */
export type NewRow<Entity> = Partial<Row<Entity>>;

/** What becomes of a row whose unique key another row has. */
export interface Conflict<Entity> {
  /** The properties of that key. */
  on: Property<Entity>[];
  /** How the stored row `t` changes: the SQL after SET, which may name the new row `excluded`. By default it stays. */
  set?: string;
  /** Which stored rows change; the others stay. */
  where?: string;
}

/** Lets only some of the new rows in, by one statement with the INSERT. */
export interface InsertGuard<Entity> {
  /** The SQL condition, on a new row `v`. */
  condition: string;
  /** Puts what the condition names before the INSERT of the rows. */
  extend(insert: Statement, rows: readonly NewRow<Entity>[]): Statement;
}

export interface InsertOptions<Entity> extends Selection<Entity> {
  onConflict?: Conflict<Entity>;
  guard?: InsertGuard<Entity>;
}

/** Options that leave no row out. */
export interface AlwaysStores<Entity> extends Selection<Entity> {
  onConflict?: { on: Property<Entity>[]; set: string; where?: undefined };
  guard?: undefined;
}

/** The properties of a row that are to be written. */
export function propertiesOf(row: object): string[] {
  return Object.keys(row).filter((property) => row[property as never] !== undefined);
}

/** The INSERT of rows that all have the properties of the first. It answers them as stored, in any order. */
export function insertStatement<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  rows: readonly NewRow<Entity>[],
  { onConflict, guard, ...selection }: InsertOptions<Entity> = {},
): Statement {
  const properties = propertiesOf(rows[0]!);
  const values: unknown[] = [];
  const tuples = rows.map((row, index) => {
    const parameters = properties.map((property) => {
      const parameter = `$${values.push(table.stored(property, row[property]))}`;
      return index === 0 ? `${parameter}::${table.type(property)}` : parameter; // of the columns of VALUES
    });
    return `(${parameters})`;
  });
  const columns = properties.map((property) => table.column(property));
  const source = guard
    ? `SELECT * FROM (VALUES ${tuples}) AS v (${columns}) WHERE ${guard.condition}`
    : `VALUES ${tuples}`;
  const returned = table.select(selection);
  const parts = [
    `INSERT INTO ${table.name} AS t (${columns}) ${source}`,
    onConflict && conflictText(table, onConflict),
    returned && `RETURNING ${returned}`,
  ];
  const insert = { text: parts.filter(Boolean).join(' '), values };
  const statement = guard ? guard.extend(insert, rows) : insert;
  return { text: statement.text, values: statement.values, isPrepared: rows.length <= MAX_PREPARED };
}

function conflictText<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  { on, set, where }: Conflict<Entity>,
): string {
  const key = on.map((property) => table.column(property));
  if (!set) return `ON CONFLICT (${key}) DO NOTHING`;
  return `ON CONFLICT (${key}) DO UPDATE SET ${set} ${where ? `WHERE ${where}` : ''}`;
}
