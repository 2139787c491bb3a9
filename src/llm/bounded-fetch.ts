import { type Agent, fetch as undiciFetch } from 'undici';
import { ModelError } from './language-model.js';

/** Statuses whose answers have no body (fetch standard). */
const BODILESS = new Set([204, 205, 304]);

/**
 * A `fetch` that reads at most `maxBytes` (unpacked) and follows no redirect: the key and the event's text go only to the
 * host that the operator named.
 * @throws ModelError oversized, or what undici throws
 */
export function boundedFetch(agent: Agent, maxBytes: number): typeof fetch {
  return async (input, init) => {
    const answer = await undiciFetch(
      input as string,
      { ...init, redirect: 'manual', dispatcher: agent } as Parameters<typeof undiciFetch>[1],
    );
    const body = await read(answer.body, maxBytes);
    return new Response(BODILESS.has(answer.status) ? null : body, {
      status: answer.status,
      headers: [...answer.headers],
    });
  };
}

async function read(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the body and with it the connection.
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new ModelError('oversized', `The model answered over ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
