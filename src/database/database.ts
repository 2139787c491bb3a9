import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import pg from 'pg';
import { DataSource, type EntityMetadata, type EntityTarget, type ObjectLiteral } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Config } from '../common/config.js';
import {
  isAway,
  isContention,
  isFromLostPrimary,
  isRetryable,
  isSilence,
  sqlState,
} from '../common/sqlstate.js';
import type { BoundedClient, NamedStatement } from './connections/bounded-client.js';
import { poolLike } from './connections/pg.internals.js';
import { Pipelines } from './connections/pipelines.js';
import { PreparedStatements } from './connections/prepared-statements.js';
import { SingleFlight } from './connections/single-flight.js';
import { COUNT_WAITING, WaitingCommits } from './connections/waiting-commits.js';
import { migrate } from './migrate.js';
import type { Replica } from './replicas/replica.js';
import type { Statement } from './table.js';
import { poolOf } from './typeorm.internals.js';

/** How often a whole transaction is tried again after a deadlock or a serialization failure. */
const MAX_RETRIES = 3;
/** Milliseconds between two attempts to reach a database that is away. */
const RECONNECT_DELAY = 500;
/** Milliseconds that the start waits for the database before the service listens without it. */
const START_PATIENCE = 3_000;
/** Connections beside the pool, for what may not wait behind requests: health and the claims of jobs. */
const RESERVED = 2;

/** Milliseconds between two times that all connections are made anew, as where a server refuses writes for long. */
const DISTRUST_EVERY = 500;

/** A statement that only reads begins with SELECT; any other may write, which outside a transaction commits too. */
const READS = /^\s*SELECT\b/;
const WRITES = /\b(?:INSERT|UPDATE|DELETE)\b/;

/** Milliseconds that the role lets a statement take. What may take longer says so to the server, too. */
const ROLE_LIMIT = 2_500;
const LIMIT = `SELECT set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true)`;

const BEGIN = { text: 'BEGIN', values: [] };
const ROLLBACK = { text: 'ROLLBACK', values: [] };

type Client = BoundedClient & pg.PoolClient;

/** A transaction, on a connection that is its own until it ends. */
export class Transaction {
  private hasEnded = false;
  private limit = ROLE_LIMIT;
  private readonly consequences: (() => void)[] = [];

  constructor(private readonly client: Client) {}

  /**
   * Runs one statement.
   * @param timeout milliseconds, where the usual limit does not fit
   * @throws Error once the transaction has ended: the connection is another's then. So what goes on after a part of the
   *   work has failed does no harm.
   */
  async ask(statement: NamedStatement, timeout = 0): Promise<pg.QueryResult> {
    if (this.hasEnded) throw new Error('The transaction has ended.');
    if (timeout <= this.limit) return this.client.ask(statement, timeout || undefined);
    this.limit = timeout;
    const limited = this.client.ask({ text: LIMIT, values: [String(timeout)] });
    const [, result] = await Promise.all([limited, this.client.ask(statement, timeout)]);
    return result;
  }

  /** What is to happen once the work is stored, and not where it is undone. */
  afterCommit(consequence: () => void): void {
    this.consequences.push(consequence);
  }

  end(): void {
    this.hasEnded = true;
  }

  hasCommitted(): void {
    for (const consequence of this.consequences) consequence();
  }
}

