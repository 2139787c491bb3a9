import type { ExternalEvent } from '../events/external-events.service.js';
import type { ParsedFeed } from './feed.js';
import { cut } from './feed-text.js';
import { Rejections } from './rejections.js';

/**
 * Counts the entries of an answer, each once: as an event, ignored or rejected. Of the entries of one id the
 * last counts and those before it are ignored; a rejected one replaces none.
 */
export class Tally {
  private received = 0;
  private readonly rejections = new Rejections();
  private readonly present = new Set<string>();
  private readonly events = new Map<string, ExternalEvent>();

  /** An entry that becomes an event. */
  take(event: ExternalEvent): void {
    this.ignore(event.externalId);
    this.events.set(event.externalId, event);
  }

  /** An entry that becomes no event and has not disappeared either. */
  ignore(id: string): void {
    this.received += 1;
    this.present.add(id);
    this.events.delete(id);
  }

  /** An entry that says that its event is no longer in the feed. */
  leave(id: string): void {
    this.ignore(id);
    this.present.delete(id);
  }

  /**
   * An entry that cannot be taken; where it has an id, that has not disappeared.
   * @param place where it stands in the answer
   */
  reject(place: string, id: string | undefined, reason: string): void {
    this.received += 1;
    if (id !== undefined) this.present.add(id);
    this.rejections.add(id === undefined ? place : `${place} (${cut(id, 200)})`, reason);
  }

  /** @param notes what goes to the log only */
  result(notes: Record<string, unknown>): ParsedFeed {
    const { rejections, present, events } = this;
    return {
      received: this.received,
      ignored: this.received - rejections.count - events.size,
      rejected: rejections.count,
      reasons: rejections.reasons,
      present: [...present],
      events: [...events.values()],
      notes,
    };
  }
}
