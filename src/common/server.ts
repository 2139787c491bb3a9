import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import rateLimit from '@fastify/rate-limit';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import type { Config } from './config.js';
import { acceptJsonOnly, parseQuery } from './json-body.js';
import { Problem, sendProblem } from './problem.js';

/** Bytes of a body (contract.md 1). */
const BODY_LIMIT = 1024 * 1024;
/** Milliseconds in which a request must have arrived, and idle connections are kept. */
const REQUEST_TIMEOUT = 15_000;
const KEEP_ALIVE_TIMEOUT = 65_000;
/** Longer than any id that a request line has room for, so that every id reaches its handler and is 404 there. */
const MAX_PARAM_LENGTH = 16_384;

/** What browsers are told about every answer of the API: it is data, no page (OWASP REST Security Cheat Sheet). */
const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** What they are told about the documentation. Swagger UI styles its parts inline; everything else comes from here. */
const setDocsHeaders = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      upgradeInsecureRequests: null,
    },
  },
});

/** A request's own id where it is 1 to 128 printable characters, else a new one. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\x20-\x7e]{1,128}$/.test(given) ? given : randomUUID();
}

/** The HTTP server: its limits, and how it reads what comes in. */
export function createServer(): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT,
    // A limit of the head above that of the request would change places with it: Node swaps the two.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: REQUEST_TIMEOUT },
    genReqId: requestId,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, querystringParser: parseQuery },
    // While it stops, what is in flight is answered and idle connections are let go.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path that does not decode names nothing. No hook runs for it.
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) =>
      sendProblem(new Problem('NOT_FOUND'), request, reply.header('x-content-type-options', 'nosniff')),
  });
}

/** Sets up what every request passes: CORS, security headers, request id, rate limit and the JSON parser. */
export async function secureServer(app: NestFastifyApplication, config: Config): Promise<void> {
  const server = app.getHttpAdapter().getInstance();
  const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After'];
  if (config.CORS_ORIGINS)
    app.enableCors({
      origin: config.CORS_ORIGINS,
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
      exposedHeaders: ['ETag', 'X-Request-Id', ...rateLimitHeaders],
      maxAge: 600,
      strictPreflight: false, // any OPTIONS is answered alike
    });
  acceptJsonOnly(server);
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    if (request.routeOptions.url?.startsWith('/docs')) return setDocsHeaders(request.raw, reply.raw, done);
    reply.headers(API_HEADERS);
    done();
  });
  if (config.RATE_LIMIT !== null)
    await app.register(rateLimit, {
      max: config.RATE_LIMIT,
      timeWindow: '1 minute',
      enableDraftSpec: true,
      keyGenerator: ({ caller, ip }) => (caller ? `user ${caller.id}` : `address ${ip}`),
      allowList: ({ routeOptions }) => routeOptions.config.unlimited === true,
      errorResponseBuilder: () => new Problem('RATE_LIMITED'),
    });
}
