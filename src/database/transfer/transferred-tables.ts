import type { QueryRunner } from 'typeorm';

/** A table as a file holds it: what PostgreSQL computes itself is left out. */
export interface TransferredTable {
  name: string;
  columns: { name: string; type: string }[];
}

/** The tables that are not in a file, and why. */
export const LEFT_OUT: Record<string, string> = {
  migrations: 'migrations fill it themselves',
  typeorm_metadata: 'migrations fill it themselves',
  migration_lease: 'it says who migrates just now',
  rate_counts: 'it is unlogged: what it holds is over in a minute',
};

/**
 * Every other table of the schema, each after those that its foreign keys name. The catalog is asked, not the entities, so
 * that no table can be forgotten. Partitions go with their table.
 */
export async function transferredTables(runner: QueryRunner): Promise<TransferredTable[]> {
  const rows: (TransferredTable & { parents: string[] })[] = await runner.query(
    `SELECT c.relname AS name,
            (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY attnum)
             FROM pg_attribute
             WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
            (SELECT coalesce(json_agg(p.relname), '[]') FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
             WHERE f.contype = 'f' AND f.conrelid = c.oid AND f.confrelid <> c.oid) AS parents
     FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)
     ORDER BY c.relname`,
    [Object.keys(LEFT_OUT)],
  );
  const sorted = new Set<(typeof rows)[number]>();
  while (sorted.size < rows.length) {
    const isPlaced = (name: string) => [...sorted].some((table) => table.name === name);
    const next = rows.find((table) => !sorted.has(table) && table.parents.every(isPlaced));
    if (!next) throw new Error('Foreign keys go in a circle.');
    sorted.add(next);
  }
  return [...sorted].map(({ name, columns }) => ({ name, columns }));
}

/** How values become text and back, exactly and on every server alike, for the transaction under way. */
export async function agreeOnText(runner: QueryRunner): Promise<void> {
  const settings = {
    ...{ TimeZone: 'UTC', DateStyle: 'ISO, YMD', IntervalStyle: 'iso_8601', bytea_output: 'hex' },
    extra_float_digits: '1',
    // It takes as long as it takes, and waits for a slow disk.
    ...{ statement_timeout: '0', idle_in_transaction_session_timeout: '0' },
  };
  for (const [name, value] of Object.entries(settings))
    await runner.query('SELECT set_config($1, $2, true)', [name, value]);
}

/** An SQL identifier. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The name of the last migration of a database; undefined before the first. */
export async function schemaVersion(runner: QueryRunner): Promise<string | undefined> {
  if (!(await runner.hasTable('migrations'))) return undefined;
  const [last] = await runner.query('SELECT name FROM migrations ORDER BY timestamp DESC LIMIT 1');
  return last?.name;
}
