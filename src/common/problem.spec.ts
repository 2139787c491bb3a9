import { readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { ForbiddenException, NotFoundException } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { PROBLEMS, Problem, type ProblemCode, toProblem } from './problem.js';

const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The service's source, without the table of problems itself. */
function source(): string {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => readFileSync(join('src', file), 'utf8'));
  return files.join('\n').replace(/export const PROBLEMS = \{[\s\S]*?\n\}/, '');
}

/** An error as the driver throws it, and as TypeORM wraps it. */
function databaseErrors(code: string): Error[] {
  const error = Object.assign(new Error('as PostgreSQL says it'), { code });
  return [error, new QueryFailedError('SELECT 1', [], error)];
}

describe('the problems', () => {
  it('are those of the contract, each with its status', () => {
    const byStatus: Record<number, ProblemCode[]> = {};
    for (const code of CODES) {
      const [status] = PROBLEMS[code];
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
    expect(byStatus).toEqual({
      400: [
        ...['VALIDATION_FAILED', 'MALFORMED_JSON', 'NOT_A_GIG', 'GIG_CLOSED', 'INVALID_TRANSITION'],
        'APPLICATION_DECIDED',
        'APPLICATION_WITHDRAWN',
      ],
      401: ['UNAUTHENTICATED'],
      403: ['NOT_OWNER', 'EXTERNAL_EVENT', 'OWN_GIG', 'NOT_A_PARTY', 'NOT_APPLICANT'],
      404: ['NOT_FOUND'],
      409: ['ALREADY_APPLIED', 'ALREADY_IN_COLLECTION', 'LIMIT_REACHED', 'POSITIONS_FILLED'],
      412: ['STALE_VERSION'],
      413: ['PAYLOAD_TOO_LARGE'],
      415: ['UNSUPPORTED_MEDIA_TYPE'],
      422: ['IDEMPOTENCY_KEY_REUSED'],
      429: ['RATE_LIMITED'],
      500: ['INTERNAL'],
      503: ['UNAVAILABLE'],
    });
  });

  it('are all used', () => {
    const code = source();
    expect(CODES.filter((candidate) => !code.includes(`'${candidate}'`))).toEqual([]);
  });

  it('each have an HTTP status and a sentence', () => {
    for (const code of CODES) {
      const [status, detail] = PROBLEMS[code];
      expect(STATUS_CODES[status]).toBeDefined();
      expect(detail).toMatch(/^[A-Z].{10,}\.$/);
      expect(new Problem(code)).toMatchObject({ code, status, detail, message: detail });
    }
  });
});

describe('an error', () => {
  it('that is a problem is unchanged', () => {
    const problem = new Problem('LIMIT_REACHED', 'At most 100.');
    expect(toProblem(problem)).toBe(problem);
  });

  it.each([
    ...['22021', '22P05', '22P02', '22003', '22001', '22007', '22008', '23514'].map((state) => [
      state,
      'VALIDATION_FAILED',
    ]),
    ...['23503'].map((state) => [state, 'NOT_FOUND']),
    ...[
      '08000',
      '08003',
      '08006',
      '08P01',
      '57P01',
      '57P02',
      '57P03',
      '53000',
      '53100',
      '53200',
      '53300',
    ].map((state) => [state, 'UNAVAILABLE']),
    ...['40001', '40P01', '25006', '55P03', '57014', '58030'].map((state) => [state, 'UNAVAILABLE']),
    ...['23505', '23502', '42601', '42P01', '42703', '28P01', 'XX000'].map((state) => [state, 'INTERNAL']),
  ])('of PostgreSQL with SQLSTATE %s is %s', (state, code) => {
    for (const error of databaseErrors(state as string)) expect(toProblem(error).code).toBe(code);
  });

  it.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ])('of the network, %s, is UNAVAILABLE', (code) => {
    for (const error of databaseErrors(code)) expect(toProblem(error).code).toBe('UNAVAILABLE');
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('of the driver, "%s", is UNAVAILABLE', (message) => {
    expect(toProblem(new Error(message)).code).toBe('UNAVAILABLE');
  });

  it.each([
    [
      Object.assign(new Error(), { statusCode: 400, code: 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' }),
      'MALFORMED_JSON',
    ],
    [
      Object.assign(new Error(), { statusCode: 413, code: 'FST_ERR_CTP_BODY_TOO_LARGE' }),
      'PAYLOAD_TOO_LARGE',
    ],
    [
      Object.assign(new Error(), { statusCode: 415, code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }),
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [Object.assign(new Error(), { statusCode: 503 }), 'UNAVAILABLE'],
    [Object.assign(new Error(), { statusCode: 500 }), 'INTERNAL'],
    [new NotFoundException(), 'NOT_FOUND'],
    [new Error('anything'), 'INTERNAL'],
    ['a text', 'INTERNAL'],
    [undefined, 'INTERNAL'],
    [null, 'INTERNAL'],
  ])('of the framework, or of no kind, becomes a problem: %s', (error, code) => {
    expect(toProblem(error).code).toBe(code);
  });

  it('of any other kind reveals nothing', () => {
    const secret = 'relation "users" does not exist at src/users/users.service.ts';
    for (const error of [
      new Error(secret),
      Object.assign(new Error(secret), { code: '22021' }),
      new ForbiddenException(secret),
    ])
      expect(JSON.stringify(toProblem(error))).not.toContain('users');
  });
});
