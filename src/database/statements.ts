import { setImmediate as tick } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Histogram } from 'prom-client';
import { type AfterQueryEvent, DataSource, type EntityManager, type ReplicationMode } from 'typeorm';
import { Config } from '../common/config.js';
import { Measured, type Measurement, type Sample, samplesOf } from '../common/discovery.js';
import { isAborted, isCancelled, isPreparedInvalid } from '../common/sqlstate.js';
import { createPool } from './pool.js';

/** A statement that a server can prepare once per connection. */
export interface Statement {
  /** Without a name it is parsed each time. A name belongs to exactly one text. */
  name?: string;
  text: string;
  values: unknown[];
}

/** SQL with named parameters, such as `:creatorId`, and their values by name. */
export interface NamedSql {
  sql: string;
  values?: Record<string, unknown>;
}

export interface QueryOptions {
  /** The manager of the transaction that the statement belongs to. */
  manager?: EntityManager;
  /** `slave` for a list that may be stale. If no standby responds, the primary does. */
  mode?: ReplicationMode;
  /** Milliseconds after which the server cancels it, if the limit of all statements does not fit. */
  timeout?: number;
}

/** The user who reads. `mode` is `slave` if a standby may be read, which may be slightly stale. */
export interface ReadContext {
  userId: string;
  mode?: ReplicationMode;
}

/** A row as SQL returns it: times are ISO 8601 text. */
export type Stored<Entity> = {
  [Property in keyof Entity]: Entity[Property] extends Date | null
    ? string | Extract<Entity[Property], null>
    : Entity[Property];
};

const TIMESTAMPTZ = 1184;
/** The length of a time with milliseconds. The tables hold no finer one. */
const LONGEST = '2031-03-01 18:00:00.123+00'.length;
/** Milliseconds that a standby has to respond before the primary is queried. */
const STANDBY_TIMEOUT = 1_100;
/** Milliseconds for which a standby that has failed is suspect, and not queried. */
const SUSPECT = 10_000;
/** Milliseconds for which a writer reads from the primary. A standby is rarely that far behind. */
const READ_OWN_WRITES = 10_000;
/** Maximum number of recent writers to track. */
const MAX_WRITERS = 50_000;

