import fc from 'fast-check';
import { type DocumentedOperation, type Json, operations } from '../support/document.js';
import { hostile, nearlyValid, repeated, texts, toJson, valid } from './values.js';

/**
 * The sender of a request: the owner of the resource in the path, a user, or somebody without a valid token.
 */
export const USERS = ['alice', 'bob', 'carol'];
export type Sender = 'owner' | 'nobody' | 'forger' | (typeof USERS)[number];

/** The value of a path parameter: an existing id of its kind, one of another kind, or any text. */
export type Id = { existing: number } | { foreign: number } | { raw: string };

/** A request without ids of existing resources. */
export interface Plan {
  operation: string;
  sender: Sender;
  ids: Id[];
  query: string;
  headers: Record<string, string>;
  /**
   * `@event:7` in its text and query becomes the id of an existing event, `@application:7` in its text that
   * of an application.
   */
  body?: string | Uint8Array;
}

const weighted = <Value>(...choices: [number, fc.Arbitrary<Value>][]) =>
  fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const senders: fc.Arbitrary<Sender> = weighted(
  [20, fc.constant<Sender>('owner')],
  [10, fc.constantFrom<Sender>(...USERS)],
  [1, fc.constantFrom<Sender>('nobody', 'forger')],
);

const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Ids for a list parameter: mostly of existing events. */
const eventIds = fc
  .array(weighted([6, fc.nat(1_000).map((at) => `@event:${at}`)], [1, fc.uuid()]), {
    minLength: 1,
    maxLength: 8,
  })
  .map((ids) => ids.join());

const RAW_IDS = [
  ...[
    '%00',
    '%',
    '%ff',
    '%ED%A0%80',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%252F',
    '*',
    '{id}',
    ':id',
    "'",
    '%0d%0aX:%20y',
  ],
  ...[
    '0',
    '-1',
    'null',
    'me',
    'stream',
    'unread-count',
    'received',
    'facets',
    'x'.repeat(150),
    'x'.repeat(10_000),
  ],
  ...[
    '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11',
    '0198C2B4-7A10-7C3E-9A55-3F1F0A6F2D11',
    '0198c2b47a107c3e9a553f1f0a6f2d11',
  ],
];
const rawIds = fc.oneof(
  fc.constantFrom(...RAW_IDS),
  texts.map(encode).filter((text) => text !== ''),
);

function idOf({ schema }: Json): fc.Arbitrary<Id> {
  const raw = rawIds.map((text): Id => ({ raw: text }));
  if (schema.enum)
    return weighted([4, fc.constantFrom(...schema.enum).map((text): Id => ({ raw: text }))], [1, raw]);
  return weighted(
    [20, fc.nat(1_000).map((at): Id => ({ existing: at }))],
    [1, fc.nat(1_000).map((at): Id => ({ foreign: at }))],
    [2, raw],
  );
}

/** A request with a head over 16 KiB reaches no operation. */
const MAX_QUERY = 12_000;

const pair = (name: string, value: unknown) => `${encode(name)}=${encode(String(value))}`;

function queryOf(parameters: Json[]): fc.Arbitrary<string> {
  return anyQueryOf(parameters).map((query) => query.slice(0, MAX_QUERY));
}

function anyQueryOf(parameters: Json[]): fc.Arbitrary<string> {
  const odd = fc.oneof(
    fc.tuple(texts, texts).map(([name, value]) => pair(name, value)),
    fc.string({ unit: fc.constantFrom(...'%0Fgz=&+[]q;', 'limit=', 'q=', 'cursor=', '%00', '%ff') }),
    ...parameters.map(({ name }) => fc.oneof(hostile, texts, repeated).map((value) => pair(name, value))),
  );
  if (parameters.length === 0) return weighted([8, fc.constant('')], [1, odd]);
  const fitting = ({ name, schema }: Json) => (name === 'ids' ? eventIds : valid(schema));
  const good = fc.oneof(
    ...parameters.map((parameter) => fitting(parameter).map((value) => pair(parameter.name, value))),
  );
  const several = (part: fc.Arbitrary<string>) =>
    fc.array(part, { maxLength: 3 }).map((parts) => parts.join('&'));
  return weighted([2, fc.constant('')], [5, several(good)], [2, several(fc.oneof(good, odd))], [1, odd]);
}

