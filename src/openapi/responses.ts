import type { OpenAPIObject } from '@nestjs/swagger';
import { problemsOf } from '../common/api.decorators.js';
import { PROBLEMS, Problem, type ProblemCode, problemJson } from '../common/problem.js';
import components from './components.json' with { type: 'json' };

export type Json = Record<string, unknown>;
interface DocumentedResponse extends Json {
  headers?: Json;
  content?: Record<string, { schema: Json; example?: unknown; examples?: Json }>;
}
export interface Operation extends Json {
  operationId: string;
  deprecated?: boolean;
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, DocumentedResponse>;
  security?: Json[];
  tags?: string[];
}

type Methods = Record<string, Operation>;

/** Every operation of a document. */
export function operationsOf({ paths }: OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Methods).map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Problems that every operation can return: each refuses unknown parameters and encoded bodies. */
const ALWAYS: ProblemCode[] = ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL', 'UNAVAILABLE'];
/** Problems of a body's bytes. The server reads a body, declared or not, unless the method is GET. */
const WITH_BODY: ProblemCode[] = ['MALFORMED_JSON', 'PAYLOAD_TOO_LARGE'];

/** The response headers, each defined once, the headers of the webhook, and the schema of a problem. */
const { headers: HEADERS, deprecation: DEPRECATION, parameters, problem: PROBLEM } = components;

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

/** Whether an operation is exempt from the rate limit. */
const isUnlimited = ({ tags }: Operation) => tags?.includes('Service') === true;

/** The cache headers. An event, a calendar and a 304 have a version; an event with expansions has none. */
function cacheHeadersOf(status: number, { content = {} }: DocumentedResponse): Json {
  const schema = content['application/json']?.schema.$ref;
  const isCalendar = 'text/calendar' in content || 'application/rss+xml' in content;
  if (status === 304 || isCalendar || schema === '#/components/schemas/EventDto')
    return { 'Cache-Control': header('Private-Cache'), ETag: header('ETag'), Vary: header('Vary') };
  if (schema === '#/components/schemas/EventWithPartsDto')
    return { 'Cache-Control': header('Cache-By-Include'), ETag: header('ETag-By-Include') };
  return { 'Cache-Control': header('No-Store') };
}

function headersOf(status: number, response: DocumentedResponse, isLimited = true): Json {
  return {
    'API-Version': header('API-Version'),
    'X-Request-Id': header('X-Request-Id'),
    ...cacheHeadersOf(status, response),
    ...(isLimited && {
      'RateLimit-Limit': header('RateLimit-Limit'),
      'RateLimit-Remaining': header('RateLimit-Remaining'),
      'RateLimit-Reset': header('RateLimit-Reset'),
    }),
    ...response.headers,
    ...(status === 401 && { 'WWW-Authenticate': header('WWW-Authenticate') }),
    ...((status === 429 || status === 503) && { 'Retry-After': header('Retry-After') }),
  };
}

/** The problems that an operation can return, declared and implied, in the order of `PROBLEMS`. */
function problemCodes(method: string, operation: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>([...ALWAYS, ...problemsOf(operation.operationId)]);
  if (method !== 'get') for (const code of WITH_BODY) codes.add(code);
  if (operation.security?.length) codes.add('UNAUTHENTICATED');
  if (!isUnlimited(operation)) codes.add('RATE_LIMITED');
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => codes.has(code));
}

const statusOf = (code: ProblemCode): number => PROBLEMS[code][0];

const pascalCase = (code: string) =>
  code.toLowerCase().replace(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());

function problemExample(code: ProblemCode): Json {
  const errors = code === 'VALIDATION_FAILED' ? [{ pointer: 'colour', detail: 'is not known' }] : undefined;
  const problem = new Problem(code, undefined, errors);
  const json = problemJson(problem, { instance: '/the/path/of/your/request', requestId: 'req-1' });
  return { summary: problem.detail, value: JSON.parse(json) };
}

/** A response with narrowed code and status, so that generated clients distinguish problems by type. */
function refusalResponse(status: number, codes: ProblemCode[]): DocumentedResponse {
  const narrowed = {
    type: 'object',
    required: ['status', 'code'],
    properties: { status: { type: 'integer', const: status }, code: { type: 'string', enum: codes } },
  };
  const schema = { allOf: [{ $ref: '#/components/schemas/Problem' }, narrowed] };
  const examples = Object.fromEntries(codes.map((code) => [code, problemExample(code)]));
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('\n\n'),
    headers: headersOf(status, {}),
    content: { 'application/problem+json': { schema, examples } },
  };
}

/**
 * Adds headers and problems to the responses of every operation, by reference. Each set of problems is
 * defined once, under `components/responses`, and each header under `components/headers`.
 */
export function documentResponses(document: OpenAPIObject): void {
  const responses: Record<string, DocumentedResponse> = {};
  for (const { method, operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const headers = headersOf(Number(status), response, !isUnlimited(operation));
      response.headers = { ...headers, ...(operation.deprecated && DEPRECATION) };
    }
    const possible = problemCodes(method, operation);
    for (const status of new Set(possible.map(statusOf))) {
      const codes = possible.filter((code) => statusOf(code) === status);
      const name = codes.map(pascalCase).join('Or');
      operation.responses[status] = { $ref: `#/components/responses/${name}` };
      responses[name] ??= refusalResponse(status, codes);
    }
    operation.security ??= []; // an empty list marks a public operation
  }
  const code = { ...PROBLEM.properties.code, enum: Object.keys(PROBLEMS) };
  const problem = { ...PROBLEM, properties: { ...PROBLEM.properties, code } };
  const schemas = { ...document.components?.schemas, Problem: problem };
  document.components = { ...document.components, schemas, responses, parameters, headers: HEADERS } as Json;
}
