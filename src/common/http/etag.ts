import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { fromRequest, type Locate } from '../api.decorators.js';
import type { Config } from '../config.js';

/** Letters, digits, - and _ as a text, or a number. */
type Version = number | string;

/** A resource with its version. An answer of this class carries an `ETag`. */
export class Versioned<Resource> {
  /** @param mediaType of a resource that is a text, or a stream of one; any other is JSON */
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    readonly mediaType?: string,
  ) {}
}

/** How an answer may be compressed, the best first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** The tag of an answer in a coding: what is compressed is not the same byte by byte (RFC 9110, 8.8.3.3). */
export const tagOfCoding = (tag: string, coding: Coding) => tag.replace(/"$/, `-${coding}"`);

/**
 * The tag by which an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version, in whatever coding it was sent;
 * undefined where it does not.
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
 * Gives every 201 its `Location`, and `Versioned` resources their `ETag`, or 304 where `If-None-Match` names it. It is a hook, since
 * an interceptor costs far more.
 */
export function answerResources(server: FastifyInstance, { publicPath }: Config): void {
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
    const held =
      (isHead || request.method === 'GET') &&
      condition &&
      namedTag(condition, payload.version, { weak: true });
    reply.header('etag', held || `"${payload.version}"`);
    if (held) {
      // No body, and so no `Content-Length` (RFC 9110, 8.6), which Fastify gives to a HEAD of anything but a stream.
      const nothing: unknown = isHead ? Readable.from([]) : null;
      reply
        .status(304)
        .removeHeader('content-type')
        .serializer(() => nothing as string);
      return done(null, {});
    }
    if (payload.mediaType)
      reply.header('content-type', payload.mediaType).serializer((text: unknown) => text as string);
    done(null, payload.resource);
  });
}
