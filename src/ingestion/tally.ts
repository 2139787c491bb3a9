import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedHead, IndexPiece } from './feed.js';
import { cut } from './feed-text.js';
import { Rejections } from './rejections.js';

/** Events of a piece of the index. */
const PIECE = 2_000;

/**
 * Counts the entries of an answer, each once: as an event, ignored or rejected. Of the entries of one id the
 * last counts and those before it are ignored; a rejected one replaces none.
 */
export class Tally {
  private received = 0;
  private readonly rejections = new Rejections();
  /** Every id, with the place of its event where it has one. */
  private readonly places = new Map<string, number | undefined>();
  private readonly events: (() => ExternalEvent)[] = [];
  private readonly superseded: number[] = [];
  private readonly untold = { externalIds: [] as string[], itemHashes: [] as string[] };

  /**
   * An entry that becomes an event.
   * @param read makes the event; only called where it is to be stored
   */
  take(id: string, itemHash: string, read: () => ExternalEvent): void {
    this.ignore(id);
    this.places.set(id, this.events.push(read) - 1);
    this.untold.externalIds.push(id);
    this.untold.itemHashes.push(itemHash);
  }

  /** An entry that becomes no event and has not disappeared either. */
  ignore(id: string): void {
    this.received += 1;
    const place = this.places.get(id);
    if (place !== undefined) this.superseded.push(place);
    this.places.set(id, undefined);
  }

  /** An entry that says that its event is no longer in the feed. */
  leave(id: string): void {
    this.ignore(id);
    this.places.delete(id);
  }

  /**
   * An entry that cannot be taken; where it has an id, that has not disappeared.
   * @param place where it stands in the answer
   */
  reject(place: string, id: string | undefined, reason: string): void {
    this.received += 1;
    if (id !== undefined && !this.places.has(id)) this.places.set(id, undefined);
    this.rejections.add(id === undefined ? place : `${place} (${cut(id, 200)})`, reason);
  }

  /**
   * The index of the events that have come since, in pieces.
   * @param least events that the last one must have; those of a smaller one wait for more
   */
  *pieces(least = PIECE): Generator<IndexPiece> {
    const { externalIds, itemHashes } = this.untold;
    while (externalIds.length >= least) {
      const from = this.events.length - externalIds.length;
      yield { from, externalIds: externalIds.splice(0, PIECE), itemHashes: itemHashes.splice(0, PIECE) };
    }
  }

  /** @param notes what goes to the log only */
  head(notes: Record<string, unknown>): FeedHead {
    const { rejections, superseded } = this;
    const events = this.events.length - superseded.length;
    return {
      received: this.received,
      ignored: this.received - rejections.count - events,
      rejected: rejections.count,
      reasons: rejections.reasons,
      superseded,
      notes,
    };
  }

  /** The events at these places of the index. */
  eventsAt(places: number[]): ExternalEvent[] {
    return places.map((place) => this.events[place]!());
  }

  /** Those of these ids that the answer does not have. */
  absent(ids: string[]): string[] {
    return ids.filter((id) => !this.places.has(id));
  }
}
