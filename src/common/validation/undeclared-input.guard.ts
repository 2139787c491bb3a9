import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Faults } from './faults.js';
import { declaredOf, type Members, membersOf } from './members.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It takes any query parameter, and ignores it. */
    ignoresQuery?: boolean;
  }
}

/** What a route takes that declares nothing. */
class NoInput {}

/**
 * Refuses query parameters and members of a body where a route declares none, since no pipe sees those. A
 * request class is the query of a GET, and the body of any other method (`test/routes.spec.ts`). It runs
 * after the ownership guard.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const types: (Type | undefined)[] =
      Reflect.getMetadata('design:paramtypes', context.getClass().prototype, context.getHandler().name) ?? [];
    const declared = /^(GET|HEAD)$/.test(request.method) ? 'query' : 'body';
    const hasClass = types.some((type) => type && membersOf(type).size > 0);
    const { ignoresQuery } = request.routeOptions.config;
    for (const kind of ['query', 'body'] as const) {
      if ((hasClass && kind === declared) || (ignoresQuery && kind === 'query')) continue;
      const faults = new Faults(kind);
      declaredOf(NoInput, (request[kind] ?? {}) as Members, [], faults);
      faults.assertNone();
    }
    return true;
  }
}
