import fc from 'fast-check';
import { type Json, resolve } from '../support/document.js';

/** Texts that have broken servers before, and random text. */
export const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    ...[
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      '',
      ' ',
      '\0',
      '\ud800',
      '\u202e',
      '\u200b',
      '💥',
    ],
    ...['%', '%00', "'", '"', '\\', '$1', '?', ';', '--', '<!--', '../../etc/passwd', '{{7*7}}', '\r\nX: y'],
    ...[
      'OPEN',
      'GIG',
      'EVENT',
      'USD',
      'HOURLY',
      'ACCEPTED',
      'PUBLIC',
      'SAVE',
      'alice',
      'true',
      'null',
      'NaN',
    ],
    ...[
      '2031-03-01T18:00:00Z',
      '2031-02-30',
      '0000-01-01T00:00:00Z',
      '+275760-09-13T00:00:00Z',
      'https://x.org',
    ],
    ...['-1', '0', '1.5', '1e999', '99999999999999999999', '0x10', 'javascript:alert(1)', 'http://a:b@c/'],
  ),
);

/** Units whose repetition has cost parsers and regular expressions superlinear time. */
const UNITS = [
  'a',
  ' ',
  '-',
  '_a',
  '1_',
  '/~',
  'x-1.2.3-',
  '<!--',
  '"',
  '(',
  'a@',
  '💥',
  'e\u0301',
  '\n',
  '[',
  '\\',
];
export const repeated = fc
  .tuple(fc.constantFrom(...UNITS), fc.oneof(fc.nat(60), fc.nat(1_000)))
  .map(([unit, count]) => unit.repeat(count));

/** Texts that almost follow a format, and unusual ones that do. */
const ALMOST: Record<string, fc.Arbitrary<string>> = {
  uri: fc.constantFrom(
    ...[
      'https://x.org/ä b',
      'https://x.org/|',
      'https://x.org/{a}^`',
      'HTTPS://X.ORG',
      'https:x.org',
      'https://ä.org',
    ],
    ...[
      'https://a:b@x.org',
      'http://[::1',
      'https://x.org/%zz',
      'https://x.org/\u202e',
      'ftp://x.org',
      '//x.org',
    ],
    ...[
      'https://x.org/?a[]=<b>#"c"',
      'https://x.org\\y',
      ' https://x.org\n',
      'data:text/html,x',
      'https://0x7f.1',
    ],
  ),
  'date-time': fc.constantFrom(
    ...[
      '2031-03-01T18:00:00.123456789Z',
      '2031-03-01 18:00:00Z',
      '2031-03-01T18:00Z',
      '2031-03-01T24:00:00Z',
    ],
    ...[
      '1970-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-12:00',
      '1969-12-31T23:59:59Z',
      '2031-06-30T23:59:60Z',
    ],
    ...[
      '2031-02-29T00:00:00Z',
      '2031-03-01T18:00:00',
      '2031-03-01',
      '2031-W09-6T00:00Z',
      '2031-03-01T18:00:00+99:99',
    ],
  ),
};

const numbers = fc.constantFrom(0, -0, -1, 0.1, 1.005, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 63), '1e999');

/** Any JSON value. The text `1e999` becomes a number in a body (see `toJson`). */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  texts,
  repeated,
  numbers,
  fc.constantFrom(null, true, [], {}, [[]], [null], { name: 'x' }),
  fc.jsonValue({ stringUnit: 'binary' }),
  fc.integer({ min: 1, max: 40 }).map((depth) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
  fc.integer({ min: 1, max: 300 }).map((width) => Array.from({ length: width }, (_, index) => `${index}`)),
);

/** A value as the text of a body. JSON can write numbers that JavaScript cannot hold. */
export function toJson(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll('"1e999"', '1e999');
}

/**
 * A value that a schema allows, sometimes at its limits. Often it is the example, which other rules allow.
 */
export function valid(schema: Json): fc.Arbitrary<unknown> {
  const made = make(schema);
  if (schema.example === undefined) return made;
  return fc.oneof({ weight: 2, arbitrary: fc.constant(schema.example) }, { weight: 1, arbitrary: made });
}

