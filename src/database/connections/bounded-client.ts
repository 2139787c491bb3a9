import type pg from 'pg';
import { requestCancel } from './cancel-request.js';
import { HostClient, type HostConfig } from './host-client.js';
import {
  CommittingQuery,
  cancelActive,
  cancelKeyOf,
  isWorking,
  type QueryCallback,
  StatementQuery,
  socketOf,
} from './pg.internals.js';

/** Milliseconds of silence after which a statement is cancelled. With the grace, it fails within 3 s. */
const TIMEOUT = 2_300;
/** Milliseconds that the server then has to end it. A proxy needs some 300 to pass a cancel request on. */
const GRACE = 500;

/** A statement that the server may keep under a name. */
export interface NamedStatement {
  text: string;
  values: unknown[];
  name?: string;
  /** Whether the server is told to keep its plan too. */
  isPlannedOnce?: boolean;
}

const PLAN_ONCE: NamedStatement = { text: 'SET plan_cache_mode = force_generic_plan', values: [] };
const PLAN_AS_USUAL: NamedStatement = { text: 'RESET plan_cache_mode', values: [] };
const COMMIT: NamedStatement = { text: 'COMMIT', values: [] };

/**
 * The statements are short and many. The workers of one would cost it more than they do, and others their share; to compile it takes
 * longer than to run it.
 */
const FOR_SHORT_STATEMENTS = 'SET max_parallel_workers_per_gather = 0; SET jit = off';

/**
 * A connection on which no statement waits forever. When the server is silent for too long, the statement is cancelled
 * and the connection is closed. The driver's own `query_timeout` would not do: the statement runs on in the server, and
 * the connection stays in use.
 */
export class BoundedClient extends HostClient {
  /** When the connection was made, by `performance.now()`. */
  madeAt = Number.NEGATIVE_INFINITY;
  /** Whether it has a session of the server to itself. */
  private ownsSession = false;
  private isCorked = false;
  private isGivenUp = false;

  /** @param config with `pipeline`, so that `end` waits for what the server owes */
  constructor(config?: HostConfig) {
    super(config);
    this.on('connect', () => {
      this.madeAt = performance.now();
      this.limitSilence(TIMEOUT);
      socketOf(this).on('timeout', () => {
        if (isWorking(this)) this.giveUp();
      });
    });
  }

  override connect(): Promise<BoundedClient>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    const connected = super.connect().then(() => this.learnSession());
    return callback ? connected.then(() => callback(null as unknown as Error), callback) : connected;
  }

  /**
   * Runs one statement of a transaction, or one that only reads. All statements of one turn of the event loop go out in one
   * write.
   * @param timeout milliseconds of silence, where the default does not fit
   */
  ask(statement: NamedStatement, timeout?: number): Promise<pg.QueryResult> {
    return statement.isPlannedOnce && statement.name !== undefined && this.ownsSession
      ? this.askPlannedOnce(statement, timeout)
      : this.submit(StatementQuery, statement, timeout);
  }

  private async askPlannedOnce(statement: NamedStatement, timeout?: number): Promise<pg.QueryResult> {
    const [, answer] = await Promise.all([
      this.submit(StatementQuery, PLAN_ONCE),
      this.submit(StatementQuery, statement, timeout),
      this.submit(StatementQuery, PLAN_AS_USUAL),
    ]);
    return answer;
  }

  /** Runs COMMIT, or one statement that writes outside a transaction. While it commits it is not cancelled. */
  commit(statement: NamedStatement = COMMIT, timeout?: number): Promise<pg.QueryResult> {
    return this.submit(CommittingQuery, statement, timeout);
  }

  /**
   * By a callback: with the driver's own promises the rows of every answer outlive young garbage collections (decisions.md,
   * "Database").
   */
  private submit(
    Query: typeof StatementQuery,
    { text, values, name }: NamedStatement,
    timeout?: number,
  ): Promise<pg.QueryResult> {
    const statement = { text, name: this.ownsSession ? name : undefined }; // a proxy that shares sessions keeps none
    const answer = () =>
      new Promise<pg.QueryResult>((resolve, reject) => {
        const done: QueryCallback = (error, result) => (error ? reject(error) : resolve(result));
        this.query(new Query(statement, values, done));
      });
    return this.within(timeout, answer);
  }

  /** A proxy that shares sessions makes up the process that a client could cancel. */
  private async learnSession(): Promise<this> {
    const { rows } = await this.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    this.ownsSession = rows[0]!.pid === cancelKeyOf(this)?.[0];
    if (this.ownsSession) await this.query(FOR_SHORT_STATEMENTS);
    return this;
  }

  private async within(
    timeout: number | undefined,
    run: () => Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    this.corkForThisTurn();
    if (timeout === undefined) return run();
    this.limitSilence(timeout);
    try {
      return await run();
    } finally {
      this.limitSilence(TIMEOUT);
    }
  }

  private corkForThisTurn(): void {
    if (this.isCorked) return;
    this.isCorked = true;
    const socket = socketOf(this);
    socket.cork();
    process.nextTick(() => {
      this.isCorked = false;
      socket.uncork();
    });
  }

  private limitSilence(milliseconds: number): void {
    if (!this.isGivenUp) socketOf(this).setTimeout(milliseconds);
  }

  /**
   * Cancels, and closes the connection: the cancel request could hit a later statement. What commits is not cancelled. It
   * may wait for a synchronous standby, and PostgreSQL would then show what the standby does not have (decisions.md,
   * "Database").
   */
  private giveUp(): void {
    if (this.isGivenUp) return;
    this.isGivenUp = true;
    const socket = socketOf(this);
    socket.setTimeout(0);
    if (cancelActive(this)) requestCancel(this);
    void this.end(); // as soon as the server has answered
    const grace = setTimeout(() => {
      this.doubtHost();
      socket.destroy(new Error('Query read timeout'));
    }, GRACE);
    socket.once('close', () => clearTimeout(grace));
  }
}
