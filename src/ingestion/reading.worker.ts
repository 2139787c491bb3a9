import { parentPort, workerData } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { FeedError } from './feed-error.js';
import type { FeedHead, FeedReader, IndexPiece } from './feed-reader.js';
import { type Format, readersOf } from './readers.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** Messages to the thread: parts of an answer, or questions about it. */
export type ToThread =
  | { begin: true }
  | { part: Uint8Array }
  | { end: true }
  | { places: number[] }
  | { ids: string[] }
  | { ticketingPage: Uint8Array };

/** Messages from the thread: the index and then the head unasked, the rest as answers to questions. */
export interface FromThread {
  index?: IndexPiece;
  head?: FeedHead;
  events?: ExternalEvent[];
  absent?: string[];
  info?: PageInfo;
  /** What is wrong with the answer. It is sent at the end, since the answer may be fetched again before. */
  failure?: string;
}

const port = parentPort!;
const newReader = await readersOf(workerData as Format);
let reader: FeedReader;
let failure: FeedError | undefined;

function hear(message: ToThread): void {
  if ('begin' in message) {
    reader = newReader();
    failure = undefined;
    say({ index: { from: 0, externalIds: [], itemHashes: [] } });
  } else if ('part' in message) {
    if (failure) return;
    reader.take(message.part);
    for (const index of reader.tally.pieces()) say({ index });
  } else if ('end' in message) {
    if (failure) throw failure;
    const head = reader.end();
    for (const index of reader.tally.pieces(1)) say({ index });
    say({ head });
  } else if ('places' in message) say({ events: reader.tally.eventsAt(message.places) });
  else if ('ids' in message) say({ absent: reader.tally.absent(message.ids) });
  else say({ info: readTicketingPage(message.ticketingPage).info });
}

function say(said: FromThread): void {
  port.postMessage(said);
}

port.on('message', (message: ToThread) => {
  try {
    hear(message);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    if ('part' in message) failure = error;
    else say({ failure: error.message });
  }
});
