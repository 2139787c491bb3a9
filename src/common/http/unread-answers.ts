import type { Server } from 'node:http';

/** Milliseconds of a connection's timer, and how often in a row it may end without progress. */
const PERIOD = 10_000;
const MOST_STALLS = 3;

/**
 * Closes connections whose clients have not read for 30 s what waits for them (rules.md, "Limits"). Those
 * who read slowly are kept: where the kernel has taken part of an answer, Node winds a socket's timer up
 * again and reports nothing.
 */
export function closeUnread(server: Server, period = PERIOD): void {
  server.on('request', ({ socket }, response) => {
    let stalls = 0;
    let last = 0;
    response.setTimeout(period, () => {
      const now = performance.now();
      const isNext = now - last < 1.5 * period; // else there was progress in between
      stalls = socket.writableLength === 0 ? 0 : isNext ? stalls + 1 : 1;
      last = now;
      if (stalls === MOST_STALLS) socket.destroy();
      else socket.setTimeout(period);
    });
  });
}
