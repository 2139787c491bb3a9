import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** What the driver has on a client but does not declare. */
interface ClientInternals {
  connection: EventEmitter & { stream: Socket; end(): void };
  readyForQuery: boolean;
  processID: number | null;
  secretKey: number | null;
}

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
