import type { FastifyInstance } from 'fastify';
import type { pino } from 'pino';
import { shownPath } from './shown-path.js';

/** Logs one line a request, when it is answered: never a header, a body, a query or a token. */
export function logRequests(server: FastifyInstance, log: pino.Logger, level: pino.Level): void {
  if (!log.isLevelEnabled(level)) return;
  server.addHook('onResponse', (request, reply, done) => {
    log[level]({
      requestId: request.id,
      method: request.method,
      path: shownPath(request),
      status: reply.statusCode,
      userId: request.caller?.id,
      milliseconds: Math.round(reply.elapsedTime),
    });
    done();
  });
}
