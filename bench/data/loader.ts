import { availableParallelism } from 'node:os';
import pg from 'pg';
import type { Cleanup } from '../cleanup.js';
import { Progress } from '../progress.js';
import { dropIndexes } from './indexes.js';

/** From so many rows on, it is quicker to build the indexes again than to keep them up to date. */
const MANY = 50_000;
/** Rows of one INSERT. */
const BATCH = 1_000;

/** Settings that write less to the disk. The benchmark's own server need not survive a crash. */
const BULK_SETTINGS = {
  autovacuum: 'off',
  checkpoint_timeout: '1h',
  full_page_writes: 'off',
  max_wal_size: '8GB',
};

/** A row by its columns. */
export type Row = Record<string, unknown>;

/** A part of what is loaded. Its statements run on several connections at once. */
export interface Part {
  count: number;
  /** Adds `size` rows of the part, beginning with number `from`. */
  insert(pool: pg.Pool, from: number, size: number): Promise<unknown>;
}

/** Rows that this process makes. */
export interface MadeRows {
  table: string;
  /** The columns that are loaded, with their types. The others get their defaults. */
  columns: Record<string, string>;
  count: number;
  row(index: number): Row;
}

/** How long a load took, in seconds. */
export interface LoadTime {
  table: string;
  rows: number;
  inserting: number;
  indexing: number;
  /** Vacuum, statistics and a checkpoint. */
  settling: number;
}

/** Fills tables over as many connections as there are processors. */
export class Loader {
  private readonly pool: pg.Pool;

  constructor(
    url: string,
    cleanup: Cleanup,
    private readonly signal: AbortSignal,
  ) {
    const options =
      '-c synchronous_commit=off -c maintenance_work_mem=1GB -c max_parallel_maintenance_workers=4';
    this.pool = new pg.Pool({ connectionString: url, max: Math.max(2, availableParallelism()), options });
    this.pool.on('error', () => undefined); // the statement under way fails, too
    cleanup.add(() => this.pool.end());
  }

  /** Adds rows to a table, then vacuums it and collects its statistics. */
  load(rows: MadeRows): Promise<LoadTime> {
    return this.fill(rows.table, madeBy(rows));
  }

  /** Adds the parts to a table, one after the other. With many rows, its indexes are built after them. */
  async fill(table: string, ...parts: Part[]): Promise<LoadTime> {
    const rows = parts.reduce((sum, { count }) => sum + count, 0);
    const isBulk = rows >= MANY;
    if (isBulk)
      await this.configure(Object.entries(BULK_SETTINGS).map(([name, value]) => `${name} = '${value}'`));
    const definitions = isBulk ? await dropIndexes(this.pool, table) : [];
    const progress = new Progress();

    const times = [performance.now()];
    try {
      let done = 0;
      for (const part of parts)
        await this.insert(part, (size) => {
          done += size;
          progress.show(`Loading ${table}`, done, rows);
        });
      times.push(performance.now());
      for (const [index, definition] of definitions.entries()) {
        progress.show(`Indexing ${table}`, index, definitions.length);
        await this.run(definition);
        progress.show(`Indexing ${table}`, index + 1, definitions.length);
      }
    } finally {
      progress.end();
    }
    times.push(performance.now());
    if (isBulk) await this.configure(Object.keys(BULK_SETTINGS).map((name) => `${name} = DEFAULT`));
    // Otherwise autovacuum and the checkpointer would do this during a measurement.
    await this.run(`VACUUM (ANALYZE) ${table}`);
    await this.run('CHECKPOINT');
    times.push(performance.now());
    const [inserting, indexing, settling] = [1, 2, 3].map((at) => (times[at]! - times[at - 1]!) / 1000);
    return { table, rows, inserting: inserting!, indexing: indexing!, settling: settling! };
  }

  private async insert({ count, insert }: Part, added: (size: number) => void): Promise<void> {
    let next = 0;
    const work = async () => {
      while (next < count) {
        this.signal.throwIfAborted();
        const from = next;
        const size = Math.min(BATCH, count - from);
        next += size;
        await insert(this.pool, from, size);
        added(size);
      }
    };
    await Promise.all(Array.from({ length: this.pool.options.max }, work));
  }

  private async configure(assignments: string[]): Promise<void> {
    for (const assignment of assignments) await this.run(`ALTER SYSTEM SET ${assignment}`);
    await this.run('SELECT pg_reload_conf()');
  }

  private async run(text: string): Promise<void> {
    this.signal.throwIfAborted();
    await this.pool.query(text);
  }
}

/** Rows that this process makes, as a part of a load. */
export function madeBy({ table, columns, count, row }: MadeRows): Part {
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  const made = `SELECT ${names} FROM jsonb_to_recordset($1) AS made (${types})`;
  const text = `INSERT INTO ${table} (${names}) ${made}`;
  const insert = (pool: pg.Pool, from: number, size: number) => {
    const batch = Array.from({ length: size }, (_, index) => row(from + index));
    return pool.query(text, [JSON.stringify(batch)]);
  };
  return { count, insert };
}
