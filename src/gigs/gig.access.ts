import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { EventAccess, ShownEventAccess } from '../events/event.access.js';
import { type EventOutline, EventsService } from '../events/events.service.js';
import type { ShownEvent } from '../events/list/rendered-events.js';
import type { StoredEvent } from '../events/stored-event.js';

function assertGig(event: { type: StoredEvent['type'] } | undefined): void {
  if (event && event.type !== 'GIG') throw new Problem('NOT_A_GIG');
}

/** A gig is an event of type GIG, and its owner is the event's creator. Another event is 400 here. */
@Injectable()
export class GigAccess extends EventAccess {
  override async find(id: string): Promise<StoredEvent | undefined> {
    const event = await super.find(id);
    assertGig(event);
    return event;
  }
}

/** Finds gigs in outline, for what belongs to a gig. */
@Injectable()
export class GigOutlines {
  constructor(private readonly events: EventsService) {}

  /** The gig of this id, or undefined. @throws Problem NOT_A_GIG */
  async find(id: string): Promise<EventOutline | undefined> {
    const event = await this.events.outline(id);
    assertGig(event);
    return event;
  }
}

/** Everyone may see a gig. It is found as it is shown. */
@Injectable()
export class ShownGigAccess extends ShownEventAccess {
  override async find(id: string): Promise<ShownEvent | undefined> {
    const event = await super.find(id);
    assertGig(event);
    return event;
  }
}
