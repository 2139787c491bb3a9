import { parentPort, workerData } from 'node:worker_threads';
import { FeedError, type ParsedFeed } from './feed.js';
import { PARSERS, type ParserName } from './parsers.js';

export interface ForWorker {
  parser: ParserName;
  pages: Uint8Array[];
}

/** One piece of the result; an empty one stands for its end. */
export interface FromWorker {
  failure?: string;
  head?: Omit<ParsedFeed, 'present' | 'events'>;
  present?: ParsedFeed['present'];
  events?: ParsedFeed['events'];
}

/** Entries in one piece, so that taking it over takes a millisecond or two. */
const PIECE = 500;

function* pieces(): Generator<FromWorker> {
  const { parser, pages } = workerData as ForWorker;
  let parsed: ParsedFeed;
  try {
    parsed = PARSERS[parser](pages.splice(0));
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    yield { failure: error.message };
    return;
  }
  const { present, events, ...head } = parsed;
  yield { head };
  while (present.length > 0) yield { present: present.splice(-PIECE) };
  // Last to first, which is cheap to cut off; the order of events means nothing.
  while (events.length > 0) yield { events: events.splice(-PIECE) };
  yield {};
}

const result = pieces();
parentPort?.on('message', () => parentPort?.postMessage(result.next().value));
