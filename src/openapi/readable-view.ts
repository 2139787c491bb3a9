import type { OpenAPIObject } from '@nestjs/swagger';
import { type Json, operationsOf } from './answers.js';

/**
 * The document as Swagger UI shows it: responses without headers, refusals without examples, and requests without the
 * members that the service ignores. `/openapi.json` has them.
 */
export function readableView(document: OpenAPIObject): OpenAPIObject {
  const { components = {}, ...view } = structuredClone(document);
  const {
    responses = {},
    schemas = {},
    securitySchemes,
  } = components as Record<string, Record<string, Json>>;
  for (const { operation } of operationsOf(view))
    for (const [status, { $ref, description, content }] of Object.entries(operation.responses)) {
      const refusal = responses[String($ref).split('/').at(-1)!];
      operation.responses[status] = refusal ? { description: refusal.description } : { description, content };
    }
  for (const { properties = {} } of Object.values(schemas) as { properties?: Record<string, Json> }[])
    for (const [name, { readOnly }] of Object.entries(properties)) if (readOnly) delete properties[name];
  return { ...view, components: { schemas, securitySchemes } as OpenAPIObject['components'] };
}
