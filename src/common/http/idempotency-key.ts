import { hash } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { ApiProblems, fromRequest } from '../api.decorators.js';
import { Problem } from '../problem.js';
import { isObject } from '../validation/fields.js';

const HEADER = 'Idempotency-Key';
const MAX_LENGTH = 255;

/** The `Idempotency-Key` header, 1 to 255 characters, or undefined. */
export const IdempotencyKey = fromRequest(({ headers }) => {
  const key = headers['idempotency-key']?.toString();
  if (key === '' || (key && key.length > MAX_LENGTH))
    throw Problem.invalid({ pointer: HEADER, detail: `must have 1 to ${MAX_LENGTH} characters` });
  return key;
});

/** Documents a creation that honours `Idempotency-Key`. NOT_FOUND: the first event has been deleted since. */
export const ApiIdempotencyKey = (): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      description:
        'A key of your choice, such as a UUID, kept for 24 hours. The same key and body return the first event again. ' +
        'Returns 422 for another request.',
      schema: { type: 'string', minLength: 1, maxLength: MAX_LENGTH },
    }),
    ApiProblems('IDEMPOTENCY_KEY_REUSED', 'NOT_FOUND'),
  );

const sortMembers = (_name: string, value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** SHA-256 of a request's members, independent of their order. */
export const requestFingerprint = (request: object): string =>
  hash('sha256', JSON.stringify(request, sortMembers));
