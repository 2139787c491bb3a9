import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { migrate } from '../migrations/migrate.js';
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

/** Rows, and characters, of one INSERT at most; a row that is longer goes alone. */
const BATCH = { rows: 500, characters: 1_000_000 };

const CUT_OFF = 'The file is cut off. Nothing was imported.';

/**
 * Reads a file of `export` into an empty database, all of it or nothing. A database without a schema gets that of the
 * file first, and what this build has added since then in the end.
 * @throws TransferError where the database is not empty, or the file is cut off, damaged or of another schema
 */
export async function importDatabase(
  options: PostgresDataSourceOptions,
  file: string,
  { signal, progress }: TransferContext,
): Promise<Transferred> {
  const dataSource = new DataSource({ ...options, poolSize: 1 });
  const text = createGunzip().setEncoding('utf8');
  let opening: Promise<unknown> = Promise.resolve();
  const read = async (pieces: AsyncIterable<string>) => {
    const lines = linesOf(pieces);
    const { schema } = await readHeader(lines);
    opening = dataSource.initialize();
    await opening;
    const runner = dataSource.createQueryRunner();
    if (!(await schemaVersion(runner))) await migrate(upTo(schema, options));
    assertSchema(schema, await schemaVersion(runner));
    await runner.query('BEGIN');
    await agreeOnText(runner);
    const tables = await transferredTables(runner);
    await assertEmpty(runner, tables);
    const summary = await insertAll(runner, tables, lines, progress);
    await runner.query('COMMIT');
    for (const { name } of tables) await runner.query(`ANALYZE ${quoted(name)}`);
    await runner.release();
    await migrate(options);
    return summary;
  };
  try {
    return await pipeline(createReadStream(file), text, read, { signal });
  } catch (error) {
    throw damageOf(error) ?? error;
  } finally {
    // A file that is found damaged at once may have been so while this was connecting.
    await opening.catch(() => {});
    // Without a COMMIT before, the server rolls back.
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

/** The options with the migrations up to this one. @throws TransferError where this build does not know it */
function upTo(schema: string, options: PostgresDataSourceOptions): PostgresDataSourceOptions {
  const migrations = options.migrations as (new () => MigrationInterface)[];
  const last = migrations.findIndex(({ name }) => name === schema);
  if (last < 0) assertSchema(schema, migrations.at(-1)?.name);
  return { ...options, migrations: migrations.slice(0, last + 1) };
}

async function readHeader(lines: AsyncIterator<string>): Promise<Header> {
  const { value } = await lines.next();
  const header = parsed(value ?? '') as Partial<Header> | undefined;
  if (header?.format !== FORMAT) throw new TransferError('The file is not one of `npm run job -- export`.');
  return header as Header;
}

function assertSchema(schema: string, own: string | undefined): void {
  if (schema === own) return;
  throw new TransferError(
    `The file has the schema ${schema}, and here it is ${own}. Import it into a new database without tables, with the version of the service that wrote the file or a later one.`,
  );
}

/** Nobody else writes from here on, until the transaction ends. */
async function assertEmpty(runner: QueryRunner, tables: TransferredTable[]): Promise<void> {
  const names = tables.map(({ name }) => quoted(name));
  await runner.query(`LOCK TABLE ${names.join(', ')} IN SHARE ROW EXCLUSIVE MODE`);
  for (const { name } of tables) {
    const rows = await runner.query(`SELECT FROM ${quoted(name)} LIMIT 1`);
    if (rows.length > 0)
      throw new TransferError(`The database is not empty: ${name} has rows. Import into a new database.`);
  }
}

async function insertAll(
  runner: QueryRunner,
  tables: TransferredTable[],
  lines: AsyncIterable<string>,
  progress: TransferContext['progress'],
): Promise<Transferred> {
  const counts: End['rows'] = {};
  let current: Inserts | undefined;
  let end: End | undefined;
  for await (const line of lines) {
    if (end) throw new TransferError('The file goes on after its end. Nothing was imported.');
    if (line.startsWith('[')) {
      if (!current) throw new TransferError('The file has a row of no table. Nothing was imported.');
      await current.add(line);
      continue;
    }
    if (current) counts[current.table] = await current.end();
    const next = parsed(line) as TableLine | End | undefined;
    if (next && 'table' in next) current = new Inserts(runner, tableOf(tables, next), next.rows, progress);
    else if (next && 'end' in next) end = next;
    else throw new TransferError('The file is damaged. Nothing was imported.');
  }
  if (!end) throw new TransferError(CUT_OFF);
  const isComplete = tables.every(
    ({ name }) => counts[name] !== undefined && counts[name] === end.rows[name],
  );
  if (!isComplete) throw new TransferError('The file lacks rows. Nothing was imported.');
  return { tables: tables.length, rows: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

/** The rows of one table on their way into the database. */
class Inserts {
  readonly table: string;
  private readonly text: string;
  private waiting: string[] = [];
  private characters = 0;
  private done = 0;

  constructor(
    private readonly runner: QueryRunner,
    { name, columns }: TransferredTable,
    private readonly total: number,
    private readonly progress: TransferContext['progress'],
  ) {
    const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`);
    this.table = name;
    this.text = `INSERT INTO ${quoted(name)} (${columns.map((column) => quoted(column.name)).join(', ')})
                 SELECT ${values.join(', ')} FROM json_array_elements($1::json) AS r`;
    progress(name, 0, total);
  }

  async add(row: string): Promise<void> {
    if (this.characters + row.length > BATCH.characters || this.waiting.length === BATCH.rows)
      await this.flush();
    this.waiting.push(row);
    this.characters += row.length;
  }

  /** Answers how many rows there were. */
  async end(): Promise<number> {
    await this.flush();
    return this.done;
  }

  private async flush(): Promise<void> {
    if (this.waiting.length === 0) return;
    await this.runner.query(this.text, [`[${this.waiting.join(',')}]`]);
    this.done += this.waiting.length;
    this.waiting = [];
    this.characters = 0;
    this.progress(this.table, this.done, this.total);
  }
}

/** The table that a line names, with its columns in the order of the file. */
function tableOf(tables: TransferredTable[], { table, columns }: TableLine): TransferredTable {
  const found = tables.find(({ name }) => name === table);
  const byName = new Map(found?.columns.map((column) => [column.name, column]));
  const chosen = columns.map((name) => byName.get(name));
  if (!found || chosen.some((column) => !column) || chosen.length !== byName.size)
    throw new TransferError(`The table ${table} of the file is not as the database has it.`);
  return { name: table, columns: chosen as TransferredTable['columns'] };
}

/** @throws TransferError where the last line has no end */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    yield* lines;
  }
  if (rest) throw new TransferError(CUT_OFF);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What zlib and PostgreSQL say of a damaged file, in words for the operator. */
function damageOf(error: unknown): TransferError | undefined {
  const { code } = error as { code?: string };
  if (code === 'Z_BUF_ERROR') return new TransferError(CUT_OFF, { cause: error });
  if (code === 'Z_DATA_ERROR')
    return new TransferError('The file is damaged, or is not one of `npm run job -- export`.', {
      cause: error,
    });
  if (/^(22|23)/.test(code ?? ''))
    return new TransferError(`The file is damaged: ${(error as Error).message}. Nothing was imported.`, {
      cause: error,
    });
  return undefined;
}
