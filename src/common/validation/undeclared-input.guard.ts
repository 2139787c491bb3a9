import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Faults, nameOf, tokenOf } from './faults.js';
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
    const { query, body, method, routeOptions } = context.switchToHttp().getRequest<FastifyRequest>();
    const hasClass = parametersOf(context).some((type) => type && membersOf(type).size > 0);
    const isRead = method === 'GET' || method === 'HEAD';
    const faults = new Faults();
    if (!(hasClass && isRead) && !routeOptions.config.ignoresQuery)
      declaredOf(NoInput, query as Members, nameOf, faults);
    if (!(hasClass && !isRead))
      declaredOf(NoInput, (body ?? {}) as Members, (name) => `/${tokenOf(name)}`, faults);
    faults.assertNone();
    return true;
  }
}

/** The types of a handler's parameters, as TypeScript emits them. */
function parametersOf(context: ExecutionContext): (Type | undefined)[] {
  const { prototype } = context.getClass();
  return Reflect.getMetadata('design:paramtypes', prototype, context.getHandler().name) ?? [];
}
