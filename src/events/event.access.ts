import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { EventsService } from './events.service.js';
import { RenderedEvents, type ShownEvent } from './rendered-events.js';
import type { StoredEvent } from './stored-event.js';

/** Everyone may see an event; only its creator may change it, and nobody one of a feed (decisions.md, "Events and gigs"). */
@Injectable()
export class EventAccess implements AccessPolicy<StoredEvent> {
  constructor(private readonly events: EventsService) {}

  find(id: string): Promise<StoredEvent | undefined> {
    return this.events.find(id);
  }

  maySee(): boolean {
    return true;
  }

  refusal(event: StoredEvent, caller: Caller): ProblemCode | undefined {
    if (event.source !== 'USER') return 'EXTERNAL_EVENT';
    return event.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}

/** Everyone may see an event. It is found as it is shown. */
@Injectable()
export class ShownEventAccess implements AccessPolicy<ShownEvent> {
  constructor(private readonly rendered: RenderedEvents) {}

  find(id: string): Promise<ShownEvent | undefined> {
    return this.rendered.find(id);
  }

  maySee(): boolean {
    return true;
  }

  refusal(): undefined {}
}
