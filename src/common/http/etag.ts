import { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Letters, digits, - and _ as a text, or a number. */
type Version = number | string;

/** A resource with its version. An answer of this class carries an `ETag`. */
export class Versioned<Resource> {
  /** @param mediaType of a resource that is a text; any other is JSON */
  constructor(
    readonly resource: Resource,
    readonly version: Version,
    readonly mediaType?: string,
  ) {}
}

function entityTag(version: Version): string {
  return `"${version}"`;
}

/** Whether an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version. */
export function namesVersion(header: string, version: Version, { weak }: { weak: boolean }): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  const wanted = entityTag(version);
  return tags.some((tag) => tag === '*' || tag === wanted || (weak && tag === `W/${wanted}`));
}

/** The `If-Match` header, or undefined. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/** The `If-None-Match` header, or undefined. */
export const IfNoneMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-none-match'],
);

/** What is a text already. */
const AS_IT_IS = (text: unknown) => text as string;
/** No body, and so no `Content-Length` either (RFC 9110, 8.6). */
const NOTHING = () => null as unknown as string;
/** The same for HEAD, where Fastify counts whatever is no stream. */
const NOTHING_OF_HEAD = () => Readable.from([]) as unknown as string;

/**
 * Answers `Versioned` resources with their `ETag`, or 304 where `If-None-Match` names it. It is a hook, since an
 * interceptor costs far more.
 */
export function answerVersions(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (!(payload instanceof Versioned)) return done(null, payload);
    reply.header('etag', entityTag(payload.version));
    const condition = request.headers['if-none-match'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !condition || !namesVersion(condition, payload.version, { weak: true })) {
      if (payload.mediaType) reply.header('content-type', payload.mediaType).serializer(AS_IT_IS);
      return done(null, payload.resource);
    }
    const nothing = request.method === 'HEAD' ? NOTHING_OF_HEAD : NOTHING;
    reply.status(304).removeHeader('content-type').serializer(nothing);
    done(null, {});
  });
}
