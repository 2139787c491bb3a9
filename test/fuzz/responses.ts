import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { document, expectDocumented, type Json, operationAt, resolve } from '../support/document.js';

export interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** The document with closed schemas of responses: a response may have no undeclared member. */
function closed(): Json {
  const copy = structuredClone(document);
  for (const schema of Object.values<Json>(copy.components.schemas))
    if (schema.type === 'object') schema.additionalProperties ??= false;
  return copy;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, multipleOfPrecision: 6 });
ajv.addKeyword('discriminator'); // of OpenAPI; `oneOf` alone validates
addFormats.default(ajv);
// A link follows the URL standard of browsers, which allows more characters than RFC 3986.
ajv.addFormat('uri', (text) => URL.canParse(text));
ajv.addVocabulary(['example', ...Object.keys(document)]);
ajv.addSchema(closed(), 'document');

const compiled = new Map<string, ValidateFunction>();

/** Validates a value by the schema at a JSON pointer into the document. */
function faults(pointer: string, value: unknown): string | undefined {
  let validate = compiled.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `document#${pointer}` });
    compiled.set(pointer, validate);
  }
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: '' });
}

const token = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
const pointerTo = (part: Json, otherwise: string) => (part.$ref as string)?.slice(1) ?? otherwise;

/**
 * Compares a response with the document.
 * @throws Error if the status, the code, the media type, the body or a header is not as documented
 */
export function expectAsDocumented(method: string, path: string, { status, headers, text }: Received): void {
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const body = type.endsWith('json') ? JSON.parse(text) : undefined;
  if (status >= 500) throw new Error(`It is a ${status}.`);
  expectDocumented(method, path, status, body?.code);
  const operation = operationAt(method, path);
  if (!operation) return;
  const place = `/paths/${token(operation.template)}/${method.toLowerCase()}/responses/${status}`;
  const declared = operation.declared.responses[status];
  const at = pointerTo(declared, place);
  const response = resolve(declared);
  if (response.content ? !response.content[type] : text !== '')
    throw new Error(`It is of the type "${type}".`);
  const fault = body === undefined ? undefined : faults(`${at}/content/${token(type)}/schema`, body);
  if (fault) throw new Error(`The body is not what its schema says: ${fault}.`);
  for (const [name, reference] of Object.entries<Json>(response.headers ?? {}))
    expectHeader(name, reference, headers[name.toLowerCase()]);
}

function expectHeader(name: string, reference: Json, value: string | string[] | undefined): void {
  const { required, schema } = resolve(reference);
  if (value === undefined) {
    if (required) throw new Error(`The header ${name} is missing.`);
    return;
  }
  const fault = faults(
    `${pointerTo(reference, '')}/schema`,
    schema.type === 'integer' ? Number(value) : value,
  );
  if (fault) throw new Error(`The header ${name} is not what its schema says: ${fault}.`);
}
