import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What Node has on a socket but does not declare. */
interface SocketInternals {
  /** With the bytes handed to libuv, and how many of them still wait for the kernel. */
  _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  /** The answer whose turn it is on the connection. */
  _httpMessage?: ServerResponse | null;
}

/** Bytes that the kernel has. An answer is one write, and Node's streams report no part of a write. */
export function bytesFlushed(socket: Socket): number {
  const { _handle: handle } = socket as SocketInternals;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/**
 * Whether part of an answer has been sent, so that another would corrupt it. To keep the answers of each connection
 * ourselves would cost 2 KB for every idle one.
 */
export function isBeingAnswered(socket: Socket): boolean {
  return (socket as SocketInternals)._httpMessage?.headersSent ?? false;
}
