import type { Socket } from 'node:net';
import pg from 'pg';

/** What the driver has on a client but does not declare. */
interface ClientInternals {
  connection: { stream: Socket };
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

/** A connection without a session. It emits `connect`, `sslconnect`, `error` and `end`. */
export interface BareConnection extends pg.Connection {
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}

export function bareConnection(ssl: pg.Client['ssl']): BareConnection {
  return new pg.Connection({ ssl }) as BareConnection;
}
