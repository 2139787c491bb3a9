import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from './problem.js';

/** The OpenAPI extension that carries an operation's own problem codes until the document is finished. */
export const PROBLEM_CODES = 'x-problem-codes';

/** The problems that an operation can answer, besides those that all can; calls on one method add up. */
export function Answers(...codes: ProblemCode[]): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const before: ProblemCode[] = Reflect.getMetadata(PROBLEM_CODES, descriptor.value) ?? [];
    const all = [...new Set([...before, ...codes])];
    Reflect.defineMetadata(PROBLEM_CODES, all, descriptor.value);
    ApiExtension(PROBLEM_CODES, all)(target, key, descriptor);
  };
}

/** Names an operation and says what it does, and which problems it can answer. */
export function Operation(
  operationId: string,
  summary: string,
  { description, answers = [] }: { description?: string; answers?: ProblemCode[] } = {},
): MethodDecorator {
  return applyDecorators(ApiOperation({ operationId, summary, description }), Answers(...answers));
}

/** A read that honours `If-None-Match` and answers an `ETag`. */
export const ApiIfNoneMatch = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'The `ETag` that you hold.',
      example: '"1"',
    }),
    ApiResponse({ status: 304, description: 'What you hold is current.' }),
  );

/** A write that honours `If-Match`. */
export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` that must still hold.',
    example: '"1"',
  });
