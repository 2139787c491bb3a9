import { applyDecorators, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import {
  ApiCreatedResponse,
  ApiHeader,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { ProblemCode } from './problem.js';

const PROBLEM_CODES = Symbol('problem codes');
const CONFIG = Symbol('config');

/** Derives the path of a created resource from the response body and the path parameters. */
export type Locate<Resource> = (created: Resource, params: Record<string, string>) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Location` of a 201 (`src/common/http/etag.ts`). */
    locate?: Locate<never>;
    deprecated?: Deprecation;
  }
}

/** Days of UTC: from the first, callers should leave an operation; from the second, it may be gone. */
export interface Deprecation {
  since: string;
  sunset: string;
}

/** Creates a parameter decorator that reads from the request. */
export const fromRequest = <Value>(read: (request: FastifyRequest) => Value) =>
  createParamDecorator((_: unknown, context: ExecutionContext) => read(context.switchToHttp().getRequest()));

/** Injects a test for a disconnected client. Fastify's `signal` aborts as soon as the body is read. */
export const IsDisconnected = fromRequest(
  ({ socket }) =>
    () =>
      socket.destroyed,
);

/** Sets route configuration for the server's hooks. Several declarations on one method are merged. */
export function Route(config: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const all = { ...Reflect.getMetadata(CONFIG, descriptor.value), ...config };
    Reflect.defineMetadata(CONFIG, all, descriptor.value);
    RouteConfig(all)(target, key, descriptor);
  };
}

/** The handler of each operation, by operation id. */
const methods = new Map<string, object>();

/** Declares problems that this operation can return, beyond the common ones. Declarations accumulate. */
export function ApiProblems(...codes: ProblemCode[]): MethodDecorator {
  return (_target, _key, { value }: PropertyDescriptor) =>
    Reflect.defineMetadata(PROBLEM_CODES, [...declaredBy(value), ...codes], value);
}

const declaredBy = (method: object): ProblemCode[] => Reflect.getMetadata(PROBLEM_CODES, method) ?? [];

export const problemsOf = (operationId: string): ProblemCode[] => declaredBy(methods.get(operationId) ?? {});

/** Names and documents an operation. If it is `deprecated`, headers say so (docs/calling.md, "Versions"). */
export function Operation(
  operationId: string,
  summary: string,
  options: { description: string; problems?: ProblemCode[]; deprecated?: Deprecation },
): MethodDecorator {
  const { description, problems = [], deprecated } = options;
  const register: MethodDecorator = (_target, _key, { value }: PropertyDescriptor) =>
    void methods.set(operationId, value);
  const api = ApiOperation({ operationId, summary, description, deprecated: deprecated && true });
  const route = deprecated ? [Route({ deprecated })] : [];
  return applyDecorators(api, ApiProblems(...problems), register, ...route);
}

/** Returns 201. `Location` is the path of the resource or of its container (RFC 9110, 10.2.2). */
export const Creates = <Resource>(type: Type<Resource>, description: string, locate?: Locate<Resource>) => {
  const headers = locate && { Location: { $ref: '#/components/headers/Location' } };
  return applyDecorators(ApiCreatedResponse({ type, description, headers }), Route({ locate }));
};

/** A class with some members of another, all optional. A null is validated, too: it counts as sent. */
export const OptionalMembers = <Whole, Name extends keyof Whole>(
  whole: Type<Whole>,
  names: readonly Name[],
) => PartialType(PickType(whole, names), { skipNullProperties: false });

/** A non-negative integer in a response. */
export const ApiCount = (options: { description: string; example: number; maximum?: number }) =>
  ApiProperty({ type: 'integer', format: 'int32', minimum: 0, ...options });

export const ApiIfNoneMatch = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of your copy, such as `"1"`. Returns 304 if the copy is current.',
    }),
    ApiResponse({ status: 304, description: 'Your copy is current.' }),
  );

export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of your copy, such as `"1"`. Returns 412 if the resource has changed since.',
  });
