import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What the driver has on a client but does not declare. */
interface ClientInternals {
  connection: EventEmitter & { stream: Socket; end(): void };
  readyForQuery: boolean;
  processID: number | null;
  secretKey: number | null;
  _getActiveQuery(): unknown;
}

/** How the driver reads the rows of an answer. */
interface Description {
  fields: pg.FieldDef[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** What the driver has on a query but does not declare. */
interface QueryInternals {
  name?: string;
  queryMode?: 'extended';
  _result: Description;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleReadyForQuery(connection: unknown): void;
  handleError(error: Error, connection: unknown): void;
}

export type QueryCallback = (error: Error | undefined, result: pg.QueryResult) => void;

const internalsOf = (client: pg.Client) => client as unknown as ClientInternals;

/** The socket of a client; with TLS another one before the connection is made than after. */
export function socketOf(client: pg.Client): Socket {
  return internalsOf(client).connection.stream;
}

/** Whether the server owes the client an answer. */
export function isWorking(client: pg.Client): boolean {
  return !internalsOf(client).readyForQuery;
}

/** What the server wants to see in a request to cancel, once it has said so to the client. */
export function cancelKeyOf(client: pg.Client): [processId: number, secretKey: number] | undefined {
  const { processID, secretKey } = internalsOf(client);
  return processID === null || secretKey === null ? undefined : [processID, secretKey];
}

const BaseQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: QueryCallback,
) => pg.Query & QueryInternals;

/** What the server has described to a connection. */
class Descriptions {
  private static readonly of = new WeakMap<pg.Connection, Descriptions>();
  /** By the names of the statements that the server keeps. */
  readonly byName = new Map<string, Description>();
  /** The connection, but that it asks for no description. */
  readonly known: pg.Connection;

  constructor(connection: pg.Connection) {
    this.known = Object.create(connection, { describe: { value() {} } });
  }

  static at(connection: pg.Connection): Descriptions {
    let descriptions = Descriptions.of.get(connection);
    if (!descriptions) {
      descriptions = new Descriptions(connection);
      Descriptions.of.set(connection, descriptions);
    }
    return descriptions;
  }
}

/**
 * A statement. What one that the server keeps answers is described once a connection, not each time: the server refuses it where
 * that would change.
 */
export class StatementQuery extends BaseQuery {
  constructor({ text, name }: { text: string; name?: string }, values: unknown[], callback: QueryCallback) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(connection: pg.Connection): void {
    const descriptions = Descriptions.at(connection);
    const described = this.name === undefined ? undefined : descriptions.byName.get(this.name);
    if (described) {
      Object.assign(this._result, described);
      this._accumulateRows = true;
    }
    super.prepare(described ? descriptions.known : connection);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    super.handleCommandComplete(message, connection);
    const { byName } = Descriptions.at(connection);
    if (this.name === undefined || byName.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    byName.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/**
 * A statement that commits: COMMIT, or one outside a transaction. While it runs it may be cancelled, but not while it
 * commits. To tell the two apart, the server is asked to answer the statement before it commits (a Flush between Execute and
 * Sync of the extended protocol).
 */
export class CommittingQuery extends StatementQuery {
  private isCommitting: boolean;
  private isCancelled = false;

  constructor(statement: { text: string; name?: string }, values: unknown[], callback: QueryCallback) {
    super(statement, values, callback);
    this.isCommitting = statement.text === 'COMMIT';
    if (!this.isCommitting) this.queryMode = 'extended';
  }

  /** Whether it may be cancelled. If so, it fails from here on, even if it is answered. */
  cancel(): boolean {
    this.isCancelled = !this.isCommitting;
    return this.isCancelled;
  }

  /** Sends what follows the parameters. */
  protected _getRows(connection: pg.Connection): void {
    connection.execute({ portal: '' }, false);
    connection.flush();
    connection.sync();
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.isCommitting = true;
    super.handleCommandComplete(message, connection);
  }

  override handleReadyForQuery(connection: unknown): void {
    if (this.isCancelled) this.handleError(new Error('Query read timeout'), connection);
    else super.handleReadyForQuery(connection);
  }
}

/** Whether what a client waits for may be cancelled. If so, it is taken for cancelled. */
export function cancelActive(client: pg.Client): boolean {
  const active = internalsOf(client)._getActiveQuery();
  return !(active instanceof CommittingQuery) || active.cancel();
}

/** Another pool of such connections. It keeps nothing of theirs but the options, of which one hides from a spread. */
export function poolLike({ options }: pg.Pool, max: number): pg.Pool {
  const pool = new pg.Pool({ ...options, password: options.password, max });
  pool.on('error', () => {}); // an idle connection that breaks is replaced; the next query tells
  return pool;
}

/** Leaves the connection of a client, which hears nothing more of it. */
export function hangUp(client: pg.Client): void {
  const { connection } = internalsOf(client);
  connection.removeAllListeners();
  connection.on('error', () => {});
  connection.end();
}

const OF_EMITTER = new Set(Object.keys(new EventEmitter()));

/** Makes a client as good as new, so that it can connect again, to another host. Its listeners stay. */
export function renew(client: pg.Client, config: pg.ClientConfig): void {
  hangUp(client);
  for (const [name, value] of Object.entries(new pg.Client(config)))
    if (!OF_EMITTER.has(name)) Object.assign(client, { [name]: value });
}

/** A connection without a session. It emits `connect`, `sslconnect`, `error` and `end`. */
export interface BareConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

export function bareConnection(ssl: pg.Client['ssl']): BareConnection {
  return new pg.Connection({ ssl }) as BareConnection;
}
