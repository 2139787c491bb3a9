import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { awaitsAnswer } from './open-answers.js';

/** How often in a row a connection's timer may end without progress. */
const MOST_STALLS = 3;
/** Milliseconds of the timer. */
const PERIOD = 10_000;
/** The same once the server stops, so that an answer that nobody reads does not delay it. */
const PERIOD_AT_STOP = 1_000;

/**
 * Closes connections whose clients have not read for 30 s what waits for them (rules.md, "Limits"). Those
 * who read slowly are kept: where the kernel has taken part of an answer, Node winds a socket's timer up
 * again and reports nothing.
 * @param server whose open answers are followed, too (`followAnswers`)
 * @returns a function to call when the server stops
 */
export function closeUnread(server: Server, period = PERIOD): () => void {
  const sockets = new Set<Socket>();
  let current = period;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    let stalls = 0;
    let last = 0;
    response.setTimeout(current, () => {
      const now = performance.now();
      const isNext = now - last < 1.5 * current; // else there was progress in between
      stalls = socket.writableLength === 0 ? 0 : isNext ? stalls + 1 : 1;
      last = now;
      if (stalls === MOST_STALLS) socket.destroy();
      else socket.setTimeout(current);
    });
  });
  return () => {
    current = PERIOD_AT_STOP;
    for (const socket of sockets) if (awaitsAnswer(socket)) socket.setTimeout(current);
  };
}
