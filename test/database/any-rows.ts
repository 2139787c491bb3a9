import fc from 'fast-check';
import { LEFT_OUT } from '../../src/database/transfer/transferred-tables.js';
import type { TestDatabase } from '../support/database.js';

interface ColumnInfo {
  table: string;
  column: string;
  type: string;
  isNullable: boolean;
  /** the table whose id it names */
  parent: string | null;
  /** the values that a constraint allows, as PostgreSQL shows it */
  constraint: string | null;
}

const ODD = [
  '',
  '\\',
  '\\N',
  '"',
  "'",
  '\n',
  '\r\n',
  '\t',
  '\u2028',
  '\u{1F3B6}',
  'e\u0301',
  '\u202e',
  'NULL',
  '{}',
];
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((odd) => odd.replaceAll('\0', '')),
  fc.constantFrom(...ODD),
);
const json = fc.oneof(
  fc.json().filter((any) => !any.includes('\\u0000')),
  fc.constantFrom('{"n": 12345678901234567890.12345678901234567890}', '1e400', 'null', '"\\ud83c\\udfb6"'),
);
const time = fc.oneof(
  fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc.constantFrom('0044-03-15 12:00:00.001+00 BC', '2026-11-01 01:30:00.123-05'),
);

/** By the type of the column. */
const ARBITRARIES: Record<string, fc.Arbitrary<unknown>> = {
  text,
  uuid: fc.uuid(),
  integer: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  'integer[]': fc.array(fc.integer(), { maxLength: 5 }),
  'timestamp(3) with time zone': time,
  jsonb: json,
  // Kept as it was sent: blanks, order and repetition.
  json: fc.oneof(json, fc.constant('{ "b":1,\n\t"a" : 2, "a":3 }')),
  'text[]': fc.array(text, { maxLength: 5 }),
  'uuid[]': fc.array(fc.uuid(), { maxLength: 5 }),
};

const ROWS = 12;

/** Adds rows to every table that a file has. @param seed answers another number each time */
export async function anyRows({ query }: TestDatabase, seed: () => number): Promise<void> {
  const columns = await query<ColumnInfo>(
    `
    SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
           NOT a.attnotnull AS "isNullable", p.relname AS parent, pg_get_constraintdef(k.oid) AS constraint
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_constraint f ON f.conrelid = c.oid AND f.contype = 'f' AND f.conkey = ARRAY[a.attnum]
    LEFT JOIN pg_class p ON p.oid = f.confrelid
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attgenerated = '' AND c.relname <> ALL ($1)
    ORDER BY c.relname, a.attnum`,
    [Object.keys(LEFT_OUT)],
  );
  const tables = new Map<string, ColumnInfo[]>();
  for (const column of columns) tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  const isChild = (table: string) => Number(tables.get(table)!.some(({ parent }) => parent));
  for (const table of [...tables.keys()].sort((left, right) => isChild(left) - isChild(right))) {
    const own = tables.get(table)!;
    const row = fc.tuple(...(await Promise.all(own.map((column) => valuesOf(column, query)))));
    for (const values of fc.sample(row, { numRuns: ROWS, seed: seed() }))
      await query(
        `INSERT INTO ${table} (${own.map(({ column }) => column).join(', ')})
         VALUES (${own.map((_, index) => `$${index + 1}`).join(', ')}) ON CONFLICT DO NOTHING`,
        values,
      );
  }
}

async function valuesOf(
  { type, isNullable, parent, constraint }: ColumnInfo,
  query: TestDatabase['query'],
): Promise<fc.Arbitrary<unknown>> {
  const allowed = [...(constraint ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => value!);
  const ids = parent ? (await query<{ id: string }>(`SELECT id FROM ${parent}`)).map(({ id }) => id) : [];
  const range = />= (\d+).*<= (\d+)/.exec(constraint ?? '');
  const values = parent
    ? fc.constantFrom(...ids)
    : allowed.length > 0
      ? fc.constantFrom(...allowed)
      : range
        ? fc.integer({ min: Number(range[1]), max: Number(range[2]) })
        : ARBITRARIES[type];
  if (!values) throw new Error(`No values of the type ${type}`);
  return isNullable ? fc.option(values) : values;
}

/** Every row of every table that a file has, as PostgreSQL's text, what is generated included. */
export async function contentOf({ query }: TestDatabase): Promise<Record<string, string[]>> {
  const tables = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
       AND relname <> ALL ($1) ORDER BY 1`,
    [Object.keys(LEFT_OUT)],
  );
  const content: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
    content[name] = rows.map(({ row }) => row);
  }
  return content;
}
