import type { ExternalEvent } from '../events/external-events.service.js';
import { parseCampusFeed } from './campus.mapping.js';
import type { FeedHead, IndexPiece, ParsedFeed } from './feed.js';
import { parseTicketingFeed, type TicketingOptions } from './ticketing.mapping.js';

/** The pure half of each feed, by the name that a worker thread knows it by. */
const PARSERS = { campus: parseCampusFeed, ticketing: parseTicketingFeed } as const satisfies Record<
  string,
  (pages: Uint8Array[], options: TicketingOptions) => ParsedFeed
>;

/** A feed's answer, as it came. */
export interface FeedAnswer {
  parser: keyof typeof PARSERS;
  pages: Uint8Array[];
  options: TicketingOptions;
}

/** Which part of an answer is wanted: a piece of the index from a place on, or the events at some places. */
export type Wanted = { indexFrom: number } | { places: number[] };

/** That part. A piece of the index is empty behind its end. */
export interface Part {
  index?: IndexPiece;
  events?: ExternalEvent[];
}

/** Ids that are brought over together. */
const PIECE = 2_000;

/** An answer that has been read whole, where that was done. */
export class ReadAnswer {
  readonly head: FeedHead;
  private readonly ids: string[];
  private readonly events: Map<string, ExternalEvent>;

  /** @throws FeedError where it is no answer of this feed */
  constructor({ parser, pages, options }: FeedAnswer) {
    const { present, events, ...head } = PARSERS[parser](pages, options);
    this.head = head;
    this.ids = present;
    this.events = new Map(events.map((event) => [event.externalId, event]));
  }

  /** A part of it; an event is handed out once, and not kept any longer. */
  part(wanted: Wanted): Part {
    return 'places' in wanted
      ? { events: wanted.places.map((place) => this.take(place)) }
      : { index: this.indexFrom(wanted.indexFrom) };
  }

  private indexFrom(place: number): IndexPiece {
    const externalIds = this.ids.slice(place, place + PIECE);
    return { externalIds, itemHashes: externalIds.map((id) => this.events.get(id)?.itemHash ?? null) };
  }

  private take(place: number): ExternalEvent {
    const id = this.ids[place]!;
    const event = this.events.get(id)!;
    this.events.delete(id);
    return event;
  }
}
