import { isUtf8 } from 'node:buffer';
import { parse } from 'node:querystring';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../problem.js';
import { isObject } from '../validation/fields.js';

/** Maximum nesting depth of a body. The object itself counts as 1. */
const MAX_DEPTH = 20;

/** Whether arrays and objects nest deeper than `depth`. The value itself counts as 1. */
export const nestsDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((member) => nestsDeeper(member, depth - 1)));

/** Parses a body; undefined if it is empty. @throws Problem MALFORMED_JSON */
export function parseJsonBody(bytes: Buffer): object | undefined {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) throw new Problem('MALFORMED_JSON', 'The body is not valid UTF-8.');
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Problem('MALFORMED_JSON', 'The body is not valid JSON.');
  }
  if (!isObject(body)) throw new Problem('MALFORMED_JSON', 'The body must be a JSON object.');
  if (nestsDeeper(body, MAX_DEPTH))
    throw new Problem('MALFORMED_JSON', `The body nests deeper than ${MAX_DEPTH}.`);
  return body;
}

/** Accepts only unencoded JSON bodies. Any other content type or coding is 415. */
export function acceptJsonOnly(server: FastifyInstance): void {
  server.addHook('preParsing', ({ headers }, reply, payload, done) => {
    if (/^\s*(identity)?\s*$/i.test(headers['content-encoding'] ?? '')) return done(null, payload);
    reply.header('accept-encoding', 'identity'); // the accepted coding (RFC 9110, 12.5.3)
    done(new Problem('UNSUPPORTED_MEDIA_TYPE', 'The body must not be encoded.'));
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
    parseJsonBody(bytes),
  );
}

/** Parses a query string. An empty parameter counts as absent; a repeated one is an array. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query = parse(text, '&', '=', { maxKeys: 0, decodeURIComponent: decoded });
  for (const [name, sent] of Object.entries(query)) {
    const [value, ...more] = [sent ?? []].flat().filter(Boolean);
    if (value === undefined) delete query[name];
    else query[name] = more.length > 0 ? [value, ...more] : value;
  }
  return query as Record<string, string | string[]>;
}

/** The router cannot return an error here, so undecodable text becomes what validation refuses. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '\uD800';
  }
}
