import { parentPort, workerData } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import { FeedError, type FeedHead, type FeedReader, type IndexPiece } from './feed.js';
import { type Format, readerOf } from './readers.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** What the thread is told or asked. */
export type ToThread =
  | { part: Uint8Array }
  | { isWhole: true }
  | { places: number[] }
  | { ids: string[] }
  | { ticketingPage: Uint8Array };

/** What it answers: the index and the head on its own account, the rest when it is asked. */
export interface FromThread {
  index?: IndexPiece;
  head?: FeedHead;
  events?: ExternalEvent[];
  absent?: string[];
  info?: PageInfo;
  failure?: string;
}

function* answer(reader: FeedReader, message: ToThread): Generator<FromThread> {
  if ('part' in message) {
    reader.take(message.part);
    for (const index of reader.tally.pieces()) yield { index };
  } else if ('isWhole' in message) {
    const head = reader.end();
    for (const index of reader.tally.pieces(1)) yield { index };
    yield { head };
  } else if ('places' in message) yield { events: reader.tally.eventsAt(message.places) };
  else if ('ids' in message) yield { absent: reader.tally.absent(message.ids) };
  else yield { info: readTicketingPage(message.ticketingPage).info };
}

const port = parentPort!;
const reader = await readerOf(workerData as Format);
port.on('message', (message: ToThread) => {
  try {
    for (const said of answer(reader, message)) port.postMessage(said);
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    port.postMessage({ failure: error.message } satisfies FromThread);
    port.close();
  }
});
