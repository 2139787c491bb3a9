import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { fromRequest, type Locate } from '../api.decorators.js';
import type { Config } from '../config.js';

/** A resource with its version, a number or a name without quotes. Its response carries an `ETag`. */
export class Versioned<Resource> {
  /** @param mediaType media type of text, bytes or a stream; any other resource is sent as JSON */
  constructor(
    readonly resource: Resource,
    readonly version: number | string,
    readonly mediaType?: string,
  ) {}
}

/**
 * Whether an `If-Match` header names this version (RFC 9110, 13.1). A response has one tag in all content
 * codings: only ranges, which the service does not serve, need equal bytes.
 */
export const matches = (header: string, version: number | string): boolean =>
  header.split(',').some((tag) => ['*', `"${version}"`].includes(tag.trim()));

export const IfMatch = fromRequest(({ headers }) => headers['if-match']);

/** Sets `Location` and `ETag`, or sends 304. A hook costs far less than an interceptor. */
export function setResourceHeaders(server: FastifyInstance, { publicPath }: Config): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    const isVersioned = payload instanceof Versioned;
    const locate = request.routeOptions.config.locate as Locate<unknown> | undefined;
    if (reply.statusCode === 201 && locate) {
      const created = isVersioned ? payload.resource : payload;
      reply.header('location', publicPath + locate(created, request.params as Record<string, string>));
    }
    if (!isVersioned) return done(null, payload);
    reply.header('etag', `"${payload.version}"`);
    const isHead = request.method === 'HEAD';
    const condition = (isHead || request.method === 'GET') && request.headers['if-none-match'];
    // A weak tag counts too.
    if (condition && matches(condition.replaceAll('W/"', '"'), payload.version)) {
      // No body and no `Content-Length` (RFC 9110, 8.6), which Fastify omits from a HEAD only for a stream.
      const empty: unknown = isHead ? Readable.from([]) : null;
      reply
        .status(304)
        .removeHeader('content-type')
        .serializer(() => empty as string);
      return done(null, {});
    }
    if (payload.mediaType)
      reply.header('content-type', payload.mediaType).serializer((text: unknown) => text as string);
    done(null, payload.resource);
  });
}