/** The database: plain statements, transactions, and whether it is there at all. */
@Injectable()
export class Database implements OnModuleInit, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(Database.name);
  private readonly reads = new SingleFlight();
  private readonly prepared = new PreparedStatements();
  private readonly pipelines = new Pipelines((statements) => this.runPipelined(statements));
  private readonly stopping = new AbortController();
  private connecting: Promise<void> = Promise.resolve();
  private giveUp = () => {};
  /** Resolves when an attempt to reach the database has failed. */
  private readonly failing = new Promise<void>((resolve) => {
    this.giveUp = resolve;
  });
  /** Beside the pool of the requests. */
  private reserved?: pg.Pool;
  private readonly waitingCommits = new WaitingCommits(async () => {
    const [row] = await this.queryReserved<{ count: number }>(COUNT_WAITING);
    return row!.count;
  }, this.stopping.signal);
  /** Connections that were made before this are closed, not kept; by `performance.now()`. */
  private distrustedBefore = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  /** Waits a while for the database. If it stays away, the service listens and keeps trying in the background. */
  async onModuleInit(): Promise<void> {
    this.connecting = this.connect();
    const patience = new AbortController();
    await Promise.race([
      this.connecting,
      sleep(START_PATIENCE, undefined, { signal: patience.signal }).catch(() => {}),
    ]).finally(() => patience.abort());
    this.connecting.catch((error) => this.fail(error));
  }

  /** Waits while the database is migrated, however long that takes. @throws Error where it is away */
  async ready(): Promise<void> {
    await Promise.race([this.connecting, this.failing]);
    this.assertConnected();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connecting.catch(() => {});
    await this.reserved?.end();
    if (this.dataSource.isInitialized) await this.dataSource.destroy();
  }

  /** Connections of the pool: all, idle, and requests that wait for one. */
  get connections(): { total: number; idle: number; waiting: number } {
    if (!this.dataSource.isInitialized) return { total: 0, idle: 0, waiting: 0 };
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** What TypeORM knows of an entity's table. @throws Error before the first connection */
  metadata(entity: EntityTarget<ObjectLiteral>): EntityMetadata {
    this.assertConnected();
    return this.dataSource.getMetadata(entity);
  }

  /**
   * Runs one statement on the pool or in a transaction; timestamps come as ISO 8601 text.
   * @param timeout milliseconds, where the pool's limit does not fit
   */
  async query<Result>(statement: Statement, transaction?: Transaction, timeout?: number): Promise<Result[]> {
    return (await this.run(statement, transaction, timeout)).rows;
  }

  /**
   * Runs one statement that only reads. Those who ask for the same in one turn of the event loop share an answer.
   * @param shape makes the answer of the rows, once for all who share it
   * @param replica a standby to ask, where the answer may be stale
   */
  read<Result, Answer>(
    statement: Statement,
    shape: (rows: Result[]) => Answer,
    replica?: Replica,
  ): Promise<Answer> {
    let key = statement.text + JSON.stringify(statement.values);
    if (replica) key += replica.name;
    return this.reads.run(key, () => this.readOn<Result>(replica, statement).then(shape));
  }

  /**
   * Runs one statement that only reads on a standby; where there is none, or it fails, on the primary.
   * @param timeout milliseconds, where the limit of either does not fit
   */
  readOn<Result>(replica: Replica | undefined, statement: Statement, timeout?: number): Promise<Result[]> {
    if (!replica) return this.query(statement, undefined, timeout);
    return replica
      .query<Result>(this.named(statement), timeout)
      .catch(() => this.query(statement, undefined, timeout));
  }

  /** Runs one statement and answers how many rows it touched. */
  async execute(statement: Statement, transaction?: Transaction): Promise<number> {
    return (await this.run(statement, transaction)).rowCount ?? 0;
  }

  /**
   * Runs one statement on a connection that no request uses, so that it does not wait where all of them wait.
   * @param timeout milliseconds, where the usual limit does not fit
   */
  async queryReserved<Result>(statement: Statement, timeout?: number): Promise<Result[]> {
    this.assertConnected();
    return (await this.runOn(this.reserved!, statement, timeout)).rows;
  }

  /** Runs one statement on a connection that no request uses, and answers how many rows it touched. */
  async executeReserved(statement: Statement): Promise<number> {
    this.assertConnected();
    return (await this.runOn(this.reserved!, statement)).rowCount ?? 0;
  }

  /**
   * Runs the work in one transaction. After a deadlock or a serialization failure the whole work runs again, at most
   * 3 times: it may have no effects but on the database.
   */
  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    this.assertConnected();
    for (let attempt = 1; ; attempt += 1) {
      const { generation } = this.prepared;
      try {
        this.waitingCommits.assertFew();
        return await this.attempt(work);
      } catch (error) {
        this.note(error);
        if (attempt > MAX_RETRIES || !(isRetryable(error) || this.prepared.isFault(error, generation)))
          throw error;
        await sleep(Math.random() * 20 * attempt);
      }
    }
  }

  private async attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const client = (await this.pool.connect()) as Client;
    const transaction = new Transaction(client);
    try {
      // The work's first statement goes out with the BEGIN.
      const [, result] = await Promise.all([client.ask(BEGIN), work(transaction)]);
      transaction.end();
      const { command } = await client.commit();
      if (command === 'ROLLBACK')
        throw new Error('A statement of the transaction had failed: it is rolled back.');
      transaction.hasCommitted();
      this.release(client);
      return result;
    } catch (error) {
      transaction.end();
      // A connection that does not answer cannot roll back either. It is closed, and the server rolls back.
      client.release((isAway(error) && !isContention(error)) || !(await isRolledBack(client)));
      throw error;
    }
  }

  private release(client: Client): void {
    client.release(client.madeAt < this.distrustedBefore);
  }

  private async run(
    statement: Statement,
    transaction?: Transaction,
    timeout?: number,
  ): Promise<pg.QueryResult> {
    if (transaction) return transaction.ask(this.named(statement), timeout);
    if (timeout !== undefined && timeout > ROLE_LIMIT)
      return this.transaction((own) => own.ask(this.named(statement), timeout));
    this.assertConnected();
    return this.runOn(this.pool, statement, timeout);
  }

  /** A statement under the name that the server may keep it by. */
  private named({ text, values, isPrepared, isPlannedOnce }: Statement): NamedStatement {
    const name = isPrepared ? this.prepared.nameOf(text) : undefined;
    return { text, values, name, isPlannedOnce };
  }

  private async runOn(pool: pg.Pool, statement: Statement, timeout?: number): Promise<pg.QueryResult> {
    const isWrite = !READS.test(statement.text) && WRITES.test(statement.text);
    if (isWrite) this.waitingCommits.assertFew();
    for (;;) {
      const named = this.named(statement);
      const { generation } = this.prepared;
      try {
        return await this.runOnce(pool, named, isWrite, timeout);
      } catch (error) {
        if (named.name !== undefined && this.prepared.isFault(error, generation)) continue;
        this.note(error);
        throw error;
      }
    }
  }

  private async runOnce(
    pool: pg.Pool,
    statement: NamedStatement,
    isWrite: boolean,
    timeout?: number,
  ): Promise<pg.QueryResult> {
    if (statement.name !== undefined && !isWrite && timeout === undefined && pool === this.pool)
      return this.pipelines.ask(statement.name, statement);
    const client = (await pool.connect()) as Client;
    try {
      const result = await (isWrite ? client.commit(statement, timeout) : client.ask(statement, timeout));
      this.release(client);
      return result;
    } catch (error) {
      client.release(error as Error); // which closes it
      throw error;
    }
  }

  private async runPipelined(statements: readonly NamedStatement[]): Promise<(pg.QueryResult | Error)[]> {
    const client = (await this.pool.connect()) as Client;
    const answers = await Promise.all(
      statements.map((statement) => client.ask(statement).catch((error: Error) => error)),
    );
    const failure = answers.find((answer) => answer instanceof Error);
    if (failure)
      client.release(failure); // which closes it
    else this.release(client);
    return answers;
  }

  /** Another server may take the writes now, so every connection is made anew: the idle ones at once. */
  private note(error: unknown): void {
    if (isSilence(error)) this.waitingCommits.suspect();
    const now = performance.now();
    if (!isFromLostPrimary(error) || now - this.distrustedBefore < DISTRUST_EVERY) return;
    this.distrustedBefore = now;
    for (const pool of [this.pool, this.reserved!])
      for (let idle = pool.idleCount; idle > 0; idle -= 1)
        pool.connect().then(
          (client) => this.release(client as Client),
          () => {}, // whoever needs a connection is told
        );
  }

  private get pool(): pg.Pool {
    return poolOf(this.dataSource);
  }

  private assertConnected(): void {
    if (!this.dataSource.isInitialized) throw new Error('The database is away.');
  }

  private async connect(): Promise<void> {
    for (let attempt = 1; !this.stopping.signal.aborted; attempt += 1) {
      try {
        if (this.config.MIGRATE_ON_START) await this.migrate();
        await this.dataSource.initialize();
        this.reserved = poolLike(this.pool, RESERVED);
        if (attempt > 1) this.logger.log('The database is back.');
        return;
      } catch (error) {
        if (!mayComeBack(error)) throw error;
        this.giveUp();
        if (attempt === 1)
          this.logger.warn(`The database is away; trying again. ${(error as Error).message}`);
        await sleep(RECONNECT_DELAY, undefined, { signal: this.stopping.signal }).catch(() => {});
      }
    }
  }

  private async migrate(): Promise<void> {
    const options = this.dataSource.options as PostgresDataSourceOptions;
    const { DATABASE_MIGRATION_URL: url } = this.config;
    await migrate(url ? { ...options, url } : options, (message) => this.logger.log(message));
  }

  /** The database refuses the schema. Waiting does not help, so the process ends and says why. Nobody waits for a drain. */
  private fail(error: unknown): void {
    this.logger.fatal(error);
    process.exitCode = 1;
    process.kill(process.pid, 'SIGINT');
  }
}

/** Away, still starting, or not yet configured for us (credentials, database): all may change without a restart. */
function mayComeBack(error: unknown): boolean {
  return isAway(error) || /^(28|3D)/.test(sqlState(error) ?? '');
}

async function isRolledBack(client: Client): Promise<boolean> {
  return client.ask(ROLLBACK).then(
    () => true,
    () => false,
  );
}
