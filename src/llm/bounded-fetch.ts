import { type Agent, fetch as undiciFetch } from 'undici';
import { readBody } from '../common/bounded-body.js';
import { ModelError } from './language-model.js';

/** Statuses whose answers have no body (fetch standard). */
const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` that reads at most `maxBytes` (unpacked) and follows no redirect: the key and the event's text go only to the
 * host that the operator named.
 * @throws ModelError oversized, or what undici throws
 */
export function boundedFetch(agent: Agent, maxBytes: number): typeof fetch {
  const oversized = () => new ModelError('oversized', `The model answered over ${maxBytes} bytes.`);
  return async (input, init) => {
    const answer = await undiciFetch(
      input as string,
      { ...init, redirect: 'manual', dispatcher: agent } as Parameters<typeof undiciFetch>[1],
    );
    const body = answer.body && (await readBody(answer.body, maxBytes, oversized));
    return new Response(BODILESS.has(answer.status) ? null : body, {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}
