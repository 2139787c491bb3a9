import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ExternalEvent } from '../events/external-events.service.js';
import type { Receiver } from './download.body.js';
import { type FeedContent, FeedError, type FeedHead, type IndexPiece } from './feed.js';
import type { Format } from './readers.js';
import type { FromThread, ToThread } from './reading.worker.js';
import { READING_WORKER } from './reading.worker-file.js';
import type { PageInfo } from './ticketing.page.js';

/**
 * A thread that reads an answer while it comes, and lets requests be served meanwhile. It is best started before the
 * answer begins: it takes a while to start.
 */
export class ReadingThread implements Receiver<FeedContent>, FeedContent {
  private readonly worker: Worker;
  private readonly answers: AsyncIterator<FromThread[]>;
  private whole: FeedHead | undefined;

  constructor(
    format: Format,
    private readonly signal: AbortSignal,
  ) {
    signal.throwIfAborted();
    this.worker = new Worker(READING_WORKER, { workerData: format });
    this.answers = on(this.worker, 'message', { signal });
  }

  /** @param part of the answer; it may not be used any more, since its memory is handed over */
  take(part: Uint8Array): void {
    this.say({ part }, part);
  }

  end(): FeedContent {
    this.say({ isWhole: true });
    return this;
  }

  async *index(): AsyncGenerator<IndexPiece> {
    let answer = await this.answer();
    for (; answer.index; answer = await this.answer()) yield answer.index;
    this.whole = answer.head;
  }

  head(): FeedHead {
    return this.whole!;
  }

  async events(places: number[]): Promise<ExternalEvent[]> {
    this.say({ places });
    return (await this.answer()).events!;
  }

  async absent(ids: string[]): Promise<string[]> {
    this.say({ ids });
    return (await this.answer()).absent!;
  }

  /**
   * What a page of the ticketing feed says of the others.
   * @throws FeedError where it is no page of the feed
   */
  async infoOf(ticketingPage: Uint8Array): Promise<PageInfo> {
    this.say({ ticketingPage });
    return (await this.answer()).info!;
  }

  close(): void {
    void this.answers.return?.();
    void this.worker.terminate();
  }

  private say(message: ToThread, given?: Uint8Array): void {
    this.worker.postMessage(message, given && [given.buffer as ArrayBuffer]);
  }

  private async answer(): Promise<FromThread> {
    try {
      const { value } = await this.answers.next();
      const answer: FromThread = value[0];
      if (answer.failure !== undefined) throw new FeedError(answer.failure);
      return answer;
    } catch (error) {
      this.signal.throwIfAborted();
      throw error;
    }
  }
}
