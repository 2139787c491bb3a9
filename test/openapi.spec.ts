import { readdirSync, readFileSync } from 'node:fs';
import { startApp, type TestApp } from './support/app.js';
import {
  document,
  documentedCodes,
  expectDocumented,
  type Json,
  operations,
  resolve,
} from './support/document.js';

describe('the OpenAPI document', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
  });
  afterAll(() => service.close());

  it('is the checked-in one (npm run openapi writes it)', async () => {
    const { status, body } = await service.as(null).get('/openapi.json');
    expect(status).toBe(200);
    expect(body).toEqual(document);
    expect(body.info.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  });

  it('describes each message of the webhook, as a webhook of OpenAPI 3.1', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const loaders = sources.flatMap(
      (file) => readFileSync(`src/${file}`, 'utf8').match(/@WebhookMessage\(/g) ?? [],
    );
    expect(Object.keys(document.webhooks)).toHaveLength(loaders.length);
    for (const [type, { post }] of Object.entries<Json>(document.webhooks)) {
      const { properties, required } = post.requestBody.content['application/json'].schema;
      expect(required).toEqual(['type', 'timestamp', 'data']);
      expect(properties.type.const).toBe(type);
      expect(document.components.schemas).toHaveProperty(properties.data.$ref.split('/').at(-1));
      expect(post.parameters.map((each: Json) => resolve(each).name)).toEqual([
        ...['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      ]);
    }
  });

  it('names every operation once, with its tag, summary and responses', async () => {
    const { body } = await service.as(null).get('/openapi.json');
    const operations = Object.values(body.paths).flatMap((path) => Object.values(path as object));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const operation of operations) {
      expect(operation).toMatchObject({ operationId: expect.any(String), summary: expect.any(String) });
      expect(operation.tags).toHaveLength(1);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['500', '503']));
    }
  });

  it('describes the tag of every operation', () => {
    const described = document.tags.map(({ name }: Json) => name);
    const bare = operations.filter(({ declared }) => !described.includes(declared.tags[0]));
    expect(
      bare.map(
        ({ name, declared }) => `${name}: src/openapi/document.ts has no addTag('${declared.tags[0]}', ...)`,
      ),
    ).toEqual([]);
  });

  /** A schema with its members. All variants of one have the same members. */
  const variantOf = (schema: Json): Json => (schema.oneOf ? resolve(schema.oneOf[0]) : schema);

  it('lets a client send back what it got: a PATCH takes or ignores each member that it returns', () => {
    const membersOf = ({ content }: Json) =>
      Object.keys(variantOf(resolve(content['application/json'].schema as Json)).properties);
    const resources = operations.filter(
      ({ method, template }) => method === 'PATCH' && /(\}|\/me)$/.test(template),
    );
    expect(resources.length).toBeGreaterThan(5);
    const refused = resources.flatMap(({ name, declared, responses }) => {
      const taken = membersOf(declared.requestBody);
      return membersOf(responses['200']!).flatMap((member) =>
        taken.includes(member) ? [] : `${name} refuses ${member}`,
      );
    });
    expect(refused).toEqual([]);
  });

  it('names every problem of an operation: of its access, its rules and its shape', () => {
    const codesOf = (name: string) =>
      Object.values(operations.find((operation) => operation.name === name)?.responses ?? {}).flatMap(
        documentedCodes,
      );
    expect(codesOf('POST /gigs/{gigId}/applications').sort()).toEqual([
      ...['ALREADY_APPLIED', 'GIG_CLOSED', 'INTERNAL', 'LIMIT_REACHED', 'MALFORMED_JSON', 'NOT_A_GIG'],
      ...[
        'NOT_FOUND',
        'OWN_GIG',
        'PAYLOAD_TOO_LARGE',
        'RATE_LIMITED',
        'UNAUTHENTICATED',
        'UNAVAILABLE',
        'UNSUPPORTED_MEDIA_TYPE',
      ],
      'VALIDATION_FAILED',
    ]);
    expect(codesOf('PATCH /events/{id}')).toEqual(expect.arrayContaining(['NOT_OWNER', 'EXTERNAL_EVENT']));
    expect(codesOf('GET /health/live')).toEqual([
      ...['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'INTERNAL', 'UNAVAILABLE'],
    ]);
  });

  it('has each set of problems once, with examples of its own status', () => {
    const inline = operations.flatMap(({ declared }) =>
      Object.entries(declared.responses as Json).filter(
        ([status, response]) => Number(status) >= 400 && !response.$ref,
      ),
    );
    expect(inline).toEqual([]);
    for (const response of Object.values<Json>(document.components.responses)) {
      const { schema, examples } = response.content['application/problem+json'];
      const narrowed = schema.allOf[1].properties;
      expect(Object.keys(examples)).toEqual(narrowed.code.enum);
      for (const { value } of Object.values<Json>(examples)) expect(value.status).toBe(narrowed.status.const);
    }
  });

  it('says for every operation who may call it and what happens', () => {
    const bare = operations.filter(
      ({ declared }) => !/^[A-Z].*\.(\n|$|\s)/s.test(declared.description ?? ''),
    );
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('limits every text, list and integer of a response', () => {
    const unbounded = new Set<string>();
    const visit = (part: Json, from: string): void => {
      const node = resolve(part);
      const path = part.$ref?.split('/').at(-1) ?? from;
      const types = [node.type].flat();
      const isText = types.includes('string') && !(node.maxLength ?? node.format ?? node.enum);
      const isList = types.includes('array') && node.maxItems === undefined;
      const isCount = types.includes('integer') && (node.format !== 'int32' || node.minimum === undefined);
      if (node.const === undefined && (isText || isList || isCount)) unbounded.add(path);
      const parts = {
        ...node.properties,
        ...node.allOf,
        ...node.anyOf,
        ...(node.items && { items: node.items }),
      };
      for (const [name, part] of Object.entries<Json>(parts)) visit(part, `${path}.${name}`);
    };
    for (const { responses } of operations)
      for (const { content = {} } of Object.values(responses))
        for (const type of ['application/json', 'application/problem+json'])
          if (content[type]) visit(content[type].schema, type);
    // A gig's applications come in one list (rules.md, "Lists"), and so does all that is one's own.
    const isWhole = (path: string) => path === 'GigApplicationsDto.data' || path.startsWith('OwnDataDto.');
    expect([...unbounded].filter((path) => !isWhole(path))).toEqual([]);
  });

  it('allows no undeclared member in a request, except in a location', () => {
    const open = new Set<string>();
    const visit = (node: Json): void => {
      if (node.readOnly) return;
      const schema = resolve(node);
      if (schema.type === 'object' && schema.additionalProperties !== false) open.add(node.$ref);
      for (const member of Object.values<Json>({ ...schema.properties, ...schema.allOf, ...schema.anyOf }))
        visit(member);
    };
    for (const { declared } of operations)
      if (declared.requestBody) visit(declared.requestBody.content['application/json'].schema);
    const message = '#/components/schemas/McpMessageDto'; // of JSON-RPC
    expect([...open]).toEqual(['#/components/schemas/LocationDto', message]);
  });

  it('makes the body of an application and of a conversation optional', () => {
    const optional = operations.filter(({ declared }) => declared.requestBody?.required === false);
    expect(optional.map(({ name }) => name)).toEqual([
      'POST /gigs/{gigId}/applications',
      'POST /conversations',
    ]);
  });

  it('describes every enumeration in general, not by one member', () => {
    const enumerations = Object.entries<Json>(document.components.schemas).filter(
      ([, schema]) => schema.enum,
    );
    expect(enumerations.length).toBeGreaterThan(5);
    expect(enumerations.filter(([, { description }]) => !description).map(([name]) => name)).toEqual([]);
    const members = Object.values<Json>(document.components.schemas).flatMap(({ properties = {} }) =>
      Object.values<Json>(properties).map(({ description }) => description),
    );
    for (const [, { description }] of enumerations) expect(members).not.toContain(description);
  });

  it('fails a test with an undeclared response', () => {
    const check =
      (...response: [string, string, number, string?]) =>
      () =>
        expectDocumented(...response);
    expect(check('GET', '/events/1', 409, 'ALREADY_APPLIED')).toThrow(
      'GET /events/{id} returned 409 ALREADY_APPLIED, which the document lacks.',
    );
    expect(check('PATCH', '/events/1?a=b', 403, 'OWN_GIG')).toThrow(
      'PATCH /events/{id} returned 403 OWN_GIG',
    );
    expect(check('GET', '/users/me', 404, 'NOT_FOUND')).toThrow('GET /users/me');
    expect(check('PATCH', '/events/1', 403, 'NOT_OWNER')).not.toThrow();
    expect(check('GET', '/nowhere', 404, 'NOT_FOUND')).not.toThrow();
  });

  it('has the parameters in the order of use', () => {
    const namesOf = (name: string) =>
      operations
        .find((operation) => operation.name === name)
        ?.declared.parameters.map((parameter: Json) => parameter.name);
    const list = namesOf('GET /events');
    expect(list.slice(0, 4)).toEqual(['q', 'type', 'category', 'startDate']);
    expect(list.slice(-3)).toEqual(['limit', 'offset', 'cursor']);
    expect(namesOf('GET /gigs')).toEqual(list.filter((name: string) => name !== 'type'));
    expect(namesOf('GET /events/{id}')).toEqual(['id', 'include', 'If-None-Match']);
    expect(namesOf('DELETE /collections/{id}/items/{eventId}')).toEqual(['id', 'eventId']);
  });

  it('has no ${ in its texts, which would break template literals of generators', () => {
    expect(JSON.stringify(document)).not.toContain('${');
  });
});
