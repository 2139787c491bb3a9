import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';

/** A resource beside the count of its changes. */
export interface Versioned<Resource> {
  resource: Resource;
  version: number;
}

function entityTag(version: number): string {
  return `"${version}"`;
}

/** Whether an `If-Match` or `If-None-Match` header (RFC 9110, 13.1) names this version. */
export function namesVersion(header: string, version: number, { weak }: { weak: boolean }): boolean {
  const tags = header.split(',').map((tag) => tag.trim());
  const wanted = entityTag(version);
  return tags.some((tag) => tag === '*' || tag === wanted || (weak && tag === `W/${wanted}`));
}

/** The `If-Match` header, or undefined. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'],
);

/** Answers a `Versioned` resource with its `ETag`, or 304 where `If-None-Match` names it. */
@Injectable()
export class VersionedInterceptor implements NestInterceptor<Versioned<unknown>, unknown> {
  intercept(context: ExecutionContext, next: CallHandler<Versioned<unknown>>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ resource, version }) => {
        reply.header('etag', entityTag(version));
        const condition = request.headers['if-none-match'];
        const isRead = request.method === 'GET' || request.method === 'HEAD';
        if (!isRead || !condition || !namesVersion(condition, version, { weak: true })) return resource;
        reply.status(304);
        return undefined;
      }),
    );
  }
}
