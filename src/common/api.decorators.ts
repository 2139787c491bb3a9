import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProperty, ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from './problem.js';

const PROBLEM_CODES = Symbol('problem codes');

/** The method of each operation, by its id. */
const methods = new Map<string, object>();

/** Problems that this operation can answer, in addition to those of every operation. Calls on one method add up. */
export function Answers(...codes: ProblemCode[]): MethodDecorator {
  return (_target, _key, { value }: PropertyDescriptor) =>
    Reflect.defineMetadata(PROBLEM_CODES, [...declaredBy(value), ...codes], value);
}

function declaredBy(method: object): ProblemCode[] {
  return Reflect.getMetadata(PROBLEM_CODES, method) ?? [];
}

/** The problems that an operation declares. */
export function problemsOf(operationId: string): ProblemCode[] {
  const method = methods.get(operationId);
  return method ? declaredBy(method) : [];
}

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
