import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FeedError, type ParsedFeed } from './feed.js';
import type { ForWorker, FromWorker } from './parse.worker.js';
import { PARSERS, type ParserName } from './parsers.js';

/** Bytes from which an answer is parsed off the event loop (contract.md 7). */
const LARGE = 8 * 2 ** 20;

/**
 * Parses the pages of an answer, large ones in a worker thread. The pages may not be used after.
 * @throws FeedError where it is no answer of this feed, or the signal's reason
 */
export async function parse(
  parser: ParserName,
  pages: Uint8Array[],
  signal: AbortSignal,
): Promise<ParsedFeed> {
  const size = pages.reduce((sum, page) => sum + page.byteLength, 0);
  return size > LARGE ? parseInWorker(parser, pages, signal) : PARSERS[parser](pages);
}

async function parseInWorker(
  parser: ParserName,
  pages: Uint8Array[],
  signal: AbortSignal,
): Promise<ParsedFeed> {
  const worker = new Worker(new URL('./parse.worker.js', import.meta.url), {
    workerData: { parser, pages } satisfies ForWorker,
    transferList: pages.map(({ buffer }) => buffer as ArrayBuffer),
  });
  // The result comes piece by piece, each when it is asked for, so that requests are served in between.
  const next = async () => {
    const answer = once(worker, 'message', { signal });
    worker.postMessage('next');
    return (await answer)[0] as FromWorker;
  };
  try {
    const parsed: ParsedFeed = { ...EMPTY, present: [], events: [] };
    for (;;) {
      const { failure, head, present, events } = await next();
      if (failure !== undefined) throw new FeedError(failure);
      if (head) Object.assign(parsed, head);
      else if (present) parsed.present.push(...present);
      else if (events) parsed.events.push(...events);
      else return parsed;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}

const EMPTY = { received: 0, ignored: 0, rejected: 0, reasons: [], notes: {} };
