import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedContent, FeedHead, FeedReader, IndexPiece } from './feed.js';
import { type Format, readerOf } from './readers.js';
import { ReadingThread } from './reading-thread.js';
import { type PageInfo, readTicketingPage } from './ticketing.page.js';

/** Bytes from which an answer is read off the event loop (contract.md 7). */
const LARGE = 8 * 2 ** 20;

/** Takes an answer in, and has it read: here, or in a thread where it is large, which begins while it comes. */
export class Intake {
  private readonly parts: Uint8Array[] = [];
  private size = 0;
  private thread: ReadingThread | undefined;

  constructor(
    private readonly format: Format,
    private readonly signal: AbortSignal,
  ) {}

  /** @param size bytes of the whole answer, as far as it tells */
  expect(size: number): void {
    if (size > LARGE) this.thread ??= new ReadingThread(this.format, this.signal);
  }

  /** @param part whose memory may be handed over: it may not be used any more */
  take(part: Uint8Array): void {
    this.parts.push(part);
    this.size += part.byteLength;
    this.expect(this.size);
    if (this.thread) for (const held of this.parts.splice(0)) this.thread.take(held);
  }

  /** The answer, all of whose parts have been taken in. */
  async content(): Promise<FeedContent> {
    if (!this.thread) return new HeldAnswer(await readerOf(this.format), this.parts);
    this.thread.end();
    return this.thread;
  }

  /** Lets go of an answer that did not become whole. */
  close(): void {
    this.thread?.close();
  }
}

/** An answer that is read here, part by part as its index is asked for. */
class HeldAnswer implements FeedContent {
  private whole: FeedHead | undefined;

  constructor(
    private readonly reader: FeedReader,
    private readonly parts: Uint8Array[],
  ) {}

  async *index(): AsyncGenerator<IndexPiece> {
    for (const part of this.parts.splice(0)) {
      this.reader.take(part);
      yield* this.reader.tally.pieces();
    }
    this.whole = this.reader.end();
    yield* this.reader.tally.pieces(1);
  }

  head(): FeedHead {
    return this.whole!;
  }

  async events(places: number[]): Promise<ExternalEvent[]> {
    return this.reader.tally.eventsAt(places);
  }

  async absent(ids: string[]): Promise<string[]> {
    return this.reader.tally.absent(ids);
  }

  close(): void {}
}

/**
 * Reads what a page of the ticketing feed says of the others, that of a large one in a thread.
 * @throws FeedError where it is no page of the feed, or the signal's reason
 */
export async function readPageInfo(page: Uint8Array, signal: AbortSignal): Promise<PageInfo> {
  if (page.byteLength <= LARGE) return readTicketingPage(page).info;
  const thread = new ReadingThread({ feed: 'ticketing', options: {} }, signal);
  try {
    return await thread.infoOf(page);
  } finally {
    thread.close();
  }
}
