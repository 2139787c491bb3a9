import { applyDecorators, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiCreatedResponse, ApiHeader, ApiOperation, ApiProperty, ApiResponse } from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import type { ProblemCode } from './problem.js';

const PROBLEM_CODES = Symbol('problem codes');
const CONFIG = Symbol('config');

/** The path at which a created resource can be read, from the answer and the ids of the request's path. */
export type Locate<Resource> = (created: Resource, params: Record<string, string>) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Location` of a 201 (`src/common/http/etag.ts`). */
    locate?: Locate<never>;
  }
}

/** A parameter of a handler that is read from its request. */
export const fromRequest = <Value>(read: (request: FastifyRequest) => Value) =>
  createParamDecorator((_: unknown, context: ExecutionContext) => read(context.switchToHttp().getRequest()));

/** Tells a handler whether its client has disconnected. Fastify's `signal` aborts as soon as the body is read. */
export const IsDisconnected = fromRequest(
  ({ socket }) =>
    () =>
      socket.destroyed,
);

/** What the server's hooks need to know of a route. Declarations on one method add up. */
export function Route(config: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const all = { ...Reflect.getMetadata(CONFIG, descriptor.value), ...config };
    Reflect.defineMetadata(CONFIG, all, descriptor.value);
    RouteConfig(all)(target, key, descriptor);
  };
}

/** The method of each operation, by its id. */
const methods = new Map<string, object>();

/** Problems that this operation can answer, in addition to those of every operation. Calls on one method add up. */
export function Answers(...codes: ProblemCode[]): MethodDecorator {
  return (_target, _key, { value }: PropertyDescriptor) =>
    Reflect.defineMetadata(PROBLEM_CODES, [...declaredBy(value), ...codes], value);
}

const declaredBy = (method: object): ProblemCode[] => Reflect.getMetadata(PROBLEM_CODES, method) ?? [];

/** The problems that an operation declares. */
export const problemsOf = (operationId: string): ProblemCode[] => declaredBy(methods.get(operationId) ?? {});

/** Names and describes an operation: who may do it, what happens, within which limits, and which problems it answers. */
export function Operation(
  operationId: string,
  summary: string,
  { description, answers = [] }: { description: string; answers?: ProblemCode[] },
): MethodDecorator {
  const remember: MethodDecorator = (_target, _key, { value }: PropertyDescriptor) =>
    void methods.set(operationId, value);
  return applyDecorators(ApiOperation({ operationId, summary, description }), Answers(...answers), remember);
}

/** Answers 201 with the resource. `Location` is its path, or that of what holds it (RFC 9110, 10.2.2). */
export const Creates = <Resource>(
  type: Type<Resource>,
  description: string,
  locate: Locate<Resource>,
): MethodDecorator => applyDecorators(ApiCreatedResponse({ type, description }), Route({ locate }));

/** A whole number of an answer, from 0. */
export const ApiCount = (options: {
  description: string;
  example: number;
  maximum?: number;
}): PropertyDecorator => ApiProperty({ type: 'integer', format: 'int32', minimum: 0, ...options });

/** A read that honours `If-None-Match` and answers an `ETag`. */
export const ApiIfNoneMatch = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` of your copy, such as `"1"`. Returns 304 if the copy is current.',
    }),
    ApiResponse({ status: 304, description: 'Your copy is current.' }),
  );

/** A write that honours `If-Match`. */
export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of your copy, such as `"1"`. Returns 412 if the resource has changed since.',
  });
