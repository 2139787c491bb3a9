import { parentPort, workerData } from 'node:worker_threads';
import { BATCH, FeedError, type ParsedFeed } from './feed.js';
import { PARSERS, type ParserName, type ParserOptions } from './parsers.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/**
 * What a worker thread is to read: a whole answer, or what a page of the ticketing feed says of the others.
 */
export type ForWorker =
  | { parser: ParserName; pages: Uint8Array[]; options: ParserOptions }
  | { ticketingPage: Uint8Array };

/** One piece of the result; an empty one stands for its end. */
export interface FromWorker {
  failure?: string;
  info?: PageInfo;
  head?: Omit<ParsedFeed, 'events'>;
  events?: ParsedFeed['events'];
}

function* pieces(): Generator<FromWorker> {
  const work = workerData as ForWorker;
  try {
    if ('ticketingPage' in work) yield { info: readTicketingPage(work.ticketingPage).info };
    else yield* piecesOf(PARSERS[work.parser](work.pages.splice(0), work.options));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield { failure: error.message };
  }
}

function* piecesOf({ events, ...head }: ParsedFeed): Generator<FromWorker> {
  yield { head };
  // Last to first, which is cheap to cut off; the order of events means nothing.
  while (events.length > 0) yield { events: events.splice(-BATCH) };
  yield {};
}

const result = pieces();
parentPort?.on('message', () => parentPort?.postMessage(result.next().value));
