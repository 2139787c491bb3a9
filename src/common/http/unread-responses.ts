import type { Server } from 'node:http';

/** Milliseconds of a connection's timer, and the expiries in a row without progress that close it. */
const PERIOD = 10_000;
const MOST_STALLS = 3;

/**
 * Closes connections whose clients have not read pending data for 30 s (rules.md, "Limits"). Slow readers
 * stay: when the kernel accepts part of a response, Node restarts the socket's timer and emits no event.
 */
export function closeUnread(server: Server, period = PERIOD): void {
  server.on('request', ({ socket }, response) => {
    let stalls = 0;
    let last = 0;
    response.setTimeout(period, () => {
      const now = performance.now();
      const isNext = now - last < 1.5 * period; // otherwise there was progress in between
      stalls = socket.writableLength === 0 ? 0 : isNext ? stalls + 1 : 1;
      last = now;
      if (stalls === MOST_STALLS) socket.destroy();
      else socket.setTimeout(period);
    });
  });
}
