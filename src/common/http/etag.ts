import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A resource with its version. An answer of this class carries an `ETag`. */
export class Versioned<Resource> {
  constructor(
    readonly resource: Resource,
    readonly version: number,
  ) {}
}

/** How an answer may be compressed, the best first. */
export const CODINGS = ['br', 'gzip'] as const;
export type Coding = (typeof CODINGS)[number];

/** A tag with its version. What is compressed has a tag of its own, since it is not the same byte by byte (RFC 9110, 8.8.3.3). */
const TAG = new RegExp(`^(W/)?("(\\d+)(?:-(?:${CODINGS.join('|')}))?")$`);

function entityTag(version: number): string {
  return `"${version}"`;
}

/** The tag of an answer that is sent in this coding. */
export function tagOfCoding(tag: string, coding: Coding): string {
  return tag.replace(/"$/, `-${coding}"`);
}

/**
 * The tag by which an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version, in whatever coding it was sent;
 * undefined where it does not.
 */
function namedTag(header: string, version: number, { weak }: { weak: boolean }): string | undefined {
  for (const each of header.split(',')) {
    const tag = each.trim();
    if (tag === '*') return entityTag(version);
    const [, isWeak, strong, named] = TAG.exec(tag) ?? [];
    if (named === String(version) && (weak || !isWeak)) return strong;
  }
  return undefined;
}

/** Whether an `If-Match` header names this version. */
export function matches(header: string, version: number): boolean {
  return namedTag(header, version, { weak: false }) !== undefined;
}

/** The `If-Match` header, or undefined. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/** No body, and so no `Content-Length` either (RFC 9110, 8.6). */
const NOTHING = () => null as unknown as string;

/**
 * Answers `Versioned` resources with their `ETag`, or 304 where `If-None-Match` names it. It is a hook, since an
 * interceptor costs far more.
 */
export function answerVersions(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (!(payload instanceof Versioned)) return done(null, payload);
    const condition = request.headers['if-none-match'];
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const held = isRead && condition && namedTag(condition, payload.version, { weak: true });
    reply.header('etag', held || entityTag(payload.version));
    if (!held) return done(null, payload.resource);
    reply.status(304).removeHeader('content-type').serializer(NOTHING);
    done(null, {});
  });
}
