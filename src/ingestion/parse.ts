import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { BATCH, type FeedContent, FeedError } from './feed.js';
import type { ForWorker, FromWorker } from './parse.worker.js';
import { PARSERS, type ParserName, type ParserOptions } from './parsers.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** Bytes from which an answer is parsed off the event loop (contract.md 7). */
const LARGE = 8 * 2 ** 20;

/**
 * Parses the pages of an answer, large ones in a worker thread; it has been read whole before a first batch comes. The
 * pages may not be used after, and the batches must be.
 * @throws FeedError where it is no answer of this feed, or the signal's reason
 */
export async function parse(
  parser: ParserName,
  pages: Uint8Array[],
  signal: AbortSignal,
  options: ParserOptions = {},
): Promise<FeedContent> {
  const size = pages.reduce((sum, page) => sum + page.byteLength, 0);
  if (size <= LARGE) {
    const { events, ...content } = PARSERS[parser](pages, options);
    return { ...content, batches: batchesOf(events) };
  }
  const buffers = pages.map(({ buffer }) => buffer as ArrayBuffer);
  const pieces = inWorker({ parser, pages, options }, buffers, signal);
  const first = await pieces.next();
  return { ...(first.value as FromWorker).head!, batches: eventsOf(pieces) };
}

async function* batchesOf(events: ExternalEvent[]): AsyncGenerator<ExternalEvent[]> {
  for (let done = 0; done < events.length; done += BATCH) yield events.slice(done, done + BATCH);
}

async function* eventsOf(pieces: AsyncGenerator<FromWorker>): AsyncGenerator<ExternalEvent[]> {
  for await (const { events } of pieces) {
    if (!events) return;
    yield events;
  }
}

/**
 * Reads what a page of the ticketing feed says of the others, that of a large one in a worker thread.
 * @throws FeedError where it is no page of the feed, or the signal's reason
 */
export async function readPageInfo(page: Uint8Array, signal: AbortSignal): Promise<PageInfo> {
  if (page.byteLength > LARGE)
    for await (const { info } of inWorker({ ticketingPage: page }, [], signal)) return info!;
  return readTicketingPage(page).info;
}

/**
 * What a worker thread makes of it. The result comes piece by piece, each when it is asked for, so that
 * requests are served in between.
 * @param transfer memory that is handed over instead of copied
 */
async function* inWorker(
  work: ForWorker,
  transfer: ArrayBuffer[],
  signal: AbortSignal,
): AsyncGenerator<FromWorker> {
  const worker = new Worker(new URL('./parse.worker.js', import.meta.url), {
    workerData: work,
    transferList: transfer,
  });
  try {
    for (;;) {
      const answer = once(worker, 'message', { signal });
      worker.postMessage('next');
      const [piece] = (await answer) as [FromWorker];
      if (piece.failure !== undefined) throw new FeedError(piece.failure);
      yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
