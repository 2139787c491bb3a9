import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../config.js';
import { urlOf } from '../link.js';

/**
 * Where clients reach the service, without a slash at the end: `PUBLIC_URL`, else where this request came to. A proxy says
 * that only if it is trusted (`TRUST_PROXY`).
 */
export function publicUrlOf({ protocol, host }: FastifyRequest, { PUBLIC_URL }: Config): string {
  const requested = () => urlOf(`${protocol === 'https' ? 'https' : 'http'}://${host}`)?.origin;
  return PUBLIC_URL ?? requested() ?? 'http://localhost';
}

@Injectable()
class UrlPipe implements PipeTransform<FastifyRequest, string> {
  constructor(private readonly config: Config) {}

  transform(request: FastifyRequest): string {
    return publicUrlOf(request, this.config);
  }
}

const Request = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

/** Where clients reach the service, by its request. */
export const PublicUrl = (): ParameterDecorator => Request(UrlPipe);
