import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { EventsService } from '../events/events.service.js';
import type { Viewing } from '../parts/event-parts.js';
import { CollectionEntity } from './collection.entity.js';
import { CollectionItemEntity } from './collection-item.entity.js';
import { type AddItemDto, type CollectionItemDto, MAX_ITEMS } from './collections.dto.js';

type Item = Row<CollectionItemEntity>;

@Injectable()
export class CollectionItemsService {
  constructor(
    private readonly database: Database,
    @InjectTable(CollectionEntity) private readonly collections: Repository<CollectionEntity>,
    @InjectTable(CollectionItemEntity) private readonly items: Repository<CollectionItemEntity>,
    private readonly events: EventsService,
  ) {}

  /** The items of a collection in the order added, whose events have the parts to `include`. */
  async of(collectionId: string, viewing: Viewing): Promise<CollectionItemDto[]> {
    const order = { addedAt: 'ASC', eventId: 'ASC' } as const;
    return this.withEvents(await this.items.findBy({ collectionId }, { order }), viewing);
  }

  /** The ids of the events of a collection. */
  async eventIds(collectionId: string): Promise<string[]> {
    const items = await this.items.findBy({ collectionId }, { select: ['eventId'] });
    return items.map(({ eventId }) => eventId);
  }

  /** How many items each collection has; one without any is left out. */
  async count(collectionIds: string[]): Promise<Map<string, number>> {
    if (collectionIds.length === 0) return new Map();
    const rows = await this.database.query<{ id: string; count: number }>({
      text: `SELECT collection_id AS id, count(*)::int AS count FROM collection_items
             WHERE collection_id = ANY($1) GROUP BY collection_id`,
      values: [collectionIds],
    });
    return new Map(rows.map(({ id, count }) => [id, count]));
  }

  /**
   * Adds an event. The collection's row is locked first, so that two requests cannot both add the last item.
   * @throws Problem NOT_FOUND (no such event, or the collection is gone), ALREADY_IN_COLLECTION, LIMIT_REACHED at 500
   */
  async add(collectionId: string, { eventId, note = null }: AddItemDto): Promise<CollectionItemDto> {
    const event = await this.events.outline(eventId);
    if (!event) throw new Problem('NOT_FOUND', 'There is no event with this eventId.');
    const stored = await this.database.transaction(async (transaction) => {
      const touched = await this.collections.update({ id: collectionId }, {}, { transaction });
      if (touched.length === 0) throw new Problem('NOT_FOUND');
      const items = await this.items.findBy({ collectionId }, { select: ['eventId'], transaction });
      if (items.some((item) => item.eventId === event.id)) throw new Problem('ALREADY_IN_COLLECTION');
      if (items.length >= MAX_ITEMS)
        throw new Problem('LIMIT_REACHED', `The collection has ${MAX_ITEMS} items, which is the limit.`);
      return this.items.insert({ collectionId, eventId: event.id, note }, { transaction });
    });
    const [item] = await this.withEvents([stored]);
    if (!item) throw new Problem('NOT_FOUND', 'There is no event with this eventId.');
    return item;
  }

  /** Takes an event out. @throws Problem NOT_FOUND where the collection does not hold it */
  async remove(collectionId: string, eventId: string): Promise<void> {
    const event = await this.events.outline(eventId);
    if (!event) throw new Problem('NOT_FOUND');
    await this.database.transaction(async (transaction) => {
      const removed = await this.items.delete({ collectionId, eventId: event.id }, { transaction });
      if (removed === 0) throw new Problem('NOT_FOUND');
      await this.collections.update({ id: collectionId }, {}, { transaction });
    });
  }

  private async withEvents(items: Item[], viewing?: Viewing): Promise<CollectionItemDto[]> {
    const ids = items.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, viewing, 'card');
    return items.flatMap(({ eventId, note, addedAt }) => {
      const event = events.get(eventId);
      return event ? [{ eventId, note, addedAt, event }] : []; // deleted between the two queries
    });
  }
}
