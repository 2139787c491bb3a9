import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { pino } from 'pino';
import { traceOf } from './trace.js';

/**
 * A possible calendar token or part of one: after `calendars/`, 16 or more characters that are not an id;
 * elsewhere, 40 or more. Ids are shorter, except those of some users.
 */
const SECRET = /(?<=calendars\/)(?![\da-f-]{36}(?:\/|$))[^/]{16,}|[\w%-]{40,}/gi;

/** The path of a request for logs and responses, with calendar tokens redacted, even if it is mistyped. */
export function redactedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(SECRET, ':token');
}

/** Logs one entry per response: never a header, a body, a query or a token. */
export function logRequests(server: FastifyInstance, log: pino.Logger, level: pino.Level): void {
  if (!log.isLevelEnabled(level)) return;
  server.addHook('onResponse', (request, reply, done) => {
    log[level]({
      requestId: request.id,
      method: request.method,
      path: redactedPath(request),
      status: reply.statusCode,
      userId: request.caller?.id,
      milliseconds: Math.round(reply.elapsedTime),
      code: reply.problem?.code,
      cause: reply.problem?.cause,
      traceId: traceOf(request)?.id,
    });
    done();
  });
}
