import type pg from 'pg';
import { bareConnection, cancelKeyOf } from './pg.internals.js';

/** Milliseconds that a cancel request may take. A server may be paused for a moment. */
const TIMEOUT = 5_000;

/**
 * Asks the server to end what a client runs (PostgreSQL protocol, "Canceling Requests in Progress"). The request has a
 * connection of its own and needs no session, so it passes a transaction-pooling proxy. It never fails, and the server
 * never says whether it came in time.
 */
export function requestCancel(client: pg.Client): void {
  const key = cancelKeyOf(client);
  if (!key) return;
  const { host, port, ssl } = client;
  const connection = bareConnection(ssl);
  const send = () => connection.cancel(...key);
  connection.on('error', () => connection.stream.destroy());
  connection.on('connect', () => (ssl ? connection.requestSsl() : send()));
  connection.on('sslconnect', send);
  const timeout = setTimeout(() => connection.stream.destroy(), TIMEOUT);
  connection.on('end', () => clearTimeout(timeout)); // the server closes it
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
