import type { OpenAPIObject } from '@nestjs/swagger';
import { type Json, operationsOf } from './answers.js';
import examples from './examples.json' with { type: 'json' };

/** The id of an object in the demo's data: a UUIDv7, always the same. In `examples.json` it is `#` and the number. */
export const demoId = (number: number): string =>
  `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** The token of a calendar in the demo's data. No other calendar has one that anybody knows. */
export const DEMO_CALENDAR_TOKEN = 'The-calendar-of-the-demo-which-is-no-secret';

/**
 * What Swagger UI fills in, by operation: the parameters of the path, and the body. Against the demo's data, each succeeds
 * for alice, in any order: no example needs what another deletes. Most deletions and decisions succeed once, until
 * `npm run demo` is started again. An answer that is no JSON has an example here, too.
 */
const EXAMPLES: Record<string, { path?: Json; body?: unknown; answer?: string }> = JSON.parse(
  JSON.stringify(examples, (_name, value) => {
    if (value === '=demo token') return DEMO_CALENDAR_TOKEN;
    return typeof value === 'string' && /^#\d+$/.test(value) ? demoId(Number(value.slice(1))) : value;
  }),
);

/** Gives each operation its examples. */
export function documentExamples(document: OpenAPIObject): void {
  for (const { operation } of operationsOf(document)) {
    const { path, body, answer } = EXAMPLES[operation.operationId] ?? {};
    for (const parameter of operation.parameters ?? [])
      if (parameter.in === 'path') parameter.example = path?.[parameter.name as string];
    const { content } = (operation.requestBody ?? {}) as { content?: Record<string, Json> };
    if (content?.['application/json']) content['application/json'].example = body;
    const answered = operation.responses['200']?.content ?? {};
    if (answer) for (const text of Object.values(answered)) text.example = answer;
  }
}
