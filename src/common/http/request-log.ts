import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { pino } from 'pino';

/**
 * What may be the token of a calendar, or a part of it: what follows the word where that is no id, and anywhere else what is as
 * long. Ids are shorter, but for those of some users.
 */
const SECRET = /(?<=calendars\/)(?![\da-f-]{36}(?:\/|$))[^/]{16,}|[\w%-]{40,}/gi;

/** The path of a request for logs and answers, without the token of a calendar, also where the path was mistyped. */
export function redactedPath({ url }: Pick<FastifyRequest, 'url'>): string {
  const [path = ''] = url.split('?', 1);
  return path.replace(SECRET, ':token');
}

/** Logs one line a request, when it is answered: never a header, a body, a query or a token. */
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
    });
    done();
  });
}