function make(schema: Json): fc.Arbitrary<unknown> {
  if (schema.$ref) return valid(resolve(schema));
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valid));
  if (schema.allOf) return valid(schema.allOf[0]);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => make({ ...schema, type })));
  const { minimum = 0, maximum = 10_000, multipleOf } = schema;
  const stepped = (value: number) => (multipleOf ? Number(value.toFixed(2)) : value);
  switch (schema.type) {
    case 'string':
      return string(schema);
    case 'integer':
      return fc.oneof(fc.constantFrom(minimum, maximum), fc.integer({ min: minimum, max: maximum }));
    case 'number':
      return fc.oneof(
        fc.constantFrom(minimum, maximum),
        fc.double({ min: minimum, max: maximum, noNaN: true }).map(stepped),
      );
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valid(schema.items), {
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems ?? 5, 20),
      });
    case 'object':
      return object(schema);
    default:
      return fc.constant(null);
  }
}

function string({ format, pattern, minLength = 0, maxLength = 200 }: Json): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc
      .tuple(
        fc.date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true }),
        fc.constantFrom('Z', '+05:30', '-08:00'),
      )
      .map(([date, zone]) => date.toISOString().replace('Z', zone));
  if (format === 'uri') return fc.webUrl({ withQueryParameters: true, withFragments: true });
  if (format === 'uuid') return fc.uuid();
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }) },
    { weight: 1, arbitrary: fc.constantFrom('x', '💥', 'é').map((unit) => unit.repeat(maxLength)) },
  );
}

/**
 * Mostly a few of the optional members, since each has its own rules, and rarely those that the service
 * assigns.
 */
function object({ properties = {}, required = [] }: Json): fc.Arbitrary<object> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const own = optional.filter((name) => !properties[name].readOnly);
  const chosen = fc.oneof(
    { weight: 4, arbitrary: fc.subarray(own, { maxLength: Math.min(3, own.length) }) },
    { weight: 1, arbitrary: fc.subarray(optional) },
  );
  const all = fc.record(
    Object.fromEntries(Object.keys(properties).map((name) => [name, member(name, properties[name])])),
  );
  return fc
    .tuple(all, chosen)
    .map(([values, names]) =>
      Object.fromEntries([...required, ...names].map((name) => [name, values[name]])),
    );
}

/** A member by its schema. Ids are mostly of existing resources (see `Plan.body`). */
function member(name: string, schema: Json): fc.Arbitrary<unknown> {
  const existing = (kind: string) => fc.nat(1_000).map((at) => `@${kind}:${at}`);
  if (name === 'eventId') return fc.oneof({ weight: 4, arbitrary: existing('event') }, valid(schema));
  if (name === 'ids')
    return fc.oneof(
      { weight: 4, arbitrary: fc.array(existing('application'), { minLength: 1, maxLength: 4 }) },
      valid(schema),
    );
  return valid(schema);
}

/** An object that its schema allows except for one member, which is invalid, missing or unknown. */
export function nearlyValid(schema: Json): fc.Arbitrary<unknown> {
  const { properties = {} } = resolve(schema);
  const spoil = Object.keys(properties).map((name) =>
    spoiled(properties[name]).map((value) => ({ [name]: value })),
  );
  const add = fc.tuple(texts, hostile).map(([name, value]) => Object.fromEntries([[name, value]]));
  if (spoil.length === 0) return add;
  const drop = fc.constantFrom(...Object.keys(properties)).map((name) => ({ [name]: undefined }));
  return fc
    .tuple(valid(schema), fc.oneof({ weight: 4, arbitrary: fc.oneof(...spoil) }, add, drop))
    .map(([value, change]) => ({ ...(value as object), ...change }));
}

/** A value just beyond what a member's schema allows, or any value. */
function spoiled(schema: Json): fc.Arbitrary<unknown> {
  const { format, maxLength, minimum, maximum, multipleOf, maxItems, properties, anyOf, allOf } =
    resolve(schema);
  const inner = [...(anyOf ?? allOf ?? [])].map(resolve).find((part) => part.properties);
  return fc.oneof(
    { weight: 2, arbitrary: hostile },
    ...(ALMOST[format] ? [{ weight: 4, arbitrary: ALMOST[format] }] : []),
    ...(maxLength === undefined
      ? []
      : [fc.constantFrom('x', '💥').map((unit) => unit.repeat(maxLength + 1))]),
    ...(minimum === undefined ? [] : [fc.constant(minimum - 1)]),
    ...(multipleOf === undefined ? [] : [fc.constant(multipleOf / 2)]),
    ...(maximum === undefined ? [] : [fc.constant(maximum + 1)]),
    ...(maxItems === undefined ? [] : [fc.constant(Array(maxItems + 1).fill('x'))]),
    ...(properties || inner ? [nearlyValid(inner ?? schema)] : []),
  );
}
