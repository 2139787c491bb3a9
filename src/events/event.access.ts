import { Injectable } from '@nestjs/common';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { ProblemCode } from '../common/problem.js';
import { EventsService } from './events.service.js';
import { type SerializedEvent, SerializedEvents } from './list/serialized-events.js';
import type { StoredEvent } from './stored-event.js';

/** Everyone may see an event. Only its creator may change it, and nobody an event of a feed. */
@Injectable()
export class EventAccess implements AccessPolicy<StoredEvent> {
  constructor(private readonly events: EventsService) {}

  find(id: string): Promise<StoredEvent | undefined> {
    return this.events.find(id);
  }

  refusal(event: StoredEvent, caller: Caller): ProblemCode | undefined {
    if (event.source !== 'USER') return 'EXTERNAL_EVENT';
    return event.creatorId === caller.id ? undefined : 'NOT_OWNER';
  }
}

@Injectable()
export class SerializedEventAccess implements AccessPolicy<SerializedEvent> {
  constructor(private readonly serialized: SerializedEvents) {}

  find(id: string): Promise<SerializedEvent | undefined> {
    return this.serialized.find(id);
  }
}
