import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Statements } from '../database/statements.js';
import { UsersService } from '../users/users.service.js';
import type { EventEntity } from './event.entity.js';
import type { CoordinatesDto, CountsDto, ExpansionName, ExpansionsDto, ViewerDto } from './expansions.dto.js';

/** TypeORM's `find` of two columns takes four times the CPU time. */
const COORDINATES = {
  name: 'coordinates',
  text: 'SELECT id, latitude, longitude FROM events WHERE id = ANY($1) AND latitude IS NOT NULL AND longitude IS NOT NULL',
};

/** The caller and the expansions that they request. */
export interface ExpansionOptions {
  caller: Caller;
  include?: ExpansionName[];
}

/** The properties of an event that expansions need. */
export type ExpandableEvent = Pick<EventEntity, 'id' | 'type' | 'creatorId'>;

/**
 * Reads an expansion, or some of its members, for several events in one statement.
 * @returns a function that returns the members of one of these events
 */
export type EventExpansion<Members> = (
  events: ExpandableEvent[],
  caller: Caller,
) => Promise<(event: ExpandableEvent) => Partial<Members>>;

/**
 * The data that `include` adds to events, so that a screen of events needs one request. Each module that owns
 * a table registers the members that it reads from it, so this module depends on none of them.
 */
@Injectable()
export class EventExpansions {
  /** The first one returns defaults of all members, in the order of the JSON. The others override them. */
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

  constructor(
    private readonly users: UsersService,
    private readonly statements: Statements,
  ) {}

  /** Registers members of `viewer`. Called by the module that owns their table. */
  addViewer(expansion: EventExpansion<ViewerDto>): void {
    this.viewer.push(expansion);
  }

  /** Registers members of `counts`. Called by the module that owns their table. */
  addCounts(expansion: EventExpansion<CountsDto>): void {
    this.counts.push(expansion);
  }

  /** Reads the expansions of each event, concurrently. */
  async of(events: ExpandableEvent[], { caller, include = [] }: ExpansionOptions): Promise<ExpansionsDto[]> {
    if (events.length === 0) return [];
    const expansions = await Promise.all(
      include.map(async (name) => {
        if (name === 'creator') return [name, await this.creators(events)] as const;
        if (name === 'coordinates') return [name, await this.coordinates(events)] as const;
        const members = await Promise.all(this[name].map((expand) => expand(events, caller)));
        return [
          name,
          (event: ExpandableEvent) => Object.assign({}, ...members.map((membersOf) => membersOf(event))),
        ] as const;
      }),
    );
    return events.map((event) =>
      Object.fromEntries(expansions.map(([name, expansionOf]) => [name, expansionOf(event)])),
    );
  }

  private async coordinates(events: ExpandableEvent[]) {
    const values = [events.map(({ id }) => id)];
    const rows = await this.statements.query<CoordinatesDto & { id: string }>({ ...COORDINATES, values });
    const byId = new Map(rows.map(({ id, ...point }) => [id, point]));
    return ({ id }: ExpandableEvent) => byId.get(id) ?? null;
  }

  private async creators(events: ExpandableEvent[]) {
    const profiles = await this.users.profiles(events.flatMap(({ creatorId }) => creatorId ?? []));
    return ({ creatorId }: ExpandableEvent) => (creatorId && profiles.get(creatorId)) || null;
  }
}
