import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Milliseconds that a cancel request may take, even to a server that is paused for a moment. */
const LIMIT = 5_000;

/** What the driver has on a session but does not declare. */
interface Session {
  processID: number | null;
  secretKey: number | null;
  ssl: boolean | object;
}

/** The driver's side of a connection, as far as a cancel request needs it. */
interface CancelConnection extends pg.Connection {
  stream: Duplex;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server to end what a connection runs, by a connection of its own (PostgreSQL protocol, "Canceling Requests
 * in Progress"). It needs no session, so it works through a transaction-pooling proxy. The server never says whether
 * it was in time. It never fails.
 */
export function requestCancel(client: pg.Client): void {
  const { processID, secretKey, ssl } = client as unknown as Session;
  if (processID === null || secretKey === null) return;
  const connection = new pg.Connection({ ssl } as pg.ConnectionConfig) as CancelConnection;
  const send = () => connection.cancel(processID, secretKey);
  connection.on('error', () => connection.stream.destroy());
  connection.on('connect', () => (ssl ? connection.requestSsl() : send()));
  connection.on('sslconnect', send);
  const limit = setTimeout(() => connection.stream.destroy(), LIMIT);
  connection.on('end', () => clearTimeout(limit)); // the server closes it
  if (client.host.startsWith('/')) connection.connect(`${client.host}/.s.PGSQL.${client.port}`);
  else connection.connect(client.port, client.host);
}
