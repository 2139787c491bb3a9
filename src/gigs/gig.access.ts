import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { EventAccess, SerializedEventAccess } from '../events/event.access.js';
import type { EventType } from '../events/event.entity.js';
import type { SerializedEvent } from '../events/list/serialized-events.js';
import type { StoredEvent } from '../events/stored-event.js';

function asGig<Event extends { type: EventType }>(event: Event | undefined): Event | undefined {
  if (event && event.type !== 'GIG') throw new Problem('NOT_A_GIG');
  return event;
}

/**
 * A gig is an event of type GIG; its owner is the creator of the event. An event of another type is 400 here.
 */
@Injectable()
export class GigAccess extends EventAccess {
  override async find(id: string): Promise<StoredEvent | undefined> {
    return asGig(await super.find(id));
  }
}

/** Any user may see a gig. The resource is the gig as serialized. */
@Injectable()
export class SerializedGigAccess extends SerializedEventAccess {
  override async find(id: string): Promise<SerializedEvent | undefined> {
    return asGig(await super.find(id));
  }
}
