import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { isStorable, isUuid } from '../common/text.js';

/** A statement for the driver. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Whether one plan is good for all values, so that the server may keep it. */
  isPrepared?: boolean;
}

/** An entity as the driver reads it: timestamps are ISO 8601 text. */
export type Row<Entity> = {
  [Property in keyof Entity]: Entity[Property] extends Date | null
    ? string | Extract<Entity[Property], null>
    : Entity[Property];
};

/** The name of a property that has a column. */
export type Property<Entity> = keyof Entity & string;

/** A column that PostgreSQL has in every table: the transaction that has written the row as it is. */
const XMIN = 'xmin';

/** Which properties a statement answers: by default those whose column has not `select: false`. */
export interface Selection<Entity> {
  /** These alone. */
  select?: Property<Entity>[];
  /** These as well. */
  addSelect?: (Property<Entity> | typeof XMIN)[];
  /** All but these. */
  omit?: Property<Entity>[];
}

/** What SQL needs to know of an entity's table. The entity's metadata is the only list of columns. */
export class Table<Entity extends ObjectLiteral> {
  readonly name: string;
  /** The columns of the primary key. */
  readonly key: readonly string[];
  /** What every UPDATE sets: the count of changes and the time of the last one, where the table has them. */
  readonly onUpdate: readonly string[];
  /** The properties of the primary key and of each index over all rows. */
  private readonly indexes: string[][];
  private readonly columns: Map<string, { name: string; type: string; sql: string }>;
  private readonly shown: string[];
  private readonly selectLists = new Map<string, string>();

  constructor({
    tableName,
    columns,
    primaryColumns,
    indices,
    versionColumn,
    updateDateColumn,
  }: EntityMetadata) {
    this.name = tableName;
    this.key = primaryColumns.map(({ databaseName }) => databaseName);
    this.onUpdate = [
      ...(versionColumn ? [`${versionColumn.databaseName} = ${versionColumn.databaseName} + 1`] : []),
      ...(updateDateColumn ? [`${updateDateColumn.databaseName} = now()`] : []),
    ];
    this.indexes = [
      primaryColumns,
      ...indices.filter(({ where }) => !where).map((index) => index.columns),
    ].map((indexed) => indexed.map(({ propertyName }) => propertyName));
    this.columns = new Map(
      columns.map(({ propertyName, databaseName, type, isArray }) => [
        propertyName,
        {
          name: databaseName,
          type: `${type}${isArray ? '[]' : ''}`,
          sql: `t.${databaseName}`,
        },
      ]),
    );
    this.columns.set(XMIN, { name: XMIN, type: 'xid', sql: `t.${XMIN}` });
    this.shown = columns.filter(({ isSelect }) => isSelect).map(({ propertyName }) => propertyName);
  }

  /** The column of a property. */
  column(property: string): string {
    return this.columnOf(property).name;
  }

  /** The SQL type of a property's column. */
  type(property: string): string {
    return this.columnOf(property).type;
  }

  /** The SQL type of a column. */
  typeOf(column: string): string {
    for (const { name, type } of this.columns.values()) if (name === column) return type;
    throw new Error(`${this.name} has no column ${column}`);
  }

  /** Whether an index begins with these properties, in any order, and goes on with those. */
  hasIndex(properties: string[], ...following: string[]): boolean {
    return this.indexes.some(
      (index) =>
        properties.every((property) => index.slice(0, properties.length).includes(property)) &&
        following.every((property, at) => index[properties.length + at] === property),
    );
  }

  /** A value as the database writes it; undefined where no row can have it: a malformed uuid, or text it cannot store. */
  canonical(property: string, value: unknown): unknown {
    if (typeof value !== 'string') return value;
    const { type } = this.columnOf(property);
    if (type === 'uuid') return isUuid(value) ? value.toLowerCase() : undefined;
    return type === 'text' && !isStorable(value) ? undefined : value;
  }

  /** A value as the driver must get it: of any list it would make an array of PostgreSQL, also for a column of JSON. */
  stored(property: string, value: unknown): unknown {
    return Array.isArray(value) && /^jsonb?$/.test(this.type(property)) ? JSON.stringify(value) : value;
  }

  /** `t.start_at AS "startAt", ...` */
  select({ select, addSelect = [], omit = [] }: Selection<Entity> = {}): string {
    const key = `${select}+${addSelect}-${omit}`;
    let list = this.selectLists.get(key);
    if (list === undefined) {
      const shown: string[] =
        select ?? this.shown.filter((property) => !(omit as string[]).includes(property));
      list = [...shown, ...addSelect]
        .map((property) => `${this.columnOf(property).sql} AS "${property}"`)
        .join(', ');
      this.selectLists.set(key, list);
    }
    return list;
  }

  private columnOf(property: string): { name: string; type: string; sql: string } {
    const column = this.columns.get(property);
    if (!column) throw new Error(`${this.name} has no column for ${property}`);
    return column;
  }
}
