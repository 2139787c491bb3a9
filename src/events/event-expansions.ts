import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Caller } from '../common/access.js';
import { discover, discoverable } from '../common/discovery.js';
import { UsersService } from '../users/users.service.js';
import type { EventEntity } from './event.entity.js';
import type { CountsDto, ExpansionName, ExpansionsDto, ViewerDto } from './expansions.dto.js';

/** The caller and the expansions that they request. */
export interface ExpansionOptions {
  caller: Caller;
  include?: ExpansionName[];
}

/** The properties of an event that expansions need. */
export type ExpandableEvent = Pick<EventEntity, 'id' | 'type' | 'creatorId'>;

/**
 * Reads an expansion, or some of its members, for several events in one statement.
 * @returns members by the id of their event
 */
export type EventExpansion<Members> = (
  events: ExpandableEvent[],
  caller: Caller,
) => Promise<(Partial<Members> & { id: string })[]>;

/** Marks a method that reads members of `viewer`, or of `counts`, from a table of its module. */
export const ViewerExpansion = discoverable<EventExpansion<ViewerDto>>();
export const CountsExpansion = discoverable<EventExpansion<CountsDto>>();

/** The data that `include` adds to events, so that a screen of events needs one request. */
@Injectable()
export class EventExpansions implements OnModuleInit {
  /** The first one returns defaults of all members, in the order of the JSON. The others override them. */
  private readonly viewer: EventExpansion<ViewerDto>[] = [
    async (events, caller) =>
      events.map(({ id, creatorId }) => ({
        ...{ id, isOwner: creatorId === caller.id, canApply: false, saved: false, bookmarked: false },
        ...{ application: null, collectionIds: [] },
      })),
  ];
  private readonly counts: EventExpansion<CountsDto>[] = [
    async (events) => events.map(({ id }) => ({ id, interested: 0, applications: null })),
  ];

  constructor(
    private readonly users: UsersService,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const { method } of discover(this.discovery, ViewerExpansion)) this.viewer.push(method);
    for (const { method } of discover(this.discovery, CountsExpansion)) this.counts.push(method);
  }

  /** Reads the expansions of each event, concurrently. */
  async of(events: ExpandableEvent[], { caller, include = [] }: ExpansionOptions): Promise<ExpansionsDto[]> {
    if (events.length === 0) return [];
    const expansions = await Promise.all(
      include.map(async (name) => {
        if (name === 'creator') return [name, await this.creators(events)] as const;
        const rows = await Promise.all(this[name].map((expand) => expand(events, caller)));
        const byId = new Map<string, object>();
        for (const { id, ...members } of rows.flat()) byId.set(id, { ...byId.get(id), ...members });
        return [name, ({ id }: ExpandableEvent) => byId.get(id)] as const;
      }),
    );
    return events.map((event) =>
      Object.fromEntries(expansions.map(([name, expansionOf]) => [name, expansionOf(event)])),
    );
  }

  private async creators(events: ExpandableEvent[]) {
    const profiles = await this.users.profiles(events.flatMap(({ creatorId }) => creatorId ?? []));
    return ({ creatorId }: ExpandableEvent) => (creatorId && profiles.get(creatorId)) || null;
  }
}
