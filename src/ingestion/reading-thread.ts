import { EventEmitter, once } from 'node:events';
import { addAbortSignal, Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedReceiver } from './feed.js';
import { FeedError } from './feed-error.js';
import type { FeedHead, IndexPiece } from './feed-reader.js';
import type { Format } from './readers.js';
import type { FromThread, ToThread } from './reading.worker.js';
import { READING_WORKER } from './reading.worker-file.js';
import type { PageInfo } from './ticketing.page.js';

/**
 * A thread that reads an answer while it arrives, so that the service can answer requests. It takes a while to start, so
 * make it before the answer begins.
 */
export class ReadingThread implements FeedReceiver {
  private readonly worker: Worker;
  private readonly pieces = new Readable({ objectMode: true, read() {} });
  private readonly answers = new EventEmitter();
  private whole: FeedHead | undefined;

  constructor(
    format: Format,
    private readonly signal: AbortSignal,
  ) {
    signal.throwIfAborted();
    this.worker = new Worker(READING_WORKER, { workerData: format });
    this.worker.on('message', (said: FromThread) => this.hear(said));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', () => this.fail(new Error('The reading thread has ended.')));
    addAbortSignal(signal, this.pieces).on('error', () => {}); // the reader of the index gets the error
  }

  begin(): void {
    this.say({ begin: true });
  }

  /** @param part of the answer; do not use it afterwards, since its memory is transferred */
  take(part: Uint8Array): void {
    this.say({ part }, part);
  }

  end(): void {
    this.say({ end: true });
  }

  async infoOf(ticketingPage: Uint8Array): Promise<PageInfo> {
    return (await this.ask({ ticketingPage })).info!;
  }

  /**
   * The index of the answer so far; it ends when all has been read.
   * @throws FeedError where it is not an answer of this feed
   */
  get index(): AsyncIterable<IndexPiece> {
    return this.pieces;
  }

  /** The head of the whole answer, once its index has ended. */
  get head(): FeedHead {
    return this.whole!;
  }

  /** The events at these places of the index. */
  async events(places: number[]): Promise<ExternalEvent[]> {
    return (await this.ask({ places })).events!;
  }

  /** Those of these ids that the answer does not have, not even in rejected and ignored entries. */
  async absent(ids: string[]): Promise<string[]> {
    return (await this.ask({ ids })).absent!;
  }

  close(): void {
    this.pieces.destroy();
    void this.worker.terminate();
  }

  private say(message: ToThread, given?: Uint8Array): void {
    this.worker.postMessage(message, given && [given.buffer as ArrayBuffer]);
  }

  /** One at a time. */
  private async ask(message: ToThread): Promise<FromThread> {
    const answered = once(this.answers, 'answer', { signal: this.signal });
    this.say(message);
    return (await answered)[0];
  }

  private hear(said: FromThread): void {
    if (said.failure !== undefined) this.fail(new FeedError(said.failure));
    else if (said.index) this.pieces.push(said.index);
    else if (said.head) {
      this.whole = said.head;
      this.pieces.push(null);
    } else this.answers.emit('answer', said);
  }

  private fail(error: Error): void {
    this.pieces.destroy(error);
    if (this.answers.listenerCount('error') > 0) this.answers.emit('error', error);
  }
}
