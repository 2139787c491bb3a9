import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of each connection that are not sent completely, in the order in which they go out. */
const open = new WeakMap<Socket, Set<ServerResponse>>();

/** Remembers the open answers of a server's connections. An idle connection costs nothing. */
export function followAnswers(server: Server): void {
  server.on('request', ({ socket }, response) => {
    const answers = open.get(socket) ?? new Set();
    open.set(socket, answers.add(response));
    response.once('close', () => {
      answers.delete(response);
      if (answers.size === 0) open.delete(socket);
    });
  });
}

/** Whether a request of the connection waits for its answer, or for the rest of it. */
export function awaitsAnswer(socket: Socket): boolean {
  return open.has(socket);
}

/** Whether part of an answer has been sent, so that another would corrupt it. */
export function isBeingAnswered(socket: Socket): boolean {
  const [first] = open.get(socket) ?? [];
  return first?.headersSent ?? false;
}
