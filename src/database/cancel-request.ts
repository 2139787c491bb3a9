import type pg from 'pg';
import { bareConnection, cancelKeyOf } from './pg.internals.js';

/** Milliseconds that a cancel request may take, even to a server that is paused for a moment. */
const LIMIT = 5_000;

/**
 * Asks the server to end what a connection runs, by a connection of its own (PostgreSQL protocol, "Canceling Requests
 * in Progress"). It needs no session, so it works through a transaction-pooling proxy. The server never says whether
 * it was in time. It never fails.
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
  const limit = setTimeout(() => connection.stream.destroy(), LIMIT);
  connection.on('end', () => clearTimeout(limit)); // the server closes it
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
