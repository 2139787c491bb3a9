import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { UsersService } from '../users/users.service.js';
import { Counts } from './counts.js';
import type { PartedEvent } from './parted-event.js';
import type { PartName, PartsDto } from './parts.dto.js';
import { Viewer } from './viewer.js';

/** Who asks for events, and which parts of them. */
export interface Viewing {
  caller: Caller;
  include?: PartName[];
}

/** Reads a part of some events by one statement, and answers what gives each its own. */
type Reader<Part> = (events: PartedEvent[], caller: Caller) => Promise<(event: PartedEvent) => Part>;

/** What `include` adds to events. It reads what others own, so that a screen of events needs one request. */
@Injectable()
export class EventParts {
  private readonly readers: { [Name in PartName]: Reader<PartsDto[Name]> } = {
    creator: (events) => this.creators(events),
    viewer: (events, caller) => this.viewer.of(events, caller),
    counts: (events, caller) => this.counts.of(events, caller),
  };

  constructor(
    private readonly users: UsersService,
    private readonly viewer: Viewer,
    private readonly counts: Counts,
  ) {}

  /** The parts of each of the events. Each part takes one statement for all events, at the same time as the others. */
  async of(events: PartedEvent[], { caller, include = [] }: Viewing): Promise<PartsDto[]> {
    if (events.length === 0) return [];
    const parts = await Promise.all(
      include.map(async (name) => ({ name, of: await this.readers[name](events, caller) })),
    );
    return events.map((event) => {
      const added: Partial<Record<PartName, unknown>> = {};
      for (const { name, of } of parts) added[name] = of(event);
      return added as PartsDto;
    });
  }

  private async creators(events: PartedEvent[]): Promise<(event: PartedEvent) => PartsDto['creator']> {
    const profiles = await this.users.profiles(events.flatMap(({ creatorId }) => creatorId ?? []));
    return ({ creatorId }) => (creatorId === null ? null : (profiles.get(creatorId) ?? null));
  }
}
