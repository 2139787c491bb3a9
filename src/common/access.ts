import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { applyDecorators, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ApiBearerAuth } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ApiProblems, fromRequest, Route } from './api.decorators.js';
import { Problem, type ProblemCode } from './problem.js';

/** The authenticated user: the subject of the verified token and its profile claims. */
export interface Caller {
  id: string;
  name: string | null;
  picture: string | null;
  email: string | null;
  /** When the token expires, in seconds since the epoch. */
  expiresAt: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every operation that is not public. */
    caller?: Caller;
    /** The resource that the path names, loaded by the guard. */
    resource?: object;
  }
  interface FastifyContextConfig {
    /** The route requires a token, which is verified before the body is read. */
    authenticated?: boolean;
  }
}

/** Decides who may see a resource and who may act on it. */
export interface AccessPolicy<Resource extends object = object> {
  /** Finds the resource by its id, which may be any text. `params` holds every id in the path. */
  find(id: string, caller: Caller, params: Record<string, string>): Promise<Resource | null | undefined>;
  /** Whether the caller may know that the resource exists; else the response is 404. Default: true. */
  maySee?(resource: Resource, caller: Caller): boolean;
  /** The code of the caller's refusal, or undefined if they may act. Default: NOT_OWNER for everyone. */
  refusal?(resource: Resource, caller: Caller): ProblemCode | undefined | Promise<ProblemCode | undefined>;
}

/** `param` is the path parameter that holds the resource's id. */
type ByPolicy = { kind: 'visible' | 'allowed'; policy: Type<AccessPolicy>; param: string };
type Access = { kind: 'public' | 'signed-in' } | ByPolicy;
const Declared = Reflector.createDecorator<Access>();

/** The access that a handler declares. `test/routes.spec.ts` checks that every route declares one. */
export const accessOf = (handler: object): Access | undefined => Reflect.getMetadata(Declared.KEY, handler);

const declare = (access: Access) =>
  applyDecorators(Declared(access), Route({ authenticated: true }), ApiBearerAuth());

/** Allows anyone, without a token. */
export const Public = () => Declared({ kind: 'public' });

export const SignedIn = () => declare({ kind: 'signed-in' });

const withPolicy = (kind: ByPolicy['kind'], policy: Type<AccessPolicy>, param: string) =>
  applyDecorators(declare({ kind, policy, param }), ApiProblems('NOT_FOUND'));

/** Allows every user who may see the resource in the path. */
export const Visible = (policy: Type<AccessPolicy>, param = 'id') => withPolicy('visible', policy, param);

/** Allows every user whom the policy does not refuse. `refusals` lists its codes. */
export const Allowed = (policy: Type<AccessPolicy>, param: string, ...refusals: ProblemCode[]) =>
  applyDecorators(withPolicy('allowed', policy, param), ApiProblems(...refusals));

/** Allows only the owner of the resource in the path. Others get 403 if they may see it, else 404. */
export const Owned = (policy: Type<AccessPolicy>, param = 'id', ...refusals: ProblemCode[]) =>
  Allowed(policy, param, 'NOT_OWNER', ...refusals);

export const CurrentCaller = fromRequest(({ caller }): Caller => {
  if (!caller) throw new Problem('UNAUTHENTICATED');
  return caller;
});

/** The resource that the guard loaded for `@Visible`, `@Allowed` or `@Owned`. */
export const Resource = fromRequest(({ resource }) => resource);

/**
 * Loads a resource if the caller may see it and, for `allowed`, the policy does not refuse them.
 * @param params every id in the path, if there are several
 * @throws Problem NOT_FOUND, or the policy's refusal
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

/** Guards every route. It runs before the pipes: without access, even an invalid body is 403. */
@Injectable()
export class OwnershipGuard implements CanActivate {
  constructor(private readonly modules: ModuleRef) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = accessOf(context.getHandler());
    if (access?.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!access) {
      const route = `${context.getClass().name}.${context.getHandler().name}`;
      throw new Error(`${route} declares no access: add @SignedIn(), @Owned(...) or another (access.ts).`);
    }
    if (!request.caller) throw new Problem('UNAUTHENTICATED');
    return 'policy' in access ? this.admit(request, request.caller, access) : true;
  }

  private async admit(request: FastifyRequest, caller: Caller, { kind, policy, param }: ByPolicy) {
    const params = request.params as Record<string, string>;
    const access = { id: params[param] ?? '', caller, params };
    request.resource = await admit(this.modules.get(policy, { strict: false }), kind, access);
    return true;
  }
}
