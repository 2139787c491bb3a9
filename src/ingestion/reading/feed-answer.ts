import type { ExternalEvent } from '../../events/external-events.service.js';
import type { EntryCounts, EventEntry } from './entries.js';
import type { FeedReader } from './feed-reader.js';
import { decodeUtf8, parseJson } from './json.js';

/** What is known of an answer once all its documents have been read. */
export interface AnswerSummary extends EntryCounts {
  /** How many events it has. */
  events: number;
  /** What goes to the log only. */
  notes: Record<string, unknown>;
}

/** Ids of events, beside their hashes. */
export interface IndexPart {
  externalIds: string[];
  itemHashes: string[];
}

/** An answer of a feed: its documents arrive in blocks, then it can be asked about its events, by their positions. */
export class FeedAnswer {
  private blocks: Uint8Array[] = [];
  /** The entries that are events, once all documents have been read. */
  private list: EventEntry[] | undefined;

  constructor(private readonly reader: FeedReader) {}

  begin(): void {
    this.blocks = [];
  }

  write(block: Uint8Array): void {
    this.blocks.push(block);
  }

  /**
   * Reads the document that has arrived.
   * @throws FeedError where it is not a document of this feed
   */
  end(): unknown {
    this.list = undefined;
    return this.reader.read(parseJson(this.text()));
  }

  summary(): AnswerSummary {
    const { entries, notes } = this.reader;
    return { ...entries.counts, events: this.eventEntries.length, notes };
  }

  index(from: number, to: number): IndexPart {
    const part = this.eventEntries.slice(from, to);
    return {
      externalIds: part.map(({ externalId }) => externalId),
      itemHashes: part.map(({ itemHash }) => itemHash),
    };
  }

  events(positions: number[]): ExternalEvent[] {
    return positions.map((position) => this.eventEntries[position]!.toEvent());
  }

  absent(ids: string[]): string[] {
    return this.reader.entries.absent(ids);
  }

  private get eventEntries(): EventEntry[] {
    this.list ??= this.reader.entries.events;
    return this.list;
  }

  /** Lets go of the blocks, so that a large document is not in memory as bytes while its text is parsed. */
  private text(): string {
    const bytes = Buffer.concat(this.blocks);
    this.blocks = [];
    return decodeUtf8(bytes);
  }
}
