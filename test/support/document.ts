import { readFileSync } from 'node:fs';

/** Any JSON object of the document. */
// biome-ignore lint/suspicious/noExplicitAny: the document is data
export type Json = Record<string, any>;

/** The checked-in OpenAPI document. */
export const document: Json = JSON.parse(readFileSync('test/openapi.json', 'utf8'));

/** An operation of the document, with resolved responses. */
export interface DocumentedOperation {
  /** Such as `GET /events/{id}`. */
  name: string;
  method: string;
  template: string;
  /** The whole operation. */
  declared: Json;
  responses: Record<string, Json>;
}

/** The part of the document that a local reference names. */
export function resolve<Part extends Json>(part: Part): Part {
  if (typeof part.$ref !== 'string') return part;
  const path = part.$ref.replace('#/', '').split('/');
  return path.reduce((node: Json, name) => node[name], document) as Part;
}

export const operations: DocumentedOperation[] = Object.entries(document.paths as Json).flatMap(
  ([template, methods]) =>
    Object.entries(methods as Json).map(([method, declared]) => ({
      name: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      template,
      declared,
      responses: Object.fromEntries(
        Object.entries(declared.responses as Json).map(([status, response]) => [status, resolve(response)]),
      ),
    })),
);

// As in the router, a literal segment precedes a parameter: /users/me is not /users/{id}.
const routes = operations
  .map((operation) => ({
    operation,
    pattern: new RegExp(`^${operation.template.replace(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .sort((a, b) => a.operation.template.split('{').length - b.operation.template.split('{').length);

/** The operation of a request, or undefined if the document has none for its method and path. */
export function operationAt(method: string, url: string): DocumentedOperation | undefined {
  const path = url.split('?', 1)[0]!.replace(/(.)\/$/, '$1'); // a slash at the end is ignored
  return routes.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    ?.operation;
}

/** The codes of problems that are documented for a response. */
export function documentedCodes(response: Json | undefined): string[] {
  const schema = response?.content?.['application/problem+json']?.schema;
  return schema?.allOf?.find((part: Json) => part.properties)?.properties.code.enum ?? [];
}

/**
 * Compares a response with the document.
 * @throws Error if its status, or its problem's code, is not documented for the operation
 */
export function expectDocumented(method: string, url: string, status: number, code?: unknown): void {
  const operation = operationAt(method, url);
  if (!operation) return;
  const response = operation.responses[status];
  if (!response || (status >= 400 && !documentedCodes(response).includes(String(code))))
    throw new Error(`${operation.name} returned ${status} ${code ?? ''}, which the document lacks.`);
}
