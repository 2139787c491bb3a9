import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { problemsOf } from '../common/api.decorators.js';
import { PROBLEMS, type ProblemCode } from '../common/problem.js';

export type Json = Record<string, unknown>;
interface Answer extends Json {
  content?: Record<string, { schema: Json; examples?: Json }>;
}
interface Operation extends Json {
  operationId: string;
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Answer>;
  security?: Json[];
  tags?: string[];
}

/** Every operation of a document. */
export function operationsOf({ paths }: OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      operation,
    })),
  );
}

/** The problems that every operation can answer: each refuses unknown parameters and encoded bodies. */
const ALWAYS: ProblemCode[] = ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL', 'UNAVAILABLE'];
/** The problems of a body's bytes. The server reads a body, declared or not, unless the method is GET. */
const WITH_BODY: ProblemCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE'];

/** A version, and how the answer is compressed. */
const TAG_PATTERN = '^"[\\w-]+"$';
const EXAMPLE_ID = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'What went wrong, as RFC 9457 says it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', maxLength: 100, description: "The status's name." },
    status: { type: 'integer', format: 'int32', minimum: 400, maximum: 599 },
    detail: { type: 'string', maxLength: 1000, description: 'For people; it may change.' },
    code: { type: 'string', enum: Object.keys(PROBLEMS), description: 'For programs; it is stable.' },
    errors: {
      type: 'array',
      description: 'With VALIDATION_FAILED: the first 100 faults.',
      maxItems: 100,
      items: {
        type: 'object',
        required: ['pointer', 'detail'],
        properties: {
          pointer: {
            type: 'string',
            maxLength: 5000,
            description:
              'A JSON pointer into the body, or the name of a query parameter; of a long name the first 100 characters.',
          },
          detail: { type: 'string', maxLength: 1000 },
        },
      },
    },
    instance: { type: 'string', maxLength: 20_000, description: 'The path of the request.' },
    requestId: { type: 'string', maxLength: 128, description: 'It is in the log too.' },
  },
};

const text = (description: string, schema: Json = {}) => ({
  description,
  required: true,
  schema: { type: 'string', ...schema },
});
const count = (description: string, example: number) => ({
  description,
  schema: { type: 'integer', format: 'int32', minimum: 0 },
  example,
});

/** The headers of answers, each described once. */
const HEADERS = {
  'X-Request-Id': text("The request's own `X-Request-Id`, or a new one. It is in the log too.", {
    pattern: '^[ -~]{1,128}$',
  }),
  'RateLimit-Limit': count('Requests a minute. Missing where the service sets no limit.', 600),
  'RateLimit-Remaining': count('Requests that are left of this minute.', 599),
  'RateLimit-Reset': count('Seconds until the minute is over.', 42),
  'Retry-After': { ...count('Seconds after which to try again.', 2), required: true },
  'WWW-Authenticate': text('How to authenticate (RFC 6750).', { pattern: '^Bearer' }),
  Location: text('The path where what was created can be read.', { format: 'uri-reference' }),
  ETag: text('The version of the resource, for `If-Match` and `If-None-Match`.', { pattern: TAG_PATTERN }),
  'No-Store': text('`no-store`: no cache may keep the answer.', { pattern: '\\bno-store\\b' }),
  'Private-Cache': text('Your own cache may keep the answer, and asks each time before it uses it.', {
    const: 'private, no-cache',
  }),
  Vary: text('The answer depends on who asks, and on how they take it compressed.', {
    pattern: '\\bAuthorization\\b',
  }),
  'Cache-By-Include': text(
    '`private, no-cache`: your own cache may keep the answer. With `include`: `no-store`.',
    {
      enum: ['private, no-cache', 'no-store'],
    },
  ),
  'ETag-By-Include': {
    ...text('The version of the resource, for `If-Match` and `If-None-Match`. Missing with `include`.', {
      pattern: TAG_PATTERN,
    }),
    required: false,
  },
};

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const RATE_LIMIT = {
  'RateLimit-Limit': header('RateLimit-Limit'),
  'RateLimit-Remaining': header('RateLimit-Remaining'),
  'RateLimit-Reset': header('RateLimit-Reset'),
};

/** Whether the rate limit does not count an operation. */
const isUnlimited = ({ tags }: Operation) => tags?.includes('Service') === true;

/** The media types of calendars. */
const CALENDARS = ['text/calendar', 'application/rss+xml'];

