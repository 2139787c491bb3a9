import { STATUS_CODES } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { PROBLEM_CODES } from './common/api.js';
import { PROBLEMS, type ProblemCode } from './common/problem.js';

type Json = Record<string, unknown>;
interface Operation extends Json {
  'x-problem-codes'?: ProblemCode[];
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<string, Json>;
  security?: Json[];
  tags?: string[];
}

const DESCRIPTION = `Community events and gigs: browse, create and manage them, under one rule, that you may change
only what is yours.

**To try it here:** call \`createDevelopmentToken\`, press *Authorize*, paste the \`accessToken\`.

- Ids are opaque strings. Times are ISO 8601; what you send must carry a zone, what you get is UTC.
- A request with an unknown member or parameter is refused, with its first 100 faults listed. **Members that the service
  assigns (marked \`readOnly\`) are ignored in requests**, so you can send back what you got.
- Texts have no control characters; tabs and line breaks only in descriptions, messages, notes, bios and the further
  members of a location. Links have no credentials, and come back as the URL parser writes them.
- A response carries every member of its resource; what is not set is null.
- Errors are RFC 9457 problems with a stable \`code\`. Every answer carries \`X-Request-Id\`.`;

/** The problems that any operation can answer. */
const ALWAYS: ProblemCode[] = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE'];
const WITH_BODY: ProblemCode[] = [
  'MALFORMED_JSON',
  'VALIDATION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
];

const PROBLEM_SCHEMA = {
  type: 'object',
  description: 'RFC 9457',
  required: ['type', 'title', 'status', 'detail', 'code', 'instance', 'requestId'],
  properties: {
    type: { type: 'string', const: 'about:blank' },
    title: { type: 'string', description: "The status's name." },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'For people; it may change.' },
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
            description:
              'A JSON pointer into the body, or the name of a query parameter; of a long name the first 100 characters.',
          },
          detail: { type: 'string' },
        },
      },
    },
    instance: { type: 'string', description: 'The path of the request.' },
    requestId: { type: 'string', description: 'Also in the log.' },
  },
};

function problemExample(code: ProblemCode): Json {
  const [status, detail] = PROBLEMS[code];
  return {
    summary: detail,
    value: {
      type: 'about:blank',
      title: STATUS_CODES[status],
      status,
      detail,
      code,
      ...(code === 'VALIDATION_FAILED' && { errors: [{ pointer: '/location/name', detail: 'is required' }] }),
      instance: '/events',
      requestId: 'req-1',
    },
  };
}

/** Every problem that an operation can answer: its own, and what follows from its shape. */
function problemCodes(operation: Operation): ProblemCode[] {
  const codes = new Set<ProblemCode>(operation[PROBLEM_CODES] ?? []);
  if (operation.security?.length) codes.add('UNAUTHENTICATED');
  if (operation.requestBody) for (const code of WITH_BODY) codes.add(code);
  if (operation.parameters?.some((parameter) => parameter.in === 'query')) codes.add('VALIDATION_FAILED');
  for (const code of ALWAYS) codes.add(code);
  return [...codes];
}

function addProblems(operation: Operation): void {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of problemCodes(operation)) {
    const [status] = PROBLEMS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        { type: 'object', properties: { code: { type: 'string', enum: codes } } },
      ],
    };
    const examples = Object.fromEntries(codes.map((code) => [code, problemExample(code)]));
    operation.responses[status] = {
      description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('\n\n'),
      content: { 'application/problem+json': { schema, examples } },
    };
  }
  operation.security ??= []; // a public operation says so
  delete operation[PROBLEM_CODES];
}

/** Says in OpenAPI 3.1's own words what `nullable` said in 3.0's. */
function modernize(node: unknown): void {
  if (Array.isArray(node)) for (const member of node) modernize(member);
  if (typeof node !== 'object' || node === null) return;
  const schema = node as Json;
  if (schema.nullable === true) {
    if (typeof schema.type === 'string') schema.type = [schema.type, 'null'];
    if (Array.isArray(schema.enum)) schema.enum = [...schema.enum, null];
    if (Array.isArray(schema.allOf)) {
      schema.anyOf = [...schema.allOf, { type: 'null' }];
      delete schema.allOf;
    }
    delete schema.nullable;
  }
  for (const member of Object.values(schema)) modernize(member);
}

/** A request class refuses members that it does not declare. */
function closeRequests(schemas: Record<string, Json>, operations: Operation[]): void {
  const requests = JSON.stringify(operations.map((operation) => operation.requestBody));
  for (const [name, schema] of Object.entries(schemas))
    if (requests.includes(`"#/components/schemas/${name}"`)) schema.additionalProperties = false;
}

/** The OpenAPI 3.1 document of the service, made from its code. */
export function createDocument(app: INestApplication): OpenAPIObject {
  const description = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Events and Gigs')
    .setDescription(DESCRIPTION)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' })
    .addTag('Events', 'Events and gigs: one record, told apart by `type`.')
    .addTag('Gigs', 'The alias of events for gigs, and nothing else.')
    .addTag('Applications', 'Applying to gigs, and deciding.')
    .addTag('Interactions', 'Views, clicks, saves and bookmarks.')
    .addTag('Collections', 'Collections of events, public or private.')
    .addTag(
      'Conversations',
      'Your threads with the event assistant, which answers from the events themselves.',
    )
    .addTag('Notifications', 'What concerns you, as it happens.')
    .addTag('Users', 'Profiles.')
    .addTag('Ingestion', 'The pulls of the external feeds.')
    .addTag('Authentication', 'Tokens for development and QA.')
    .addTag('Service', 'Health and metrics.')
    .build();
  const document = SwaggerModule.createDocument(app, description);
  const operations = Object.values(document.paths).flatMap(
    (path) => Object.values(path) as unknown as Operation[],
  );
  const schemas = (document.components?.schemas ?? {}) as Record<string, Json>;
  schemas.Problem = PROBLEM_SCHEMA;
  for (const operation of operations) addProblems(operation);
  closeRequests(schemas, operations);
  modernize(document);
  return document;
}

/** Serves the document at `/openapi.json` and `/openapi.yaml`, and Swagger UI, whose sign-in survives a reload, at `/docs`. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('docs', app, () => createDocument(app), {
    jsonDocumentUrl: '/openapi.json',
    yamlDocumentUrl: '/openapi.yaml',
    customSiteTitle: 'Events and Gigs',
    swaggerOptions: {
      persistAuthorization: true,
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
    },
  });
}
