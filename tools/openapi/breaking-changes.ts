/** Any JSON object of a document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is data
type Json = Record<string, any>;

const TYPES = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];
const UPPER = ['maximum', 'maxLength', 'maxItems'];
const LOWER = ['minimum', 'minLength', 'minItems'];
const EXACT = ['format', 'pattern', 'multipleOf'];
const SHAPE = [
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'readOnly',
];
const NOTES = ['description', 'title', 'example', 'examples', 'default', 'deprecated'];
const KNOWN = [...UPPER, ...LOWER, ...EXACT, ...SHAPE, ...NOTES, '$ref', 'allOf', 'anyOf'];

const missing = (from: string[] = [], to: string[] = []) => from.filter((value) => !to.includes(value));
const missingKeys = (from: Json = {}, to: Json = {}) => missing(Object.keys(from), Object.keys(to));
const common = (a?: string[], b?: string[]) => (a && b ? a.filter((value) => b.includes(value)) : (a ?? b));

function typesOf(type: string | string[] = TYPES): string[] {
  const types = [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}

/** One schema for two that both apply: the narrower of two limits, and all members. */
function both(a: Json, b: Json): Json {
  const merged: Json = { ...a, ...b, type: common(a.type, b.type), enum: common(a.enum, b.enum) };
  merged.required = [...(a.required ?? []), ...(b.required ?? [])];
  merged.properties = { ...a.properties };
  for (const [name, member] of Object.entries<Json>(b.properties ?? {}))
    merged.properties[name] = name in merged.properties ? { allOf: [a.properties[name], member] } : member;
  for (const limit of UPPER) if (limit in a && limit in b) merged[limit] = Math.min(a[limit], b[limit]);
  for (const limit of LOWER) if (limit in a && limit in b) merged[limit] = Math.max(a[limit], b[limit]);
  return merged;
}

/** The target of a reference, or the part itself. */
const resolve = (root: Json, part: Json = {}): Json =>
  part.$ref
    ? part.$ref
        .split('/')
        .slice(1)
        .reduce((node: Json, name: string) => node[name], root)
    : part;

/** A schema without references, `allOf`, `const` and `anyOf`, which may only add null. */
function flat(root: Json, schema: Json): Json {
  for (const keyword of missing(Object.keys(schema), KNOWN)) throw new Error(`${keyword} is not compared`);
  const { $ref, allOf = [], anyOf = [], const: only, type, ...own } = schema;
  const choices = anyOf.filter((part: Json) => part.type !== 'null');
  if (choices.length > 1) throw new Error('anyOf is not compared, but for null');
  const values = (only === undefined ? own.enum : [only])?.map((value: unknown) => JSON.stringify(value));
  const parts = [...($ref ? [resolve(root, schema)] : []), ...allOf, ...choices];
  const start = { ...own, type: type && typesOf(type), enum: values };
  const merged = parts.map((part: Json) => flat(root, part)).reduce(both, start);
  const types = merged.type ?? typesOf();
  return { ...merged, type: anyOf.length > choices.length ? [...types, 'null'] : types };
}

/** The name of the schema that this one refers to, if any. */
const nameOf = ({ $ref, allOf = [], anyOf = [] }: Json): string | undefined =>
  [{ $ref }, ...allOf, ...anyOf]
    .find((part) => part.$ref)
    ?.$ref.split('/')
    .at(-1);

/** The restrictions of a request. */
const narrower = (old: Json, now: Json): (string | false)[] => [
  ...missing(old.type, now.type).map((type) => `is no longer ${type}`),
  ...(now.enum ? missing(old.enum, now.enum).map((value) => `${value} is removed`) : []),
  !!now.enum && !old.enum && 'is one of a list now',
  !!now.readOnly && !old.readOnly && 'is ignored now',
  ...UPPER.map((limit) => now[limit] < (old[limit] ?? Infinity) && `${limit} is lower`),
  ...LOWER.map((limit) => now[limit] > (old[limit] ?? -Infinity) && `${limit} is higher`),
  ...EXACT.map((rule) => rule in now && now[rule] !== old[rule] && `${rule} is another`),
  now.additionalProperties === false && old.additionalProperties !== false && 'has no further members',
];

/** The extensions of a response. Added values of an enumeration are none. */
const wider = (old: Json, now: Json): (string | false)[] => [
  ...missing(now.type, old.type).map((type) => `may be ${type} now`),
  !!old.enum && !now.enum && 'may be any value now',
  !!old.format && now.format !== old.format && 'format is another',
  ...missing(old.required, now.required).map((name) => !!now.properties?.[name] && `${name} may be absent`),
];

