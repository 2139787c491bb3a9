import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { fromRequest, type Locate } from '../api.decorators.js';
import type { Config } from '../config.js';

/** A number, or a string of letters, digits, - and _. */
type Version = number | string;

/** A resource with its version. A response of this class carries an `ETag`. */
export class Versioned<Resource> {
  /** @param mediaType media type of text, bytes or a stream; any other resource is sent as JSON */
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    readonly mediaType?: string,
  ) {}
}

/** The supported content codings, in order of preference. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** The tag of a compressed response: its bytes differ from the plain ones (RFC 9110, 8.8.3.3). */
export const tagOfCoding = (tag: string, coding: Coding) => tag.replace(/"$/, `-${coding}"`);

/**
 * The tag with which an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version, in any
 * content coding; undefined if it does not.
 */
function namedTag(header: string, version: Version, { weak }: { weak: boolean }): string | undefined {
  const plain = `"${version}"`;
  const tags = [plain, ...CODINGS.map((coding) => tagOfCoding(plain, coding))];
  const named = header.split(',').map((tag) => (weak ? tag.trim().replace(/^W\//, '') : tag.trim()));
  return named.includes('*') ? plain : tags.find((tag) => named.includes(tag));
}

/** Whether an `If-Match` header names this version. */
export function matches(header: string, version: Version): boolean {
  return namedTag(header, version, { weak: false }) !== undefined;
}

/** The `If-Match` header, or undefined. */
export const IfMatch = fromRequest(({ headers }) => headers['if-match']);

/**
 * Sets the `Location` of every 201 and the `ETag` of `Versioned` resources, or sends 304 if `If-None-Match`
 * names it. A hook costs far less than an interceptor.
 */
export function setResourceHeaders(server: FastifyInstance, { publicPath }: Config): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    const isVersioned = payload instanceof Versioned;
    const locate = request.routeOptions.config.locate as Locate<unknown> | undefined;
    if (reply.statusCode === 201 && locate) {
      const created = isVersioned ? payload.resource : payload;
      reply.header('location', publicPath + locate(created, request.params as Record<string, string>));
    }
    if (!isVersioned) return done(null, payload);
    const condition = request.headers['if-none-match'];
    const isHead = request.method === 'HEAD';
    const clientTag =
      (isHead || request.method === 'GET') &&
      condition &&
      namedTag(condition, payload.version, { weak: true });
    reply.header('etag', clientTag || `"${payload.version}"`);
    if (clientTag) {
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
