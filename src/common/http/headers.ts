import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';

/** Tells browsers that an answer of the API is data, not a page (OWASP REST Security Cheat Sheet). */
export const API_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};
/** The headers of an answer that no cache may keep (rules.md, "Errors"). */
export const UNCACHED_HEADERS = { ...API_HEADERS, 'cache-control': 'no-store' };

/** The headers of the documentation. Swagger UI has inline styles; everything else comes from this server. */
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

/** The user's own cache may keep an answer with an `ETag`, and asks again each time. */
function setVersionedHeaders(reply: FastifyReply): void {
  const vary = reply.getHeader('vary');
  reply
    .headers(API_HEADERS)
    .header('cache-control', 'private, no-cache')
    .header('vary', [...(vary ? [vary] : []), 'Authorization', 'Accept-Encoding'].join(', '));
}

/** Gives every answer its request id, its security headers and its cache headers. */
export function setHeaders(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id);
    if (request.routeOptions.url?.startsWith('/docs')) {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
      return setDocsHeaders(request.raw, reply.raw, done);
    }
    if (reply.hasHeader('etag')) setVersionedHeaders(reply);
    else reply.headers(UNCACHED_HEADERS);
    done();
  });
}
