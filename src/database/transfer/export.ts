import { access, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DataSource, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import {
  type End,
  FORMAT,
  type Header,
  type TableLine,
  type TransferContext,
  TransferError,
  type Transferred,
} from './file-format.js';
import {
  agreeOnText,
  quoted,
  schemaVersion,
  type TransferredTable,
  transferredTables,
} from './transferred-tables.js';

/** Rows that are in memory at a time. An event has some kilobytes, and a megabyte at most. */
const BATCH = 100;

/**
 * Writes all that a database holds at one moment to a new file. Others go on reading and writing meanwhile; a read
 * replica will do, too. The file appears under its name when it is complete and on the disk.
 * @throws TransferError where the file exists already, or the database has no schema
 */
export async function exportDatabase(
  options: PostgresDataSourceOptions,
  file: string,
  context: TransferContext,
): Promise<Transferred> {
  if (await exists(file)) throw new TransferError(`${file} exists already. Name another file.`);
  const dataSource = await new DataSource({ ...options, poolSize: 1 }).initialize();
  const unfinished = `${file}.part`;
  try {
    const runner = dataSource.createQueryRunner();
    await runner.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const summary = { tables: 0, rows: 0 };
    // It holds people's data, so it is for its owner alone.
    const output = await open(unfinished, 'w', 0o600);
    const compressed = output.createWriteStream({ flush: true });
    await pipeline(Readable.from(linesOf(runner, summary, context)), createGzip(), compressed, {
      signal: context.signal,
    });
    await runner.query('COMMIT');
    await rename(unfinished, file);
    return summary;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await dataSource.destroy();
  }
}

/** The lines of the file, many in one piece. */
async function* linesOf(
  runner: QueryRunner,
  summary: Transferred,
  { progress }: TransferContext,
): AsyncGenerator<string> {
  await agreeOnText(runner);
  const schema = await schemaVersion(runner);
  if (!schema)
    throw new TransferError('The database has no tables of this service: there is nothing to export.');
  yield line<Header>({ format: FORMAT, schema, exportedAt: new Date().toISOString() });
  const rows: End['rows'] = {};
  for (const table of await transferredTables(runner)) {
    const [{ count }] = await runner.query(`SELECT count(*)::float8 AS count FROM ${quoted(table.name)}`);
    yield line<TableLine>({ table: table.name, columns: table.columns.map(({ name }) => name), rows: count });
    let done = 0;
    progress(table.name, done, count);
    for await (const batch of batchesOf(runner, table)) {
      done += batch.length;
      progress(table.name, done, count);
      yield batch.join('\n').concat('\n');
    }
    rows[table.name] = done;
    summary.tables += 1;
    summary.rows += done;
  }
  yield line<End>({ end: true, rows });
}

/** The rows of a table, through a cursor. */
async function* batchesOf(
  runner: QueryRunner,
  { name, columns }: TransferredTable,
): AsyncGenerator<string[]> {
  const texts = columns.map((column) => `${quoted(column.name)}::text`).join(', ');
  await runner.query(
    `DECLARE exported NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[${texts}])::text AS line FROM ${quoted(name)}`,
  );
  for (;;) {
    const rows: { line: string }[] = await runner.query(`FETCH ${BATCH} FROM exported`);
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
  }
  await runner.query('CLOSE exported');
}

const line = <Line>(content: Line) => `${JSON.stringify(content)}\n`;

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
