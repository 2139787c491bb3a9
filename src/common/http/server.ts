import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { Problem, sendProblem } from '../problem.js';
import { answerOddHttp, refuseBadHttp } from './bad-http.js';
import { compressAnswers } from './compression.js';
import { setHeaders, UNCACHED_HEADERS } from './headers.js';
import { acceptJsonOnly } from './json-body.js';
import { LIMIT_HEADERS, limitRequests } from './limits.js';
import { namePublicUrl } from './public-url.js';
import { parseQuery } from './query-string.js';
import { closeUnread } from './unread-answers.js';

/** Milliseconds in which a request has to arrive. */
const REQUEST_TIMEOUT = 15_000;

/** Frontends on a developer's machine. In development they are allowed origins by default. */
const LOCAL_ORIGINS = [/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/];

/** A request's own id where it is 1 to 128 printable characters, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** The HTTP server: its limits, and how it reads what comes in. */
export function createServer({ TRUST_PROXY }: Config): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 65_000, // of an idle connection
    trustProxy:
      typeof TRUST_PROXY === 'number' ? (_address, hop) => hop < TRUST_PROXY : (TRUST_PROXY ?? false),
    http: {
      connectionsCheckingInterval: 1_000,
      // Node swaps the two where this one is longer.
      headersTimeout: REQUEST_TIMEOUT,
      requireHostHeader: false, // `answerOddHttp` requires it, with a problem
    },
    genReqId: requestId,
    routerOptions: {
      maxParamLength: 16_384, // more than fits into a request line, so every id reaches its handler and is 404 there
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
    },
    // While it stops, requests in flight are answered and idle connections are closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseBadHttp,
    // For a path that cannot be decoded, where no hook runs.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(new Problem('NOT_FOUND'), request, reply.headers(UNCACHED_HEADERS)),
  });
}

/** Sets up what every request passes after authentication: CORS, headers, limits, the JSON parser, and compression. */
export function secureServer(app: NestFastifyApplication, config: Config): void {
  const server = app.getHttpAdapter().getInstance();
  namePublicUrl(server, config);
  closeUnread(server.server);
  answerOddHttp(server);
  const origin = config.CORS_ORIGINS ?? (config.production ? undefined : LOCAL_ORIGINS);
  if (origin)
    app.enableCors({
      origin,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: ['Content-Disposition', 'ETag', 'Location', 'X-Request-Id', ...LIMIT_HEADERS],
      maxAge: 600,
      strictPreflight: false, // every OPTIONS gets the same answer
    });
  acceptJsonOnly(server);
  setHeaders(server);
  if (config.RATE_LIMIT !== null) limitRequests(server, config.RATE_LIMIT);
  if (config.COMPRESSION) compressAnswers(server);
}
