import { STATUS_CODES } from 'node:http';
import type { OpenAPIObject } from '@nestjs/swagger';
import { PROBLEMS } from '../common/problem.js';
import { type Json, operationsOf } from './answers.js';

/** The statuses that hardly depend on the operation. */
const COMMON = [401, 413, 415, 429, 500, 503];

/**
 * The document as Swagger UI shows it: an answer without its headers, a refusal without its body, once for all operations what they
 * have in common, and a request without the members that it ignores. `/openapi.json` has it all.
 */
export function readableView(document: OpenAPIObject): OpenAPIObject {
  const view = structuredClone(document);
  const { responses = {}, schemas = {} } = view.components as Record<string, Record<string, Json>>;
  for (const { operation } of operationsOf(view))
    for (const [status, { $ref, description, content }] of Object.entries(operation.responses)) {
      const refusal = responses[String($ref).split('/').at(-1)!];
      if (COMMON.includes(Number(status))) delete operation.responses[status];
      else
        operation.responses[status] = refusal
          ? { description: refusal.description }
          : { description, content };
    }
  for (const { properties = {} } of Object.values(schemas) as { properties?: Record<string, Json> }[])
    for (const [name, { readOnly }] of Object.entries(properties)) if (readOnly) delete properties[name];
  for (const name of ['responses', 'headers']) delete (view.components as Json)[name];
  view.info.description += `\n\nOperations also answer:\n\n${commonRefusals()}`;
  return view;
}

const commonRefusals = () =>
  Object.entries(PROBLEMS)
    .filter(([, [status]]) => COMMON.includes(status))
    .map(([code, [status, detail]]) => `- ${status} ${STATUS_CODES[status]}, \`${code}\`: ${detail}`)
    .join('\n');
