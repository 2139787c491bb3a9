import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { UsersService } from '../users/users.service.js';
import type { EventEntity } from './event.entity.js';
import type { CountsDto, ExpansionName, ExpansionsDto, ViewerDto } from './expansions.dto.js';

/** Who asks for events, and which expansions of them. */
export interface Viewing {
  caller: Caller;
  include?: ExpansionName[];
}

/** What expansions need to know of an event. */
export type ExpandableEvent = Pick<EventEntity, 'id' | 'type' | 'creatorId'>;

/** Reads an expansion, or members of it, for some events by one statement, and returns what gives each event its own. */
export type EventExpansion<Members> = (
  events: ExpandableEvent[],
  caller: Caller,
) => Promise<(event: ExpandableEvent) => Partial<Members>>;

/**
 * What `include` adds to events, so that a screen of events needs one request. The modules that own the tables add what they know:
 * events depend on none of them.
 */
@Injectable()
export class EventExpansions {
  /** The first has all members in their order; what others add overrides them. */
  private readonly viewer: EventExpansion<ViewerDto>[] = [
    async (_events, caller) =>
      ({ creatorId }) => ({
        isOwner: creatorId === caller.id,
        ...{ canApply: false, saved: false, bookmarked: false, application: null, collectionIds: [] },
      }),
  ];
  private readonly counts: EventExpansion<CountsDto>[] = [
    async () => () => ({ interested: 0, applications: null }),
  ];

  constructor(private readonly users: UsersService) {}

  /** Adds members of `viewer`, of a module that owns their table. */
  addViewer(expansion: EventExpansion<ViewerDto>): void {
    this.viewer.push(expansion);
  }

  /** Adds members of `counts`, of a module that owns their table. */
  addCounts(expansion: EventExpansion<CountsDto>): void {
    this.counts.push(expansion);
  }

  /** The expansions of each of the events. All of them are read at the same time. */
  async of(events: ExpandableEvent[], { caller, include = [] }: Viewing): Promise<ExpansionsDto[]> {
    if (events.length === 0) return [];
    const expansions = await Promise.all(
      include.map(async (name) => {
        if (name === 'creator') return [name, await this.creators(events)] as const;
        const members = await Promise.all(this[name].map((expand) => expand(events, caller)));
        return [
          name,
          (event: ExpandableEvent) => Object.assign({}, ...members.map((of) => of(event))),
        ] as const;
      }),
    );
    return events.map((event) => Object.fromEntries(expansions.map(([name, of]) => [name, of(event)])));
  }

  private async creators(events: ExpandableEvent[]) {
    const profiles = await this.users.profiles(events.flatMap(({ creatorId }) => creatorId ?? []));
    return ({ creatorId }: ExpandableEvent) => (creatorId && profiles.get(creatorId)) || null;
  }
}
