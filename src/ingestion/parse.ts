import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { BATCH, type FeedContent, FeedError } from './feed.js';
import type { ForWorker, FromWorker } from './parse.worker.js';
import { type FeedAnswer, readAnswer } from './parsers.js';
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
    const { head, events } = readAnswer(answer);
    const take = async (places: number[]) => places.map((place) => events[place]!);
    return { ...head, batches: (places) => batchesOf(places, take), close: async () => undefined };
  }
  const buffers = answer.pages.map(({ buffer }) => buffer as ArrayBuffer);
  const pieces = inWorker(answer, buffers, signal);
  const ask = async (places: number[]) => (await pieces.next(places)).value as FromWorker;
  const { head } = await ask([]);
  const take = async (places: number[]) => (await ask(places)).events!;
  return { ...head!, batches: (places) => batchesOf(places, take), close: () => pieces.return() };
}

async function* batchesOf(
  places: number[],
  take: (places: number[]) => Promise<ExternalEvent[]>,
): AsyncGenerator<ExternalEvent[]> {
  for (let done = 0; done < places.length; done += BATCH) yield take(places.slice(done, done + BATCH));
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
 * What a worker thread makes of it. The result comes piece by piece, each when it is asked for by the places of the
 * events that it is to have, so that requests are served in between.
 * @param transfer memory that is handed over instead of copied
 */
async function* inWorker(
  work: ForWorker,
  transfer: ArrayBuffer[],
  signal: AbortSignal,
): AsyncGenerator<FromWorker, void, number[] | undefined> {
  const worker = new Worker(new URL('./parse.worker.js', import.meta.url), {
    workerData: work,
    transferList: transfer,
  });
  try {
    for (let places: number[] | undefined; ; ) {
      const answer = once(worker, 'message', { signal });
      worker.postMessage(places);
      const [piece] = (await answer) as [FromWorker];
      if (piece.failure !== undefined) throw new FeedError(piece.failure);
      places = yield piece;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await worker.terminate();
  }
}
