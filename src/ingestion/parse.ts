import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { BATCH, type FeedContent, FeedError, type FeedHead, type IndexPiece } from './feed.js';
import type { ForWorker, FromWorker } from './parse.worker.js';
import { type FeedAnswer, type Part, ReadAnswer, type Wanted } from './read-answer.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** Bytes from which an answer is parsed off the event loop (contract.md 7). */
const LARGE = 8 * 2 ** 20;

/**
 * Reads a feed's answer, a large one in a worker thread. Its pages may not be used after; who gets the content must
 * close it.
 * @throws FeedError where it is no answer of this feed, or the signal's reason
 */
export async function parse(answer: FeedAnswer, signal: AbortSignal): Promise<FeedContent> {
  const size = answer.pages.reduce((sum, page) => sum + page.byteLength, 0);
  if (size <= LARGE) {
    const read = new ReadAnswer(answer);
    return contentOf(
      read.head,
      async (wanted) => read.part(wanted),
      async () => undefined,
    );
  }
  const buffers = answer.pages.map(({ buffer }) => buffer as ArrayBuffer);
  const pieces = inWorker(answer, buffers, signal);
  const ask = async (wanted?: Wanted) => (await pieces.next(wanted)).value as FromWorker;
  const { head } = await ask();
  return contentOf(head!, ask, () => pieces.return());
}

function contentOf(
  head: FeedHead,
  ask: (wanted: Wanted) => Promise<Part>,
  close: () => Promise<unknown>,
): FeedContent {
  async function* index(): AsyncGenerator<IndexPiece> {
    for (let done = 0; ; ) {
      const piece = (await ask({ indexFrom: done })).index!;
      if (piece.externalIds.length === 0) return;
      yield piece;
      done += piece.externalIds.length;
    }
  }
  async function* batches(places: number[]): AsyncGenerator<ExternalEvent[]> {
    for (let done = 0; done < places.length; done += BATCH)
      yield (await ask({ places: places.slice(done, done + BATCH) })).events!;
  }
  return { ...head, index, batches, close };
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
 * What a worker thread makes of it. The result comes piece by piece, each when it is asked for, so that requests are
 * served in between.
 * @param transfer memory that is handed over instead of copied
 */
async function* inWorker(
  work: ForWorker,
  transfer: ArrayBuffer[],
  signal: AbortSignal,
): AsyncGenerator<FromWorker, void, Wanted | undefined> {
  const worker = new Worker(new URL('./parse.worker.js', import.meta.url), {
    workerData: work,
    transferList: transfer,
  });
  try {
    for (let wanted: Wanted | undefined; ; ) {
      const answer = once(worker, 'message', { signal });
      worker.postMessage(wanted);
      const [piece] = (await answer) as [FromWorker];
      if (piece.failure !== undefined) throw new FeedError(piece.failure);
      wanted = yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
