import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds between two looks, and how many looks in a row may find that a client has read nothing. */
const LOOK_EVERY = 1_000;
const PATIENCE = 30;
/** The same once the server closes: what nobody reads is not to hold up the stop, nor to make it fail. */
const PATIENCE_AT_CLOSE = 3;

/** What Node knows of a socket below its own buffers. Its own socket time-outs use the same. */
interface Handle {
  /** Bytes handed to libuv, and those of them that the kernel has not taken. */
  bytesWritten: number;
  writeQueueSize: number;
}

/** Bytes that the kernel has taken. An answer is one write, and Node's streams report it only when it is complete. */
function bytesTaken(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

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
