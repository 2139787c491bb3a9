import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Statements } from '../database/statements.js';
import { type EventExpansion, EventExpansions } from '../events/event-expansions.js';
import type { ViewerDto } from '../events/expansions.dto.js';

/** A user's collections that hold events of a page, the oldest first: their ids are in the order of their making. */
const HOLDING = {
  name: 'collections of a page',
  text: `SELECT i.event_id AS "eventId", c.id FROM collections c
         JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1)
         WHERE c.owner_id = $2 ORDER BY c.id`,
};

/** What collections add to events. */
@Injectable()
export class CollectionExpansions implements OnModuleInit {
  constructor(
    private readonly expansions: EventExpansions,
    private readonly statements: Statements,
  ) {}

  onModuleInit(): void {
    this.expansions.addViewer(this.holding);
  }

  private readonly holding: EventExpansion<ViewerDto> = async (events, caller) => {
    const byEvent = new Map<string, string[]>(events.map(({ id }) => [id, []]));
    const values = [[...byEvent.keys()], caller.id];
    const rows = await this.statements.query<{ eventId: string; id: string }>({ ...HOLDING, values });
    for (const { eventId, id } of rows) byEvent.get(eventId)?.push(id);
    return ({ id }) => ({ collectionIds: byEvent.get(id) ?? [] });
  };
}
