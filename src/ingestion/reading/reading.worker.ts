import { parentPort, workerData } from 'node:worker_threads';
import type { FeedSource } from '../../events/event.entity.js';
import { FeedError } from '../feed-error.js';
import { FEEDS } from '../feeds.js';
import { FeedAnswer } from './feed-answer.js';

/** What a thread is started with. */
export interface ReadingOrder {
  source: FeedSource;
  options: object | undefined;
}

type Method = 'end' | 'summary' | 'index' | 'events' | 'absent';

/** A call of a method of the answer. */
export type Call = { [Name in Method]: { method: Name; given: Parameters<FeedAnswer[Name]> } }[Method];

/** Blocks of a document, which are not replied to, or a call. */
export type ToThread = { begin: true } | { block: Uint8Array } | Call;

/** The reply to a call. */
export type FromThread = { result: unknown } | { failure: string };

const { source, options } = workerData as ReadingOrder;
const Reader = await FEEDS[source].reader();
const answer = new FeedAnswer(new Reader(options as never));
const port = parentPort!;

function reply(message: FromThread): void {
  port.postMessage(message);
}

function call({ method, given }: Call): unknown {
  return (answer[method] as (...given: unknown[]) => unknown)(...given);
}

port.on('message', (message: ToThread) => {
  if ('begin' in message) return answer.begin();
  if ('block' in message) return answer.write(message.block);
  try {
    reply({ result: call(message) });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    reply({ failure: error.message });
  }
});
