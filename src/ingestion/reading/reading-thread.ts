import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../../events/external-events.service.js';
import type { Receiver } from '../download/body.js';
import type { Feed } from '../feed.js';
import { FeedError } from '../feed-error.js';
import type { AnswerSummary, FeedAnswer, IndexPart } from './feed-answer.js';
import type { FromThread, Question, ReadingOrder, ToThread } from './reading.worker.js';
import { READING_WORKER } from './reading.worker-file.js';

/**
 * A thread that reads the answer of a feed, so that the service can answer requests meanwhile. It takes a while to start, so
 * make it before the answer begins. Ask one question at a time.
 */
export class ReadingThread<PageInfo> implements Receiver<PageInfo> {
  private readonly worker: Worker;
  private failure: unknown;
  private waiting: { resolve(result: unknown): void; reject(error: unknown): void } | undefined;
  private readonly stop = () => this.fail(this.signal.reason);

  constructor(
    { source, readerOptions }: Feed<PageInfo>,
    private readonly signal: AbortSignal,
  ) {
    signal.throwIfAborted();
    signal.addEventListener('abort', this.stop);
    const order: ReadingOrder = { source, options: readerOptions };
    this.worker = new Worker(READING_WORKER, { workerData: order })
      .on('message', (message: FromThread) => this.onMessage(message))
      .on('error', (error) => this.fail(error))
      .on('exit', () => this.fail(new Error('The reading thread has ended.')));
  }

  begin(): void {
    this.post({ begin: true });
  }

  /** @param block do not use it afterwards, since its memory is transferred */
  write(block: Uint8Array): void {
    this.post({ block }, [block.buffer as ArrayBuffer]);
  }

  /** @throws FeedError where the blocks are not a document of this feed */
  async end(): Promise<PageInfo> {
    return (await this.ask('end')) as PageInfo;
  }

  /** What is known of the answer, once all its documents have been read. */
  summary(): Promise<AnswerSummary> {
    return this.ask('summary');
  }

  /** The ids and hashes of the events at the positions `from` to `to`, without `to`. */
  index(from: number, to: number): Promise<IndexPart> {
    return this.ask('index', from, to);
  }

  /** The events at these positions. */
  events(positions: number[]): Promise<ExternalEvent[]> {
    return this.ask('events', positions);
  }

  /** Those of these ids that the answer does not have, not even in rejected and ignored entries. */
  absent(ids: string[]): Promise<string[]> {
    return this.ask('absent', ids);
  }

  close(): void {
    this.signal.removeEventListener('abort', this.stop);
    void this.worker.terminate();
  }

  private ask<Name extends Question>(
    question: Name,
    ...parameters: Parameters<FeedAnswer[Name]>
  ): Promise<ReturnType<FeedAnswer[Name]>> {
    return new Promise((resolve, reject) => {
      if (this.failure) return reject(this.failure);
      this.waiting = { resolve, reject };
      this.post({ question, parameters });
    });
  }

  private post(message: ToThread, transferred: ArrayBuffer[] = []): void {
    this.worker.postMessage(message, transferred);
  }

  private onMessage(reply: FromThread): void {
    if ('failure' in reply) this.waiting?.reject(new FeedError(reply.failure));
    else this.waiting?.resolve(reply.result);
  }

  /** Fails the question that waits, and every later one. */
  private fail(error: unknown): void {
    this.failure ??= error;
    this.waiting?.reject(this.failure);
  }
}
