import { parentPort, workerData } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { FeedError, type FeedHead } from './feed.js';
import { type FeedAnswer, readAnswer } from './parsers.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** What a worker thread is to read: a whole answer, or what a page of the ticketing feed says of the others. */
export type ForWorker = FeedAnswer | { ticketingPage: Uint8Array };

/** One piece of the result. */
export interface FromWorker {
  failure?: string;
  info?: PageInfo;
  head?: FeedHead;
  events?: ExternalEvent[];
}

/** Each piece but the first is asked for by places in the index of the events. */
function* pieces(): Generator<FromWorker, void, number[]> {
  const work = workerData as ForWorker;
  try {
    if ('ticketingPage' in work) yield { info: readTicketingPage(work.ticketingPage).info };
    else yield* piecesOf({ ...work, pages: work.pages.splice(0) });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield { failure: error.message };
  }
}

function* piecesOf(answer: FeedAnswer): Generator<FromWorker, void, number[]> {
  const { head, events } = readAnswer(answer);
  const left: (ExternalEvent | undefined)[] = events;
  const take = (place: number) => {
    const event = left[place]!;
    left[place] = undefined;
    return event;
  };
  for (let places = yield { head }; ; ) places = yield { events: places.map(take) };
}

const result = pieces();
parentPort?.on('message', (places) => parentPort?.postMessage(result.next(places).value));
