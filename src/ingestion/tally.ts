import { cut } from '../common/text.js';
import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedHead, FeedTally, IndexPiece } from './feed-reader.js';
import { Rejections } from './rejections.js';

/** Events of a piece of the index. */
const PIECE = 2_000;

/**
 * Counts the entries of an answer, each once: as an event, ignored or rejected. Of the entries of one id the
 * last one counts and those before it are ignored. A rejected one replaces none.
 */
export class Tally<Source> implements FeedTally {
  private received = 0;
  private readonly rejections = new Rejections();
  /** Every id, with the place of its event where it has one. */
  private readonly places = new Map<string, number | undefined>();
  private readonly sources: Source[] = [];
  private readonly superseded: number[] = [];
  private readonly untold = { externalIds: [] as string[], itemHashes: [] as string[] };

  /** @param eventOf makes the event of an entry, when it is stored */
  constructor(private readonly eventOf: (source: Source) => ExternalEvent) {}

  /** An entry that becomes an event. */
  take(id: string, itemHash: string, source: Source): void {
    this.count(id, this.sources.push(source) - 1);
    this.untold.externalIds.push(id);
    this.untold.itemHashes.push(itemHash);
  }

  /** An entry that does not become an event, but has not disappeared. */
  ignore(id: string): void {
    this.count(id, undefined);
  }

  /** An entry that says that its event is no longer in the feed. */
  leave(id: string): void {
    this.ignore(id);
    this.places.delete(id);
  }

  /**
   * An entry that cannot be taken. Where it has an id, its event has not disappeared.
   * @param place where it stands in the answer
   */
  reject(place: string, id: string | undefined, reason: string): void {
    this.received += 1;
    if (id !== undefined && !this.places.has(id)) this.places.set(id, undefined);
    this.rejections.add(id === undefined ? place : `${place} (${cut(id, 200)})`, reason);
  }

  private count(id: string, place: number | undefined): void {
    this.received += 1;
    const former = this.places.get(id);
    if (former !== undefined) this.superseded.push(former);
    this.places.set(id, place);
  }

  /**
   * The index of the events since the last call, in pieces.
   * @param least events that the last piece needs; a smaller one waits for more
   */
  *pieces(least = PIECE): Generator<IndexPiece> {
    const { externalIds, itemHashes } = this.untold;
    while (externalIds.length >= least) {
      const from = this.sources.length - externalIds.length;
      yield { from, externalIds: externalIds.splice(0, PIECE), itemHashes: itemHashes.splice(0, PIECE) };
    }
  }

  /** @param notes what goes to the log only */
  head(notes: Record<string, unknown>): FeedHead {
    const { rejections, superseded } = this;
    const events = this.sources.length - superseded.length;
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
    return places.map((place) => this.eventOf(this.sources[place]!));
  }

  /** Those of these ids that the answer does not have. */
  absent(ids: string[]): string[] {
    return ids.filter((id) => !this.places.has(id));
  }
}
