import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/events.service.js';

/** A gig is an event of type GIG, and its owner is the event's creator. Another event is 400 here. */
@Injectable()
export class GigAccess extends EventAccess {
  override async find(id: string): Promise<StoredEvent | undefined> {
    const event = await super.find(id);
    if (event && event.type !== 'GIG') throw new Problem('NOT_A_GIG');
    return event;
  }
}
