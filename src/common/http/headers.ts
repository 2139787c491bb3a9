import type { FastifyInstance } from 'fastify';
import { VERSION } from '../config.js';

const EVERYWHERE = {
  'api-version': VERSION,
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
};
/** Declares API responses to be data, not pages (OWASP REST Security Cheat Sheet). */
const OF_DATA = {
  ...EVERYWHERE,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};
/** The headers of a response that no cache may store (rules.md, "Errors"). */
export const UNCACHED_HEADERS = { ...OF_DATA, 'cache-control': 'no-store' };
/** The headers of a response with an `ETag`: the user's own cache may store it, but must revalidate it. */
const VERSIONED_HEADERS = { ...OF_DATA, 'cache-control': 'private, no-cache' };
/** The headers of the documentation. Swagger UI has inline styles; everything else comes from this server. */
const DOCS_HEADERS = {
  ...EVERYWHERE,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; " +
    "form-action 'self'; frame-ancestors 'self'; object-src 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
};

/** Sets the request id, the security headers and the cache headers of every response. */
export function setHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    const vary = [reply.getHeader('vary'), 'Authorization', 'Accept-Encoding'];
    reply.header('vary', vary.filter(Boolean).join(', '));
    const { deprecated } = request.routeOptions.config;
    if (deprecated) {
      reply.header('deprecation', `@${Date.parse(deprecated.since) / 1_000}`); // RFC 9745
      reply.header('sunset', new Date(deprecated.sunset).toUTCString()); // RFC 8594
    }
    if (request.routeOptions.url?.startsWith('/docs')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
      reply.headers(DOCS_HEADERS);
    } else reply.headers(reply.hasHeader('etag') ? VERSIONED_HEADERS : UNCACHED_HEADERS);
    done();
  });
}
