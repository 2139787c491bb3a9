import type { Client, Dispatcher } from 'undici';

/** A request of a load. */
export interface LoadRequest {
  method: Dispatcher.HttpMethod;
  path: string;
  body?: string;
  /** The status of a good answer. */
  status: number;
}

/**
 * Sends a request, and returns the body of its answer.
 * @throws Error where the answer has another status than the good one
 */
export async function send(
  client: Client,
  { method, path, body, status }: LoadRequest,
  token: string,
): Promise<string> {
  const answer = await client.request({
    ...{ method, path, body },
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const text = await answer.body.text();
  if (answer.statusCode === status) return text;
  throw new Error(`${method} ${path} is answered ${answer.statusCode}, not ${status}: ${text.slice(0, 200)}`);
}
