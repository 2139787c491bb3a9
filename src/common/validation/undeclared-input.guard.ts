import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { declaresBody, declaresQuery } from '../nest.internals.js';
import { Faults, nameOf, tokenOf } from './faults.js';
import { isObject } from './request-class.js';

/** Refuses query parameters and members of a body where a route declares none, since no pipe sees those. It runs after the ownership guard. */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, body } = context.switchToHttp().getRequest<FastifyRequest>();
    const [controller, method] = [context.getClass(), context.getHandler().name];
    const faults = new Faults();
    if (!declaresQuery(controller, method)) refuseAll(query, nameOf, faults);
    if (!declaresBody(controller, method)) refuseAll(body, (name) => `/${tokenOf(name)}`, faults);
    faults.assertNone();
    return true;
  }
}

function refuseAll(sent: unknown, pointerOf: (name: string) => string, faults: Faults): void {
  for (const name of isObject(sent) ? Object.keys(sent) : []) {
    if (faults.areEnough) return;
    faults.add(pointerOf(name), 'is not known');
  }
}
