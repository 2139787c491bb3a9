import { STATUS_CODES } from 'node:http';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { redactedPath } from './logging.js';
import { causeOf, type DatabaseCause, databaseFault, originOf } from './sqlstate.js';

declare module 'fastify' {
  interface FastifyReply {
    problem?: Problem;
  }
}

/** Every error of the service (rules.md, "Errors"): its stable code, its status and its default detail. */
export const PROBLEMS = {
  VALIDATION_FAILED: [400, 'The request is not valid; see errors.'],
  MALFORMED_JSON: [400, 'The body is not a JSON object in UTF-8, or nests deeper than 20.'],
  NOT_A_GIG: [400, 'This event is not a gig.'],
  GIG_CLOSED: [400, 'This gig takes no more applications.'],
  INVALID_TRANSITION: [400, 'The status cannot change in this way.'],
  APPLICATION_DECIDED: [400, 'This application has already been decided.'],
  APPLICATION_WITHDRAWN: [400, 'This application has been withdrawn.'],
  UNAUTHENTICATED: [401, 'A valid bearer token is required.'],
  NOT_OWNER: [403, 'Only the owner may do this.'],
  EXTERNAL_EVENT: [403, 'This event comes from an external feed and cannot be changed.'],
  OWN_GIG: [403, 'You cannot apply to your own gig.'],
  NOT_A_PARTY: [403, 'Only the owner of the gig and its applicants may see its applications.'],
  NOT_APPLICANT: [403, 'Only the applicant may do this.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  ALREADY_APPLIED: [409, 'You have already applied to this gig.'],
  ALREADY_IN_COLLECTION: [409, 'This event is already in the collection.'],
  LIMIT_REACHED: [409, 'The limit has been reached.'],
  POSITIONS_FILLED: [409, 'All positions of this gig are filled.'],
  STALE_VERSION: [412, 'The resource has changed: its version is not the one in If-Match.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is larger than 1 MiB.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'The body must be application/json.'],
  IDEMPOTENCY_KEY_REUSED: [422, 'This Idempotency-Key was used with another request.'],
  RATE_LIMITED: [429, 'Too many requests; try again later.'],
  INTERNAL: [500, 'Something went wrong on our side.'],
  UNAVAILABLE: [503, 'The service cannot answer right now; try again shortly.'],
} as const satisfies Record<string, readonly [number, string]>;

export type ProblemCode = keyof typeof PROBLEMS;

/** The causes of 429 and 503, for log and metrics (operating.md, "Watch"). Details reveal no internals. */
const DETAILS = {
  rate: 'Too many requests in one minute; try again later.',
  in_flight: 'Too many requests at the same time.',
  streams: 'Too many streams at the same time.',
  writers: 'The queue of writers is full; try again shortly.',
  searches: 'The queue of searches is full; try again shortly.',
  own_data: 'The queue of exports is full; try again shortly.',
  pool: 'All connections to the database are busy; try again shortly.',
  lock: 'Another change holds a lock; try again shortly.',
  slow_statement: 'The database took too long; try again shortly.',
  conflict: 'Others change the same data; try again shortly.',
  disk_full: 'The database has no room; try again later.',
  read_only: 'The database is read-only.',
  no_database: 'The database is unavailable; try again shortly.',
  migrating: 'The service is migrating the database.',
  identity_provider: 'The identity provider cannot be reached.',
  stopping: 'The service is stopping.',
  other: PROBLEMS.UNAVAILABLE[1],
} as const satisfies Record<DatabaseCause | 'other', string> & Record<string, string>;

export type Cause = keyof typeof DETAILS;
export const CAUSES = Object.keys(DETAILS) as Cause[];
/** Causes that are limits of a user: 429. */
const LIMITS: Cause[] = ['rate', 'in_flight', 'streams'];

/** One fault of a request: a JSON pointer (RFC 6901) into the body, or the name of a parameter or header. */
export interface Fault {
  pointer: string;
  detail: string;
}

/** An error response (RFC 9457) with a stable code. */
export class Problem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly detail: string = PROBLEMS[code][1],
    readonly errors?: Fault[],
    override readonly cause?: Cause,
  ) {
    super(detail);
  }

  /** A 429 or 503. */
  static by(cause: Cause, detail: string = DETAILS[cause]): Problem {
    return new Problem(LIMITS.includes(cause) ? 'RATE_LIMITED' : 'UNAVAILABLE', detail, undefined, cause);
  }

  static invalid(...faults: Fault[]): Problem {
    return new Problem('VALIDATION_FAILED', undefined, faults);
  }

  get status(): number {
    return PROBLEMS[this.code][0];
  }
}