/** The headers for caches: of what has a version, of what has one unless it has expansions, and of what has none. */
const CACHE_HEADERS = {
  versioned: { 'Cache-Control': header('Private-Cache'), ETag: header('ETag'), Vary: header('Vary') },
  byInclude: { 'Cache-Control': header('Cache-By-Include'), ETag: header('ETag-By-Include') },
  unversioned: { 'Cache-Control': header('No-Store') },
};
type Caching = keyof typeof CACHE_HEADERS;

/** One event, a calendar and a 304 have a version. */
function cachingOf(status: number, { content = {} }: Answer): Caching {
  const schema = content['application/json']?.schema.$ref;
  const isCalendar = CALENDARS.some((mediaType) => mediaType in content);
  if (status === 304 || isCalendar || schema === '#/components/schemas/EventDto') return 'versioned';
  return schema === '#/components/schemas/EventWithPartsDto' ? 'byInclude' : 'unversioned';
}

/** The headers of an answer of this status. */
function headersOf(status: number, { caching = 'unversioned' as Caching, limited = true } = {}): Json {
  return {
    'X-Request-Id': header('X-Request-Id'),
    ...CACHE_HEADERS[caching],
    ...(limited && RATE_LIMIT),
    ...(status === 201 && { Location: header('Location') }),
    ...(status === 401 && { 'WWW-Authenticate': header('WWW-Authenticate') }),
    ...((status === 429 || status === 503) && { 'Retry-After': header('Retry-After') }),
  };
}

/** Every problem that an operation can answer, in the order of `PROBLEMS`: those it declares, and those of its kind. */
function problemCodes(method: string, operation: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>([...ALWAYS, ...problemsOf(operation.operationId)]);
  if (method !== 'get') for (const code of WITH_BODY) codes.add(code);
  if (operation.security?.length) codes.add('UNAUTHENTICATED');
  if (!isUnlimited(operation)) codes.add('RATE_LIMITED');
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code));
}

const statusOf = (code: ProblemCode): number => PROBLEMS[code][0];

const pascalCase = (code: string) =>
  code
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** The problems of one status that an operation can answer, and the paths of all operations with the same ones. */
interface Refusal {
  status: number;
  codes: ProblemCode[];
  paths: Set<string>;
}

/** The path in an example: the one that refuses so, where there is only one. */
function exampleInstance(paths: Set<string>): string {
  const [path = ''] = paths;
  return paths.size === 1 ? path.replace(/\{\w+\}/g, EXAMPLE_ID) : '/the/path/of/your/request';
}

function problemExample(code: ProblemCode, instance: string): Json {
  const [status, detail] = PROBLEMS[code];
  const value = {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail,
    code,
    ...(code === 'VALIDATION_FAILED' && { errors: [{ pointer: 'colour', detail: 'is not known' }] }),
    instance,
    requestId: 'req-1',
  };
  return { summary: detail, value };
}

/** An answer whose code and status are narrowed, so that generated clients tell the problems apart by type. */
function refusalAnswer({ status, codes, paths }: Refusal): Answer {
  const narrowed = {
    type: 'object',
    required: ['status', 'code'],
    properties: { status: { type: 'integer', const: status }, code: { type: 'string', enum: codes } },
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  const instance = exampleInstance(paths);
  const examples = Object.fromEntries(codes.map((code) => [code, problemExample(code, instance)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('\n\n'),
    headers: headersOf(status),
    content: { 'application/problem+json': { schema, examples } },
  };
}

/**
 * Adds headers and problems to the answers of every operation, by reference: each set of problems stands once, under
 * `components/responses`, and each header under `components/headers`.
 */
export function documentAnswers(document: OpenAPIObject): void {
  const refusals = new Map<string, Refusal>();
  for (const { path, method, operation } of operationsOf(document)) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const caching = cachingOf(Number(status), answer);
      answer.headers = headersOf(Number(status), { caching, limited: !isUnlimited(operation) });
    }
    const possible = problemCodes(method, operation);
    for (const status of new Set(possible.map(statusOf))) {
      const codes = possible.filter((code) => statusOf(code) === status);
      const name = codes.map(pascalCase).join('Or');
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
      if (!refusals.has(name)) refusals.set(name, { status, codes, paths: new Set() });
      refusals.get(name)?.paths.add(path);
    }
    operation.security ??= []; // a public operation says so
  }
  const responses = Object.fromEntries(
    [...refusals].map(([name, refusal]) => [name, refusalAnswer(refusal)]),
  );
  const schemas = { ...document.components?.schemas, Problem: PROBLEM_SCHEMA };
  document.components = { ...document.components, schemas, responses, headers: HEADERS } as Json;
}
