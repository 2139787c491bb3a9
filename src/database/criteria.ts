import { FindOperator, type ObjectLiteral } from 'typeorm';
import type { Row, Table } from './table.js';

/**
 * What rows must meet, all of it: values of properties, or TypeORM's operators `And`, `In`, `IsNull`, `Not(IsNull())`,
 * `LessThan`, `LessThanOrEqual`, `MoreThanOrEqual`, `ArrayContains` and `Raw`.
 */
export type Criteria<Entity> = {
  [Property in keyof Entity]?: NonNullable<Row<Entity>[Property]> | FindOperator<unknown>;
};

/** Whether an operator needs no statistics of its values: it compares them in order, or has none. */
function isComparison({ type, value, objectLiteralParameters }: FindOperator<unknown>): boolean {
  if (type === 'and') return (value as FindOperator<unknown>[]).every(isComparison);
  if (type === 'raw') return objectLiteralParameters === undefined;
  return type !== 'in' && type !== 'arrayContains';
}

type ToSql = (column: string, parameter: string) => string;

const OPERATORS: Partial<Record<string, ToSql>> = {
  in: (column, parameter) => `${column} = ANY(${parameter})`,
  lessThan: (column, parameter) => `${column} < ${parameter}`,
  lessThanOrEqual: (column, parameter) => `${column} <= ${parameter}`,
  moreThanOrEqual: (column, parameter) => `${column} >= ${parameter}`,
  arrayContains: (column, parameter) => `${column} @> ${parameter}`,
};

/** Criteria without the members that are undefined: for filters that a request may leave out. */
export function given<Members extends object>(members: Members): Members {
  const result = {} as Members;
  for (const name in members) if (members[name] !== undefined) result[name] = members[name];
  return result;
}

/** Conditions on rows `t` joined by AND, and the values of their parameters. */
export class Where {
  /** Whether no row can meet them, so that the database need not be asked. */
  isImpossible = false;
  /** SQL of what the rows are walked for, key by key; conditions call it `walk.key`. */
  keys?: string;
  /** The properties that must be one value, or one of the values of an id. */
  readonly lookups: string[] = [];
  /** Whether, beside these, rows are only compared in the order of an index. */
  isPlain = true;
  private readonly conditions: string[] = [];

  /** @param values of the parameters that the statement has before them */
  constructor(readonly values: unknown[] = []) {}

  /** @throws Error for null or undefined, which would mean another thing than it looks like, as TypeORM does */
  static of<Entity extends ObjectLiteral>(table: Table<Entity>, criteria: Criteria<Entity>): Where {
    return new Where().meet(table, criteria);
  }

  /** Adds criteria. */
  meet<Entity extends ObjectLiteral>(table: Table<Entity>, criteria: Criteria<Entity>): this {
    for (const property in criteria) this.add(table, property, criteria[property]);
    return this;
  }

  get isEmpty(): boolean {
    return this.conditions.length === 0;
  }

  /** Adds a condition with a `?` for each value. */
  and(condition: string, ...values: unknown[]): this {
    let next = 0;
    this.conditions.push(condition.replace(/\?/g, () => this.parameter(values[next++])));
    return this;
  }

  /** A copy that can grow on its own, in the same statement if it shares the values. */
  clone(values = [...this.values]): Where {
    const copy = new Where(values);
    copy.conditions.push(...this.conditions);
    copy.keys = this.keys;
    copy.lookups.push(...this.lookups);
    copy.isPlain = this.isPlain;
    return copy;
  }

  /** Walks the rows for each of these keys by itself. */
  forEach(keys: unknown[], type: string): this {
    this.keys = `unnest(${this.parameter(keys)}::${type}[]) AS walk (key)`;
    return this;
  }

  toString(): string {
    return this.isEmpty ? '' : `WHERE ${this.conditions.join(' AND ')}`;
  }

  private add<Entity extends ObjectLiteral>(table: Table<Entity>, property: string, value: unknown): void {
    if (value === null || value === undefined)
      throw new Error(`${table.name}: no criterion for ${property} can be ${value}`);
    const column = `t.${table.column(property)}`;
    if (value instanceof FindOperator) {
      this.conditions.push(this.operation(column, value));
      if (property === 'id' && value.type === 'in') this.lookups.push(property);
      else if (!isComparison(value)) this.isPlain = false;
    } else {
      this.lookups.push(property);
      const canonical = table.canonical(property, value);
      this.conditions.push(`${column} = ${this.parameter(canonical)}`);
      if (canonical === undefined) this.isImpossible = true;
    }
  }

  private operation(column: string, operator: FindOperator<unknown>): string {
    const { type, value, child, getSql, objectLiteralParameters } = operator;
    if (type === 'and')
      return (value as FindOperator<unknown>[]).map((each) => this.operation(column, each)).join(' AND ');
    if (type === 'isNull') return `${column} IS NULL`;
    if (type === 'not' && child?.type === 'isNull') return `${column} IS NOT NULL`;
    if (type === 'raw' && getSql)
      return getSql(column).replace(/(?<!:):(\w+)/g, (_, name) =>
        this.parameter(objectLiteralParameters?.[name]),
      );
    const toSql = OPERATORS[type];
    if (!toSql) throw new Error(`${column}: criteria cannot say ${type}`);
    if (type === 'in' && (value as unknown[]).length === 0) this.isImpossible = true;
    return toSql(column, this.parameter(value));
  }

  /** Adds a value, and answers the SQL of its parameter. */
  parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
