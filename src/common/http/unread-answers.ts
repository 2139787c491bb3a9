import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bytesFlushed } from './node.internals.js';

/** Milliseconds between two checks, and how many checks in a row may find that a client has read nothing. */
const CHECK_EVERY = 1_000;
const MOST_CHECKS = 30;
/** The same once the server closes, so that an answer that nobody reads does not delay the stop. */
const MOST_CHECKS_AT_CLOSE = 3;

/**
 * Closes connections whose clients have not read for 30 s what waits for them (decisions.md, "Limits"). Those who read
 * slowly are kept. Checks are counted, not time, since nobody can read while the process itself is busy.
 * @param timing milliseconds between two checks, and how many without progress close a connection
 */
export function closeUnread(
  server: Server,
  { checkEvery = CHECK_EVERY, mostChecks = MOST_CHECKS } = {},
): void {
  const progress = new Map<Socket, { flushed: number; checks: number }>();
  server.on('connection', (socket) => {
    progress.set(socket, { flushed: 0, checks: 0 });
    socket.once('close', () => progress.delete(socket));
  });
  const check = () => {
    for (const [socket, last] of progress) {
      const flushed = bytesFlushed(socket);
      last.checks = socket.writableLength > 0 && flushed === last.flushed ? last.checks + 1 : 0;
      last.flushed = flushed;
      if (last.checks >= (server.listening ? mostChecks : MOST_CHECKS_AT_CLOSE)) socket.destroy();
    }
  };
  const timer = setInterval(check, checkEvery).unref();
  server.once('close', () => clearInterval(timer));
}
