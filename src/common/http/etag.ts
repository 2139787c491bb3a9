import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locate } from './creates.js';

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

/** The tag of an answer, also in a coding: what is compressed is not the same byte by byte (RFC 9110, 8.8.3.3). */
const tagsOf = (version: Version) => [`"${version}"`, ...CODINGS.map((coding) => `"${version}-${coding}"`)];
export const tagOfCoding = (tag: string, coding: Coding) => tag.replace(/"$/, `-${coding}"`);

/**
 * The tag by which an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version, in whatever coding it was sent;
 * undefined where it does not.
 */
function namedTag(header: string, version: Version, { weak }: { weak: boolean }): string | undefined {
  const all = tagsOf(version);
  for (const each of header.split(',')) {
    const tag = each.trim();
    if (tag === '*') return all[0];
    const strong = weak ? tag.replace(/^W\//, '') : tag;
    if (all.includes(strong)) return strong;
  }
  return undefined;
}

/** Whether an `If-Match` header names this version. */
export function matches(header: string, version: Version): boolean {
  return namedTag(header, version, { weak: false }) !== undefined;
}

/** The `If-Match` header, or undefined. */
/** The `If-Match` header, or undefined. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/** What is a text or a stream already. */
const AS_IT_IS = (text: unknown) => text as string;
/** No body, and so no `Content-Length` either (RFC 9110, 8.6). */
const NOTHING = () => null as unknown as string;
/** The same for HEAD, where Fastify counts whatever is no stream. */
const NOTHING_OF_HEAD = () => Readable.from([]) as unknown as string;

/**
 * Gives every 201 its `Location`, and `Versioned` resources their `ETag`, or 304 where `If-None-Match` names it. It is a hook, since
 * an interceptor costs far more.
 */
export function answerResources(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    const isVersioned = payload instanceof Versioned;
    if (reply.statusCode === 201) {
      const locate = request.routeOptions.config.locate as Locate<unknown> | undefined;
      const created = isVersioned ? payload.resource : payload;
      if (locate) reply.header('location', locate(created, request.params as Record<string, string>));
    }
    if (!isVersioned) return done(null, payload);
    const condition = request.headers['if-none-match'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const held = isRead && condition && namedTag(condition, payload.version, { weak: true });
    reply.header('etag', held || `"${payload.version}"`);
    const isHead = request.method === 'HEAD';
    const nothing = isHead ? NOTHING_OF_HEAD : NOTHING;
    const isStream = payload.resource instanceof Readable;
    if (!held) {
      // What nobody gets is not read.
      if (payload.mediaType)
        reply.header('content-type', payload.mediaType).serializer(isHead && isStream ? nothing : AS_IT_IS);
      return done(null, payload.resource);
    }
    reply.status(304).removeHeader('content-type').serializer(nothing);
    done(null, {});
  });
}
