import type { OpenAPIObject } from '@nestjs/swagger';
import examples from './examples.json' with { type: 'json' };
import { type Json, operationsOf } from './responses.js';

/** The id of an object in the demo's data: a fixed UUIDv7. In `examples.json` it is `#` and the number. */
export const demoId = (number: number): string =>
  `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The token of a calendar in the demo's data, the only calendar token that is public. */
export const DEMO_CALENDAR_TOKEN = 'The-calendar-of-the-demo-which-is-no-secret';

/**
 * The values that Swagger UI fills in, by operation: path parameters and body. With the demo's data each
 * operation succeeds for alice, in any order: no example needs what another deletes. Most deletions and
 * decisions succeed once, until `npm run demo` restarts. A response that is not JSON has an example here,
 * too.
 */
const EXAMPLES: Record<string, { path?: Json; body?: unknown; response?: string }> = JSON.parse(
  JSON.stringify(examples, (_name, value) => {
    if (value === '=demo token') return DEMO_CALENDAR_TOKEN;
    return typeof value === 'string' && /^#\d+$/.test(value) ? demoId(Number(value.slice(1))) : value;
  }),
);

/** Adds the examples to each operation. */
export function documentExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const { path, body, response } = EXAMPLES[operation.operationId] ?? {};
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') parameter.example = path?.[parameter.name as string];
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Json> };
    if (content?.['application/json']) content['application/json'].example = body;
    const responseContent = operation.responses['200']?.content ?? {};
    if (response) for (const text of Object.values(responseContent)) text.example = response;
  }
}
