import type { Server } from '../servers.js';

/** Events that a page holds while paging to the depth, and at it. */
const STRIDE = 100;
const PAGE = 20;

/**
 * Pages through a server's list of events, as a client does, and notes its cursors from a depth on.
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
  const turn = async (limit: number, cursor?: string): Promise<string> => {
    const position = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${url}/events?limit=${limit}${position}`, { headers, signal });
    const { nextCursor } = (await response.json()) as { nextCursor?: string | null };
    if (!nextCursor) throw new Error(`The ${name} gives no cursor (status ${response.status})`);
    return nextCursor;
  };
  let cursor: string | undefined;
  for (let passed = 0; passed < depth; passed += STRIDE) cursor = await turn(STRIDE, cursor);
  const cursors: string[] = [];
  while (cursors.length < count) {
    cursor = await turn(PAGE, cursor);
    cursors.push(cursor);
  }
  return cursors;
}
