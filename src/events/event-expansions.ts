import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, type Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { discover, discoverable } from '../common/discovery.js';
import { UsersService } from '../users/users.service.js';
import { EventEntity } from './event.entity.js';
import type { CountsDto, ExpansionName, ExpansionsDto, ViewerDto } from './expansions.dto.js';

export interface ExpansionOptions {
  caller: Caller;
  include?: ExpansionName[];
}

/** The properties of an event that expansions need. */
export type ExpandableEvent = Pick<EventEntity, 'id' | 'type' | 'creatorId'>;

/** Reads members of an expansion for several events in one statement, each with the id of its event. */
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
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    for (const { method } of discover(this.discovery, ViewerExpansion)) this.viewer.push(method);
    for (const { method } of discover(this.discovery, CountsExpansion)) this.counts.push(method);
  }

  async of(events: ExpandableEvent[], { caller, include = [] }: ExpansionOptions): Promise<ExpansionsDto[]> {
    if (events.length === 0) return [];
    const expansions = await Promise.all(
      include.map(async (name) => {
        if (name === 'creator') return [name, await this.creators(events)] as const;
        if (name === 'coordinates') return [name, await this.coordinates(events)] as const;
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

  private async coordinates(events: ExpandableEvent[]) {
    const placed = await this.events.find({
      where: { id: In(events.map(({ id }) => id)), latitude: Not(IsNull()), longitude: Not(IsNull()) },
      select: { id: true, latitude: true, longitude: true },
    });
    const byId = new Map(placed.map(({ id, latitude, longitude }) => [id, { latitude, longitude }]));
    return ({ id }: ExpandableEvent) => byId.get(id) ?? null;
  }

  private async creators(events: ExpandableEvent[]) {
    const profiles = await this.users.profiles(events.flatMap(({ creatorId }) => creatorId ?? []));
    return ({ creatorId }: ExpandableEvent) => (creatorId && profiles.get(creatorId)) || null;
  }
}
