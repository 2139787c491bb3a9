import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import { Problem, sendProblem } from '../problem.js';
import { handleBadHttp, refuseBadHttp } from './bad-http.js';
import { compressResponses } from './compression.js';
import { setHeaders, UNCACHED_HEADERS } from './headers.js';
import { LIMIT_HEADERS, limitRequests } from './limits.js';
import { acceptJsonOnly, parseQuery } from './parsers.js';
import { decoratePublicUrl } from './public-url.js';

/** Milliseconds within which a whole request must arrive. */
const REQUEST_TIMEOUT = 15_000;

/** Frontends on a developer's machine. Outside production, CORS allows them by default. */
const LOCAL_ORIGINS = [/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/];
/** The headers that pages of other origins may read. */
const EXPOSED = 'API-Version Content-Disposition Deprecation ETag Location Sunset X-Request-Id'.split(' ');

/** The `X-Request-Id` of a request if it has 1 to 128 printable characters, else a new id. */
function requestId(request: IncomingMessage): string {
  const ownId = request.headers['x-request-id'];
  return typeof ownId === 'string' && /^[\x20-\x7e]{1,128}$/.test(ownId) ? ownId : randomUUID();
}

const noSchemas = (): never => {
  throw new Error('Requests have DTOs. Schemas of Fastify are not compiled.');
};

export function createServer({ TRUST_PROXY }: Config): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: 1024 * 1024,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: 65_000, // of an idle connection
    trustProxy:
      typeof TRUST_PROXY === 'number' ? (_address, hop) => hop < TRUST_PROXY : (TRUST_PROXY ?? false),
    http: {
      connectionsCheckingInterval: 1_000,
      // Node swaps the two timeouts if this one is longer.
      headersTimeout: REQUEST_TIMEOUT,
      requireHostHeader: false, // `handleBadHttp` requires it, with a problem
    },
    genReqId: requestId,
    routerOptions: {
      maxParamLength: 16_384, // longer than a request line, so every id reaches its handler and is 404 there
      querystringParser: parseQuery,
      ignoreTrailingSlash: true,
    },
    // Fastify then does not load its compilers, which takes 90 ms.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // At shutdown, requests in flight complete and idle connections are closed.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: refuseBadHttp,
    // Handles a path that cannot be decoded: no hook runs for it.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(new Problem('NOT_FOUND'), request, reply.headers(UNCACHED_HEADERS)),
  });
}

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

/** Adds the hooks that run after authentication: CORS, headers, limits, the JSON parser and compression. */
export function secureServer(app: NestFastifyApplication, config: Config): void {
  const server = app.getHttpAdapter().getInstance();
  decoratePublicUrl(server, config);
  closeUnread(server.server);
  handleBadHttp(server);
  const origin = config.CORS_ORIGINS ?? (config.production ? undefined : LOCAL_ORIGINS);
  if (origin)
    app.enableCors({
      origin,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [...EXPOSED, ...LIMIT_HEADERS],
      maxAge: 600,
      strictPreflight: false, // every OPTIONS gets the same response
    });
  acceptJsonOnly(server);
  setHeaders(server);
  if (config.RATE_LIMIT !== null) limitRequests(server, config.RATE_LIMIT);
  if (config.COMPRESSION) compressResponses(server);
}
