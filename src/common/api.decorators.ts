import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiProperty, ApiResponse } from '@nestjs/swagger';
import type { ProblemCode } from './problem.js';

/** The OpenAPI extension that carries an operation's own problem codes until the document is finished. */
export const PROBLEM_CODES = 'x-problem-codes';

/** Where @nestjs/swagger keeps the extensions of a method. `ApiExtension` itself cannot change a value that is there. */
const EXTENSIONS = 'swagger/apiExtension';

/** Problems that this operation can answer, in addition to those of every operation. Calls on one method add up. */
export function Answers(...codes: ProblemCode[]): MethodDecorator {
  return (_target, _key, { value }: PropertyDescriptor) => {
    const declared = Reflect.getMetadata(EXTENSIONS, value) ?? {};
    const all = new Set([...(declared[PROBLEM_CODES] ?? []), ...codes]);
    Reflect.defineMetadata(EXTENSIONS, { ...declared, [PROBLEM_CODES]: [...all] }, value);
  };
}

/** Names an operation and says what it does: who may, what happens, within which limits, and which problems it answers. */
export function Operation(
  operationId: string,
  summary: string,
  { description, answers = [] }: { description: string; answers?: ProblemCode[] },
): MethodDecorator {
  return applyDecorators(ApiOperation({ operationId, summary, description }), Answers(...answers));
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
      description: 'The `ETag` of the version that you hold, such as `"1"`: 304 while it is current.',
    }),
    ApiResponse({ status: 304, description: 'What you hold is current.' }),
  );

/** A write that honours `If-Match`. */
export const ApiIfMatch = (): MethodDecorator =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The `ETag` of the version that you read, such as `"1"`: 412 if it has changed since.',
  });
