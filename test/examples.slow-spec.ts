import { seedDatabase } from '../sandbox/seed-database.js';
import { welcome } from '../sandbox/welcome.js';
import { DAY_MS } from '../src/common/instant.js';
import { expectAsDocumented } from './fuzz/responses.js';
import { startApp, type TestApp } from './support/app.js';
import { type DocumentedOperation, document, type Json, operations, resolve } from './support/document.js';

/** The value of a parameter that Swagger UI fills in. */
function filledIn(parameter: Json): unknown {
  const schema = resolve(parameter.schema);
  return parameter.example ?? schema.example ?? schema.default;
}

/** The request that Swagger UI sends with an operation's defaults. */
function defaultsOf({ template, declared }: DocumentedOperation) {
  const parameters: Json[] = declared.parameters ?? [];
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = template;
  for (const parameter of parameters) {
    const value = filledIn(parameter);
    if (value === undefined) continue;
    if (parameter.in === 'path')
      path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    if (parameter.in === 'query') query.set(parameter.name, String(value));
    if (parameter.in === 'header') headers[parameter.name] = String(value);
  }
  const body = declared.requestBody?.content['application/json'].example;
  return { path: query.size ? `${path}?${query}` : path, headers, body };
}

/** In the order of Swagger UI, by tag. */
const byTag = (document.tags as Json[]).flatMap(({ name }) =>
  operations.filter(({ declared }) => declared.tags[0] === name),
);

describe('the examples of the document', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
  });
  beforeEach(() => seedDatabase(service.database.url, new Date()));
  afterAll(() => service.close());

  /** Runs an operation with its defaults, as the demo's user. The body of the endless stream is not read. */
  async function statusOf(operation: DocumentedOperation): Promise<number> {
    const { path, headers, body } = defaultsOf(operation);
    const abort = new AbortController();
    const response = await service.as('alice').fetch(path, {
      method: operation.method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: abort.signal,
    });
    abort.abort();
    return response.status;
  }

  /** Runs operations in sequence, last the deletion of the user's data. @returns those that fail */
  async function refusalsOf(all: DocumentedOperation[]): Promise<string[]> {
    const refused: string[] = [];
    const isLast = ({ name }: DocumentedOperation) => name === 'DELETE /users/me';
    for (const operation of [...all.filter((each) => !isLast(each)), ...all.filter(isLast)]) {
      const status = await statusOf(operation);
      const path = defaultsOf(operation).path.replaceAll(/01900000-0000-7000-8000-0*(\d+)/g, '#$1');
      if (status < 200 || status > 299) refused.push(`${operation.name}: ${status} for ${path}`);
    }
    return refused;
  }

  it.each([
    ['the order of Swagger UI', byTag],
    ['the opposite order', operations.toReversed()],
  ])('all succeed in %s against the data of the demo (sandbox/seed.json)', async (_order, all) => {
    expect(
      operations.filter((each) => !all.includes(each)).map(({ name }) => `${name} has no known tag`),
    ).toEqual([]);
    expect(await refusalsOf(all)).toEqual([]);
  });

  it('all succeed in the order of the document, and again after a restart of the demo', async () => {
    expect(await refusalsOf(operations)).toEqual([]);
    expect(await refusalsOf(operations)).toContain('DELETE /events/{id}: 404 for /events/#109');
    await seedDatabase(service.database.url, new Date(Date.now() + DAY_MS));
    expect(await refusalsOf(operations)).toEqual([]);
  });

  it('succeed after the tour that the demo prints', async () => {
    const text = welcome({ url: '', token: 'of Alice', feeds: [], feedUrl: '', env: {}, isModel: false });
    const [, path, body] = /-X PATCH (\S+) .*-d '(.*)'/.exec(text)!;
    const { status, body: application } = await service.as('alice').patch(path!, JSON.parse(body!));
    expect([status, application.applicantId]).toEqual([200, 'bob']);
    expect(await refusalsOf(operations)).toEqual([]);
  });

  it('find something in every list, as the document promises', async () => {
    const empty: string[] = [];
    expect(await service.runJob('suggestions')).toMatchObject({ outcome: 'SUCCEEDED' });
    for (const operation of operations) {
      if (!/^list(?!Ingestion)/.test(operation.declared.operationId)) continue;
      const { path } = defaultsOf(operation);
      const { status, headers, text, body } = await service.as('alice').get(path);
      expectAsDocumented('GET', path, { status, headers: Object.fromEntries(headers), text });
      if (body.data.length === 0) empty.push(`${operation.name} finds nothing of sandbox/seed.json`);
    }
    expect(empty).toEqual([]);
  });
});

describe('the requests of the document', () => {
  const parameters = operations.flatMap(({ name, declared }) =>
    ((declared.parameters ?? []) as Json[]).map((parameter) => ({ operation: name, ...parameter })),
  ) as Json[];

  it('have an example of every parameter of the path', () => {
    const bare = parameters.filter(
      (parameter) => parameter.in === 'path' && filledIn(parameter) === undefined,
    );
    expect(
      bare.map(({ operation, name }) => `src/openapi/examples.json has no ${name} of ${operation}`),
    ).toEqual([]);
  });

  it('have an example of every body', () => {
    const bare = operations.filter(
      (operation) => operation.declared.requestBody && defaultsOf(operation).body === undefined,
    );
    expect(bare.map(({ name }) => `src/openapi/examples.json has no body of ${name}`)).toEqual([]);
  });

  it('prefill no header, and only the limit and required parameters of a query', () => {
    const prefilled = parameters.filter(
      (parameter) => parameter.in !== 'path' && !parameter.required && filledIn(parameter) !== undefined,
    );
    expect(new Set(prefilled.map(({ name }) => name))).toEqual(new Set(['limit']));
  });
});
