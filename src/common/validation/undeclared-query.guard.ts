import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { declaresQuery } from '../nest.internals.js';
import { Faults, nameOf } from './faults.js';

/** Refuses query parameters where a route declares none, since no pipe sees those. It runs after the ownership guard. */
@Injectable()
export class UndeclaredQueryGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const names = Object.keys(context.switchToHttp().getRequest<{ query: object }>().query);
    if (names.length === 0 || declaresQuery(context.getClass(), context.getHandler().name)) return true;
    const faults = new Faults();
    for (const name of names) faults.add(nameOf(name), 'is not known');
    faults.assertNone();
    return true;
  }
}
