import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Config } from '../common/config.js';
import { urlOf } from '../common/link.js';

/** Where the request says that it was sent to; a proxy says it only if it is trusted (`TRUST_PROXY`). */
const RequestedUrl = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { protocol, host } = context.switchToHttp().getRequest<FastifyRequest>();
  const url = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  return urlOf(url)?.origin ?? 'http://localhost';
});

@Injectable()
class ConfiguredUrl implements PipeTransform<string, string> {
  constructor(private readonly config: Config) {}

  transform(requested: string): string {
    return this.config.PUBLIC_URL ?? requested;
  }
}

/** Where clients reach the service, without a slash at the end: `PUBLIC_URL`, else where this request came to. */
export const PublicUrl = (): ParameterDecorator => RequestedUrl(ConfiguredUrl);