/** SQL for hot operations. TypeORM takes two to four times the processor time. */
@Injectable()
export class Statements implements OnApplicationShutdown {
  private readonly logger = new Logger(Statements.name);
  /** The shared reads of this tick, by text, values and options. */
  private readonly reads = new Map<string, Promise<unknown[]>>();
  /** The recent writers, if there are standbys. */
  private readonly writers?: LRUCache<string, true>;
  private readonly standbys: { pool: pg.Pool; suspectUntil: number }[];
  private usesPrepared: boolean;
  private readonly standbyReads = { used: 0, failed: 0, unused: 0 };
  private readonly durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Seconds of statements that succeeded, with the wait for a connection, by name.',
    labelNames: ['statement'],
    buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [],
  });

  constructor(
    private readonly dataSource: DataSource,
    { DATABASE_PREPARED, DATABASE_READ_URL, DATABASE_POOL_SIZE: max }: Config,
  ) {
    this.usesPrepared = DATABASE_PREPARED;
    const limits = { max, connectionTimeoutMillis: STANDBY_TIMEOUT, query_timeout: STANDBY_TIMEOUT };
    this.standbys = DATABASE_READ_URL.map((url) => ({
      pool: createPool(dataSource, url, limits),
      suspectUntil: 0,
    }));
    if (this.standbys.length > 0) this.writers = new LRUCache({ max: MAX_WRITERS, ttl: READ_OWN_WRITES });
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.standbys.map(({ pool }) => pool.end()));
  }

  @Measured({
    database_connections: 'Connections of the pool by state, and the requests that wait for one.',
    standby_reads_total: 'Reads for a standby: used, failed (the primary served it), unused.',
  })
  measure(): Measurement {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.primary;
    return [
      this.durations,
      ...samplesOf('database_connections', 'state', { total, idle, waiting }),
      ...samplesOf('standby_reads_total', 'outcome', this.standbyReads),
    ];
  }

  /** Measures the statements of TypeORM, too. A commit waits for the disk, and for a synchronous standby. */
  measureTypeOrm(): void {
    const afterQuery = ({ query, executionTime: milliseconds = Number.NaN }: AfterQueryEvent) => {
      const statement = query === 'COMMIT' ? 'commit' : 'unnamed';
      if (milliseconds >= 0) this.durations.observe({ statement }, milliseconds / 1000);
    };
    this.dataSource.subscribers.push({ afterQuery });
  }

  /** The distance in the WAL: by a clock, a standby that has lost its primary is not behind. */
  @Measured({ standby_behind_bytes: 'Bytes of WAL that the slowest standby has yet to replay.' })
  async measureStandbys(): Promise<Sample[]> {
    const behind = this.standbys.map(async ({ pool }) => {
      const [replayed] = (await pool.query('SELECT pg_last_wal_replay_lsn() AS at')).rows;
      const distance = 'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 AS bytes';
      return (await this.primary.query(distance, [replayed.at])).rows[0].bytes as number;
    });
    return behind.length === 0 ? [] : [['standby_behind_bytes', Math.max(...(await Promise.all(behind)))]];
  }

  /** Numbers the named parameters, each once. */
  bind({ sql, values = {} }: NamedSql): Statement {
    const [text, parameters] = this.dataSource.driver.escapeQueryWithParameters(sql, values);
    return { text, values: parameters };
  }

  /**
   * Chooses where a list is read (operating.md, "Standbys"). Own lists, and lists after a write, are current.
   * @param ownerId the owner of all rows that are read, if there is only one
   */
  contextFor(userId: string, ownerId?: string): ReadContext {
    const isFresh = ownerId === userId || this.writers?.has(userId);
    return { userId, mode: this.writers && !isFresh ? 'slave' : 'master' };
  }

  /** Records that a user has, or may have, just written something that lists return. */
  recordWrite(userId: string): void {
    this.writers?.set(userId, true);
  }

  /** Runs one statement; timestamps come as ISO 8601 text. @throws with its name, or else its text */
  async query<Row>(statement: Statement, options: QueryOptions = {}): Promise<Row[]> {
    const { name, ...unnamed } = statement;
    const since = performance.now();
    try {
      const rows = await this.send<Row>(this.usesPrepared ? statement : unnamed, options);
      this.durations.observe({ statement: name ?? 'unnamed' }, (performance.now() - since) / 1000);
      return rows;
    } catch (error) {
      if (name !== undefined && isPreparedInvalid(error)) {
        this.disablePrepared(error as Error);
        if (!options.manager) return this.query(unnamed, options); // a transaction is retried as a whole
      }
      throw Object.assign(error as Error, { statement: name ?? statement.text });
    }
  }

  /** Sends a statement to the primary or to a standby. If no standby responds, the primary does. */
  private async send<Row>(statement: Statement, options: QueryOptions): Promise<Row[]> {
    const { manager, mode = 'master', timeout } = options;
    const query: pg.QueryConfig = { ...statement, types: isoTypes };
    if (manager) return (await (await clientOf(manager)).query(query)).rows;
    if (mode === 'master') return queryWithin(timeout, this.primary, query);
    const usable = this.standbys.filter(({ suspectUntil }) => performance.now() >= suspectUntil);
    const standby = usable[Math.floor(Math.random() * usable.length)];
    this.standbyReads[standby ? 'used' : 'unused'] += 1;
    if (!standby) return queryWithin(timeout, this.primary, query);
    try {
      return await queryWithin(timeout, standby.pool, query);
    } catch (error) {
      // The primary would take as long, or lack the prepared statement, too.
      if (isPreparedInvalid(error) || (timeout !== undefined && isCancelled(error))) throw error;
      this.logger.warn(`A standby failed, and is not queried for a while: ${(error as Error).message}`);
      standby.suspectUntil = performance.now() + SUSPECT;
      this.standbyReads.failed += 1;
      return queryWithin(timeout, this.primary, query);
    }
  }

  /** Runs a read-only statement. Equal reads of one tick share their rows, which must not be modified. */
  shared<Row>(statement: Statement, options: Omit<QueryOptions, 'manager'> = {}): Promise<Row[]> {
    const key = statement.text + JSON.stringify([statement.values, options]);
    const send = () => {
      this.reads.delete(key); // later reads get current rows
      return this.query(statement, options);
    };
    const rows = this.reads.get(key) ?? tick().then(send);
    this.reads.set(key, rows);
    return rows as Promise<Row[]>;
  }

  private disablePrepared({ message }: Error): void {
    if (this.usesPrepared)
      this.logger.warn(`Statements have no names from now on (DATABASE_PREPARED=off): ${message}`);
    this.usesPrepared = false;
  }

  private get primary(): pg.Pool {
    if (!this.dataSource.isInitialized) throw new Error('The database is unavailable.');
    return (this.dataSource.driver as unknown as { master: pg.Pool }).master;
  }
}

/** The connection of a transaction. @throws Error if the transaction has ended */
export function clientOf({ queryRunner }: EntityManager): Promise<pg.PoolClient> {
  if (queryRunner!.isReleased) throw new Error('The transaction has ended.');
  return queryRunner!.connect();
}

/** Sets the timeout (milliseconds) for a transaction, if there is one: a proxy loses a session's setting. */
async function queryWithin<Row>(timeout: number | undefined, pool: pg.Pool, query: pg.QueryConfig) {
  if (timeout === undefined) return (await pool.query(query)).rows as Row[];
  const client = await pool.connect();
  const begin = client.query(`BEGIN; SET LOCAL statement_timeout = ${timeout}`);
  const results = pipelined(begin, client.query(query), client.query('COMMIT'));
  results.then(
    () => client.release(),
    (error) => client.release(error), // closes the connection
  );
  const [, { rows }] = await results;
  return rows as Row[];
}

/** Awaits statements pipelined on one connection. @throws the error of the first that failed by itself */
export async function pipelined<Statements extends readonly unknown[]>(
  ...statements: Statements
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const outcomes = await Promise.allSettled(statements);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw failures.find((failure) => !isAborted(failure)) ?? failures[0];
  return Promise.all(statements);
}

/** PostgreSQL's text of a timestamptz as ISO 8601 in UTC with milliseconds, usually without a Date. */
export function isoTime(text: string): string {
  if (text.length > LONGEST || text[4] !== '-' || !text.endsWith('+00')) return new Date(text).toISOString();
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).padEnd(3, '0')}Z`;
}

/** Type parsers for a query of pg: timestamps become ISO text, other types stay as pg parses them. */
export const isoTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format !== 'binary' ? isoTime : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;
