import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { validate as isUuid } from 'uuid';

/** A statement for the driver. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** An entity as the driver reads it: timestamps are ISO 8601 text. */
export type Row<Entity> = {
  [Property in keyof Entity]: Entity[Property] extends Date | null
    ? string | Extract<Entity[Property], null>
    : Entity[Property];
};

/**
 * The plain SQL of one entity's table. The entity's metadata stays the only list of columns; what can be made once is
 * made once, since hot requests go through here.
 */
export class Table<Entity extends ObjectLiteral> {
  readonly name: string;
  private readonly columns: Map<string, string>;
  private readonly types: Map<string, string>;
  private readonly shown: string[];
  /** The columns of the primary key. */
  readonly key: readonly string[];
  private readonly hasUuids: boolean;
  private readonly selectLists = new Map<string, string>();

  constructor(metadata: EntityMetadata) {
    this.name = metadata.tableName;
    this.columns = new Map(metadata.columns.map((column) => [column.propertyName, column.databaseName]));
    this.types = new Map(
      metadata.columns.map(({ propertyName, type, isArray }) => [
        propertyName,
        `${type}${isArray ? '[]' : ''}`,
      ]),
    );
    this.key = metadata.primaryColumns.map((column) => column.databaseName);
    this.hasUuids = metadata.findColumnWithPropertyName('id')?.type === 'uuid';
    this.shown = metadata.columns.filter((column) => column.isSelect).map((column) => column.propertyName);
  }

  /** The column of a property. */
  column(property: keyof Entity & string): string {
    const name = this.columns.get(property);
    if (!name) throw new Error(`${this.name} has no column for ${property}`);
    return name;
  }

  /** A row's `id` as the table writes it, or undefined where no row can have it. */
  idOf(text: string): string | undefined {
    if (this.hasUuids) return isUuid(text) ? text.toLowerCase() : undefined;
    return text.includes('\0') || !text.isWellFormed() ? undefined : text;
  }

  /** `t.start_at AS "startAt", ...`: the entity's selectable columns, `more` or `less` some. */
  select(more: (keyof Entity & string)[] = [], less: (keyof Entity & string)[] = [], alias = 't'): string {
    const key = `${alias}+${more}-${less}`;
    let list = this.selectLists.get(key);
    if (!list) {
      list = [...this.shown.filter((property) => !less.includes(property)), ...more]
        .map((property) => `${alias}.${this.column(property)} AS "${property}"`)
        .join(', ');
      this.selectLists.set(key, list);
    }
    return list;
  }

  /** `INSERT` of one row, answering the row as stored; the columns left out take their defaults. */
  insert(row: Partial<Row<Entity>>, more: (keyof Entity & string)[] = []): Statement {
    return this.insertAll([row], more);
  }

  /** `INSERT` of rows that all have the properties of the first, answering them as stored, in any order. */
  insertAll(rows: readonly Partial<Row<Entity>>[], more: (keyof Entity & string)[] = []): Statement {
    const { text, values } = this.insertSilently(rows);
    return { text: `${text} RETURNING ${this.select(more)}`, values };
  }

  /** The same, but only of those rows whose columns meet a condition. */
  insertSome(
    rows: readonly Partial<Row<Entity>>[],
    condition: string,
    more: (keyof Entity & string)[] = [],
  ): Statement {
    const { columns, tuples, values } = this.rowsOf(rows);
    const text = `INSERT INTO ${this.name} AS t (${columns})
      SELECT * FROM (VALUES ${tuples}) AS v (${columns}) WHERE ${condition} RETURNING ${this.select(more)}`;
    return { text, values };
  }

  /** The same of all rows, answering nothing. */
  insertSilently(rows: readonly Partial<Row<Entity>>[]): Statement {
    const { columns, tuples, values } = this.rowsOf(rows);
    return { text: `INSERT INTO ${this.name} AS t (${columns}) VALUES ${tuples}`, values };
  }

  /** Rows as tuples of parameters; those of the first say which types the columns have. */
  private rowsOf(rows: readonly Partial<Row<Entity>>[]) {
    const properties = Object.keys(rows[0]!);
    const values: unknown[] = [];
    const tuples = rows.map((row, index) => {
      const parameters = properties.map((property) => {
        const parameter = `$${values.push(row[property])}`;
        return index === 0 ? `${parameter}::${this.types.get(property)}` : parameter;
      });
      return `(${parameters})`;
    });
    return { columns: properties.map((property) => this.column(property)), tuples, values };
  }

  /** `column = $n, ...` for an UPDATE of the given properties; its values follow those given. */
  assignments(changes: Partial<Row<Entity>>, values: unknown[]): string {
    return Object.entries(changes)
      .map(([property, value]) => `${this.column(property)} = $${values.push(value)}`)
      .join(', ');
  }
}

/** Conditions joined by AND, with their values in the order of their `?`s. */
export class Where {
  readonly values: unknown[] = [];
  private readonly conditions: string[] = [];

  /** Adds a condition with a `?` for each value. */
  and(condition: string, ...values: unknown[]): this {
    let next = 0;
    this.conditions.push(condition.replace(/\?/g, () => `$${this.values.push(values[next++])}`));
    return this;
  }

  /** Adds `column = ?` where a value is given. */
  equals(column: string, value: unknown): this {
    return value === undefined ? this : this.and(`${column} = ?`, value);
  }

  /** A copy that can grow on its own. */
  clone(): Where {
    const copy = new Where();
    copy.values.push(...this.values);
    copy.conditions.push(...this.conditions);
    return copy;
  }

  toString(): string {
    return this.conditions.length > 0 ? `WHERE ${this.conditions.join(' AND ')}` : '';
  }
}
