import type { Server } from '../servers.js';

/** Events of a page, on the way to the depth and from there on. */
const STRIDE = 100;
const PAGE = 20;

/**
 * Reads a server's list of events page by page, and returns the cursors from a depth on.
 * @param depth events before the first of the cursors
 * @param count how many cursors, a page apart
 */
export async function collectCursors(
  { url, name }: Server,
  token: string,
  { depth, count }: { depth: number; count: number },
  signal: AbortSignal,
): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const nextCursor = async (limit: number, cursor?: string): Promise<string> => {
    const position = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${url}/events?limit=${limit}${position}`, { headers, signal });
    const body = (await response.json()) as { nextCursor?: string | null };
    if (!body.nextCursor) throw new Error(`The ${name} gives no cursor (status ${response.status})`);
    return body.nextCursor;
  };
  let cursor: string | undefined;
  for (let passed = 0; passed < depth; passed += STRIDE) cursor = await nextCursor(STRIDE, cursor);
  const cursors: string[] = [];
  while (cursors.length < count) {
    cursor = await nextCursor(PAGE, cursor);
    cursors.push(cursor);
  }
  return cursors;
}