/** The codes of errors of Nest and Fastify, by status. Their other 4xx are about the bytes of a body. */
const CODES: Record<number, ProblemCode> = {
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  503: 'UNAVAILABLE',
};

/** For a value that passed our checks. The database does not say which one. */
const REFUSED_BY_DATABASE = 'The database cannot store one of these values.';

/** Converts any error to a problem: framework errors by status, database errors by SQLSTATE. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const cause = causeOf(error);
  if (cause) return Problem.by(cause);
  const code = databaseFault(error);
  if (code) return new Problem(code, code === 'VALIDATION_FAILED' ? REFUSED_BY_DATABASE : undefined);
  const { statusCode } = (error ?? {}) as { statusCode?: number };
  const status = error instanceof HttpException ? error.getStatus() : (statusCode ?? 500);
  return new Problem(CODES[status] ?? (status >= 400 && status < 500 ? 'MALFORMED_JSON' : 'INTERNAL'));
}

/** Seconds of `Retry-After`, unless the header is already set. */
const RETRY_AFTER: Partial<Record<ProblemCode, number>> = { RATE_LIMITED: 1, UNAVAILABLE: 2 };

/** Serializes a problem. `status` overrides that of its code. */
export function problemJson(
  { code, detail, errors, status: defaultStatus }: Problem,
  { status = defaultStatus, instance, requestId }: { status?: number; instance: string; requestId: string },
): string {
  const title = STATUS_CODES[status];
  return JSON.stringify({
    ...{ type: 'about:blank', title, status, detail, code },
    ...(errors && { errors }),
    ...{ instance, requestId },
  });
}

/** Sends a problem as `application/problem+json`. `status` overrides that of its code. */
export function sendProblem(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  status = problem.status,
): void {
  reply.problem = problem;
  if (problem.code === 'UNAUTHENTICATED' && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer');
  const retryAfter = RETRY_AFTER[problem.code];
  if (retryAfter && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfter);
  reply
    .status(status)
    .header('x-request-id', request.id)
    .header('content-type', 'application/problem+json')
    .send(problemJson(problem, { status, instance: redactedPath(request), requestId: request.id }));
}

/** Sends errors as problems. Faults of the service are logged with the request id, and never sent. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger(ProblemFilter.name);

  catch(error: unknown, host: ArgumentsHost): void {
    const [request, reply] = host.getArgs<[FastifyRequest, FastifyReply]>();
    const problem = toProblem(error);
    const isOurs = problem.status >= 500 || problem.detail === REFUSED_BY_DATABASE;
    // A client that disconnects while it sends its body is not a fault of the service.
    if (isOurs && !request.raw.readableAborted)
      this.logger.error({ requestId: request.id, ...entryOf(problem, error) });
    if (!reply.sent) sendProblem(problem, request, reply);
  }
}

/** The log entry of a problem: its cause, the error behind it, and the statement and lock that failed. */
export function entryOf({ code, cause }: Problem, error: unknown): Record<string, unknown> {
  const { message, stack } = error instanceof Error ? error : { message: String(error) };
  return { code, cause, error: code === 'INTERNAL' ? (stack ?? message) : message, ...originOf(error) };
}
