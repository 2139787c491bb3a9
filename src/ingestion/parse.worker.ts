import { parentPort, workerData } from 'node:worker_threads';
import { FeedError, type FeedHead } from './feed.js';
import { type FeedAnswer, type Part, ReadAnswer, type Wanted } from './read-answer.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** What a worker thread is to read: a whole answer, or what a page of the ticketing feed says of the others. */
export type ForWorker = FeedAnswer | { ticketingPage: Uint8Array };

/** One piece of the result. */
export interface FromWorker extends Part {
  failure?: string;
  info?: PageInfo;
  head?: FeedHead;
}

/** The first piece says what has been read; every other one is the part that is wanted. */
function* pieces(): Generator<FromWorker, void, Wanted> {
  const work = workerData as ForWorker;
  try {
    if ('ticketingPage' in work) yield { info: readTicketingPage(work.ticketingPage).info };
    else yield* piecesOf(new ReadAnswer({ ...work, pages: work.pages.splice(0) }));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield { failure: error.message };
  }
}

function* piecesOf(answer: ReadAnswer): Generator<FromWorker, void, Wanted> {
  for (let wanted = yield { head: answer.head }; ; ) wanted = yield answer.part(wanted);
}

const result = pieces();
parentPort?.on('message', (wanted) => parentPort?.postMessage(result.next(wanted).value));