const latin1 = fc.string({
  unit: fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
});
const printable = latin1.map((text) => text.replace(/[^!-~\xa1-\xff]/g, ''));
const VERSIONS = ['"1-br"', 'W/"2-gzip"', '"1"', '"2"', '"3"', '*', 'W/"1"', '"1", "2"', '1', '"', '"0"', ''];
const HEADERS: Record<string, fc.Arbitrary<string>> = {
  'If-Match': fc.oneof(fc.constantFrom(...VERSIONS), printable),
  'If-None-Match': fc.oneof(fc.constantFrom(...VERSIONS), printable),
  'Idempotency-Key': fc.oneof(
    fc.constantFrom('a', 'b', 'c', 'd', '', 'x'.repeat(255), 'x'.repeat(256)),
    printable,
  ),
  'Last-Event-ID': fc.oneof(
    fc.constantFrom('0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11', '', '0', 'x'.repeat(300)),
    printable,
  ),
  'X-Request-Id': fc.oneof(fc.constantFrom('abc', 'x'.repeat(128), 'x'.repeat(129)), printable),
  'Accept-Encoding': fc.constantFrom('gzip', 'br', 'br;q=0.1, gzip', 'identity;q=0', '*;q=0', 'x'),
  Accept: fc.constantFrom('text/html', 'application/xml', 'x'),
};
/** Headers that any request may have, declared or not. */
const USUAL = ['X-Request-Id', 'Accept-Encoding', 'Accept'];

function headersOf(parameters: Json[]): fc.Arbitrary<Record<string, string>> {
  const some = (name: string, weight: number) =>
    weighted(
      [10 - weight, fc.constant({})],
      [weight, (HEADERS[name] ?? printable).map((value) => ({ [name]: value }))],
    );
  const declared = parameters.map(({ name }) => some(name, 4));
  return fc
    .tuple(...declared, ...USUAL.map((name) => some(name, 1)))
    .map((parts) => Object.assign({}, ...parts));
}

const KIB = 1024;
const LARGE = JSON.stringify({ title: 'x'.repeat(KIB * KIB) });
const RAW_BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '0',
  '{',
  '{}',
  '{"a":1}}',
  '\ufeff{}',
  "{'a':1}",
  '{"read":true,"read":false}',
];
const rawBodies = weighted<string | Uint8Array>(
  [4, fc.constantFrom(...RAW_BODIES)],
  [4, fc.uint8Array()],
  [1, fc.constant(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)],
  [1, fc.constant(LARGE)],
);

/** Bodies of an operation that declares one: valid, nearly valid, hostile, or no JSON object. */
function bodyOf(schema: Json): fc.Arbitrary<string | Uint8Array> {
  return weighted<string | Uint8Array>(
    [12, valid(schema).map(toJson)],
    [6, nearlyValid(schema).map(toJson)],
    [1, hostile.map(toJson)],
    [1, rawBodies],
  );
}

const contentTypes = weighted<Record<string, string>>(
  [30, fc.constant({ 'Content-Type': 'application/json' })],
  [
    1,
    fc
      .constantFrom('application/json; charset=utf-8', 'application/JSON', 'text/plain', 'x', '')
      .map((type) => ({ 'Content-Type': type })),
  ],
  [
    1,
    fc
      .constantFrom('gzip', 'br', 'identity', 'x')
      .map((coding) => ({ 'Content-Type': 'application/json', 'Content-Encoding': coding })),
  ],
  [1, fc.constant({})],
);

function plansOf({ name, method, template, declared }: DocumentedOperation): fc.Arbitrary<Plan> {
  const parameters: Json[] = declared.parameters ?? [];
  const among = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(
    ([, id]) => parameters.find((parameter) => parameter.name === id && parameter.in === 'path') as Json,
  );
  const schema = declared.requestBody?.content['application/json'].schema;
  const undeclared = method === 'DELETE' ? rawBodies : fc.constant('');
  const body = schema ? bodyOf(schema) : weighted([12, fc.constant('')], [1, undeclared]);
  return fc
    .record({
      operation: fc.constant(name),
      sender: senders,
      ids: fc.tuple(...inPath.map(idOf)),
      query: queryOf(among('query')),
      headers: headersOf(among('header')),
      body,
      contentType: contentTypes,
    })
    .map(({ contentType, body, ...plan }) =>
      body === '' && !schema ? plan : { ...plan, body, headers: { ...plan.headers, ...contentType } },
    );
}

/** Creations are frequent and deletions rare, so that other requests have resources. */
const SHARES: Record<string, number> = { POST: 4, PATCH: 3, GET: 2, DELETE: 1 };

const PLANS = operations.map((operation) => ({ ...operation, plans: plansOf(operation) }));

/** Requests for every operation of the document. Those of the `frequent` operations come more often. */
export const plansFor = (frequent: string[] = []): fc.Arbitrary<Plan> =>
  weighted(
    ...PLANS.map(({ name, method, plans }): [number, fc.Arbitrary<Plan>] => [
      (SHARES[method] ?? 1) * (frequent.includes(name) ? 20 : 1),
      plans,
    ]),
  );
