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

/** What the answer can be asked. */
export type Question = 'end' | 'summary' | 'index' | 'events' | 'absent';

/** A document and its blocks, which are not replied to, or a question with its parameters. */
export type ToThread =
  | { begin: true }
  | { block: Uint8Array }
  | { question: Question; parameters: unknown[] };

/** The reply to a question. */
export type FromThread = { result: unknown } | { failure: string };

const { source, options } = workerData as ReadingOrder;
const Reader = await FEEDS[source].reader();
const answer = new FeedAnswer(new Reader(options as never));
const port = parentPort!;

function reply(message: FromThread): void {
  port.postMessage(message);
}

port.on('message', (message: ToThread) => {
  if ('begin' in message) return answer.begin();
  if ('block' in message) return answer.write(message.block);
  try {
    const method = answer[message.question] as (...parameters: unknown[]) => unknown;
    reply({ result: method.apply(answer, message.parameters) });
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    reply({ failure: error.message });
  }
});
