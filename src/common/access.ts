import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
  type Type,
} from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { ApiBearerAuth, ApiParam } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Answers, fromRequest, Route } from './api.decorators.js';
import { Problem, type ProblemCode } from './problem.js';

/** Who calls: the verified token's subject, and what it says of the person. */
export interface Caller {
  /** The token's `sub`. */
  id: string;
  name: string | null;
  picture: string | null;
  email: string | null;
  /** Seconds since the epoch at which the token ends. */
  expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every operation that is not public. */
    caller?: Caller;
    /** The resource of the path's id, found by the guard. */
    resource?: object;
  }
  interface FastifyContextConfig {
    /** The route needs a token. It is checked before the body is read. */
    authenticated?: boolean;
  }
}

/** Who may see a resource, and who may do what with it. */
export interface AccessPolicy<Resource extends object = object> {
  /** The resource of this id, which may be any text, or undefined. `params` has all ids of the path. */
  find(id: string, caller: Caller, params: Record<string, string>): Promise<Resource | null | undefined>;
  /** Whether the caller may know that it exists. If not, the answer is 404. Without it, everyone may. */
  maySee?(resource: Resource, caller: Caller): boolean;
  /** Why the caller may not do what the route does, or undefined where they may. Without it, nobody may. */
  refusal?(resource: Resource, caller: Caller): ProblemCode | undefined | Promise<ProblemCode | undefined>;
}

const ACCESS = Symbol('access');

interface ByPolicy {
  kind: 'visible' | 'allowed';
  policy: Type<AccessPolicy>;
  /** The parameter of the path that is the resource's id. */
  param: string;
}
type Access = { kind: 'public' | 'signed-in' } | ByPolicy;

/** What a route declares. `test/routes.spec.ts` checks that every route does. */
export const accessOf = (handler: object): Access | undefined => Reflect.getMetadata(ACCESS, handler);

const declare = (access: Access) =>
  applyDecorators(SetMetadata(ACCESS, access), Route({ authenticated: true }), ApiBearerAuth());

/** Anyone, without a token. */
export const Public = () => SetMetadata(ACCESS, { kind: 'public' });

/** Any authenticated user. */
export const SignedIn = () => declare({ kind: 'signed-in' });

const withPolicy = (kind: ByPolicy['kind'], policy: Type<AccessPolicy>, param: string) => {
  const documented = ApiParam({ name: param, type: 'string' });
  return applyDecorators(declare({ kind, policy, param }), documented, Answers('NOT_FOUND'));
};

/** Everyone who may see the resource in the path. */
export const Visible = (policy: Type<AccessPolicy>, param = 'id') => withPolicy('visible', policy, param);

/** Everyone whom the policy does not refuse. `refusals` are its codes. */
export const Allowed = (policy: Type<AccessPolicy>, param: string, ...refusals: ProblemCode[]) =>
  applyDecorators(withPolicy('allowed', policy, param), Answers(...refusals));

/** The owner of the resource in the path. Others get 403 where they may see it, else 404. */
export const Owned = (policy: Type<AccessPolicy>, param = 'id', ...refusals: ProblemCode[]) =>
  Allowed(policy, param, 'NOT_OWNER', ...refusals);

/** The caller of the operation. */
export const CurrentCaller = fromRequest(({ caller }): Caller => {
  if (!caller) throw new Problem('UNAUTHENTICATED');
  return caller;
});

/** The resource that the guard has found for `@Visible`, `@Allowed` or `@Owned`. */
export const Resource = fromRequest(({ resource }) => resource);

/**
 * The resource of an id, for a caller who may see it, and whom the policy does not refuse.
 * @param params all ids of the path, where there are several
 * @throws Problem NOT_FOUND, or as the policy refuses
 */
export async function admit<Resource extends object>(
  policy: AccessPolicy<Resource>,
  kind: ByPolicy['kind'],
  { id, caller, params = {} }: { id: string; caller: Caller; params?: Record<string, string> },
): Promise<Resource> {
  const resource = await policy.find(id, caller, params);
  if (!resource || policy.maySee?.(resource, caller) === false) throw new Problem('NOT_FOUND');
  if (kind === 'visible') return resource;
  const refusal = policy.refusal ? await policy.refusal(resource, caller) : 'NOT_OWNER';
  if (refusal) throw new Problem(refusal);
  return resource;
}

/** The guard of every route. It runs before the pipes, so a stranger's bad body is 403. */
@Injectable()
export class OwnershipGuard implements CanActivate {
  constructor(private readonly modules: ModuleRef) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context.getHandler());
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.caller) throw new Problem('UNAUTHENTICATED');
    if (!access)
      throw new Error(`${context.getClass().name}.${context.getHandler().name} declares no access.`);
    return 'policy' in access ? this.admit(request, request.caller, access) : true;
  }

  private async admit(request: FastifyRequest, caller: Caller, { kind, policy, param }: ByPolicy) {
    const params = request.params as Record<string, string>;
    const access = { id: params[param] ?? '', caller, params };
    request.resource = await admit(this.modules.get(policy, { strict: false }), kind, access);
    return true;
  }
}
