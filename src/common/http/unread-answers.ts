import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bytesTaken } from './node.internals.js';

/** Milliseconds between two looks, and how many looks in a row may find that a client has read nothing. */
const LOOK_EVERY = 1_000;
const PATIENCE = 30;
/** The same once the server closes: what nobody reads is not to hold up the stop, nor to make it fail. */
const PATIENCE_AT_CLOSE = 3;

/**
 * Closes connections whose client does not read what waits for it (decisions.md, "Limits"): 30 s without a byte taken. One that
 * reads slowly is kept. Looks are counted, not time: nobody can read while the process itself is busy.
 * @param timing milliseconds between two looks, and the looks without progress after which a connection is closed
 */
export function closeUnread(server: Server, { lookEvery = LOOK_EVERY, patience = PATIENCE } = {}): void {
  const progress = new Map<Socket, { taken: number; looks: number }>();
  server.on('connection', (socket) => {
    progress.set(socket, { taken: 0, looks: 0 });
    socket.once('close', () => progress.delete(socket));
  });
  const look = () => {
    for (const [socket, seen] of progress) {
      const taken = bytesTaken(socket);
      seen.looks = socket.writableLength > 0 && taken === seen.taken ? seen.looks + 1 : 0;
      seen.taken = taken;
      if (seen.looks >= (server.listening ? patience : PATIENCE_AT_CLOSE)) socket.destroy();
    }
  };
  const looks = setInterval(look, lookEvery).unref();
  server.once('close', () => clearInterval(looks));
}