/**
 * The changes in the next OpenAPI document that break clients of the released one (docs/calling.md,
 * "Versions"), as `PLACE: CHANGE`. The place is an operation, or the schema of a request or response with the
 * member.
 * @throws Error for a keyword of JSON Schema that is not compared
 */
export function breakingChanges(released: Json, next: Json): string[] {
  const breaks = new Set<string>();
  const compared = new Set<string>();
  const report = (place: string, all: (string | false)[]) => {
    for (const what of all) if (what) breaks.add(`${place}: ${what}`);
  };
  const reportGone = (place: string, from?: Json, to?: Json) => {
    for (const name of missingKeys(from, to)) breaks.add(`${place}: ${name} is removed`);
  };

  const variantsOf = (root: Json, schema: Json): Json[] => resolve(root, schema).oneOf ?? [schema];

  function compare(isRequest: boolean, at: string, before: Json = {}, after: Json = {}): void {
    const [olds, news] = [variantsOf(released, before), variantsOf(next, after)];
    if (news.length > 1) {
      // Each variant is compared with the one of its name, or with the schema before it had variants.
      for (const now of news)
        compare(isRequest, at, olds.find(({ $ref }) => $ref === now.$ref) ?? olds[0], now);
      return;
    }
    const name = nameOf(before);
    const place = name ? `${isRequest ? 'request' : 'response'} ${name}` : at;
    const pair = JSON.stringify([isRequest, before, after]);
    if (name && compared.has(pair)) return;
    compared.add(pair);
    const [old, now] = [flat(released, before), flat(next, after)];
    const isIgnored = (root: Json, schema?: Json) => isRequest && !!schema && !!flat(root, schema).readOnly;
    reportGone(place, old.properties, now.properties);
    report(place, isRequest ? narrower(old, now) : wider(old, now));
    for (const member of isRequest ? missing(now.required, old.required) : [])
      report(place, [!isIgnored(next, now.properties?.[member]) && `${member} is required now`]);
    for (const [member, schema] of Object.entries<Json>(old.properties ?? {}))
      if (now.properties?.[member] && !isIgnored(released, schema))
        compare(isRequest, `${place}.${member}`, schema, now.properties[member]);
    if (old.items || now.items) compare(isRequest, `${place}[]`, old.items, now.items);
    if (typeof old.additionalProperties === 'object' && typeof now.additionalProperties === 'object')
      compare(isRequest, `${place}.*`, old.additionalProperties, now.additionalProperties);
  }

  function compareContent(isRequest: boolean, at: string, before: Json = {}, after: Json = {}): void {
    reportGone(at, before, after);
    for (const type of Object.keys(before))
      if (after[type]) compare(isRequest, at, before[type].schema, after[type].schema);
  }

  function compareOperation(at: string, before: Json, after: Json): void {
    const byName = ({ parameters = [] }: Json): Json =>
      Object.fromEntries(parameters.map((one: Json) => [`${one.in} ${one.name}`, one]));
    const [old, now] = [byName(before), byName(after)];
    reportGone(at, old, now);
    for (const name of Object.keys(now)) {
      report(at, [now[name].required && !old[name]?.required && `${name} is required now`]);
      if (!old[name]) continue;
      const [before, after] = [old[name].schema, now[name].schema];
      // A list accepts a single value as before.
      const isListNow = after.type === 'array' && before.type !== 'array';
      compare(true, `${at} ${name}`, before, isListNow ? after.items : after);
    }
    const [body, newBody] = [resolve(released, before.requestBody), resolve(next, after.requestBody)];
    report(at, [newBody.required && !body.required && 'a body is required now']);
    compareContent(true, `${at} body`, body.content, newBody.content);
    for (const [status, declared] of Object.entries<Json>(before.responses)) {
      const [response, newAnswer] = [resolve(released, declared), resolve(next, after.responses[status])];
      if (after.responses[status]) {
        compareContent(false, `${at} ${status}`, response.content, newAnswer.content);
        reportGone(`${at} ${status} header`, response.headers, newAnswer.headers);
      } else report(at, [Number(status) < 400 && `${status} is removed`]);
    }
  }

  for (const [path, methods] of Object.entries<Json>(released.paths)) {
    reportGone(path, methods, next.paths[path]);
    for (const method of missing(Object.keys(methods), missingKeys(methods, next.paths[path])))
      compareOperation(`${method.toUpperCase()} ${path}`, methods[method], next.paths[path][method]);
  }
  return [...breaks].sort();
}
