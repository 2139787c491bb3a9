import { ApiProperty, OmitType, PickType } from '@nestjs/swagger';
import { OptionalMembers } from '../common/api.decorators.js';
import type { Serialized } from '../common/http/serialized.js';
import { PageQuery } from '../common/pagination.js';
import { IdField, IgnoresReadOnly, NestedListField, TextField } from '../common/validation/fields.js';
import { EventCardDto } from '../events/events.dto.js';
import { IncludeQuery } from '../events/expansions.dto.js';
import { type View, ViewParam } from '../events/list/events-query.dto.js';
import { CollectionEntity, MAX_ITEMS, MAX_TEXT } from './collection.entity.js';
import { CollectionItemEntity } from './collection-item.entity.js';

/** Maximum number of items in the creation of a collection. */
const MAX_NEW_ITEMS = 100;

export class CollectionDto extends CollectionEntity {}

export class CollectionItemDto extends PickType(CollectionItemEntity, ['eventId', 'note', 'addedAt']) {
  @ApiProperty({ type: EventCardDto })
  event: Serialized<EventCardDto>;
}

export class CollectionWithItemsDto extends CollectionDto {
  @ApiProperty({ type: [CollectionItemDto], maxItems: MAX_ITEMS, description: 'In the order added.' })
  items: CollectionItemDto[];
}

@IgnoresReadOnly(CollectionItemDto, ['addedAt', 'event'])
export class AddItemDto {
  @IdField({ description: 'The id of any event or gig.', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  eventId: string;

  @TextField({ max: MAX_TEXT, lines: true, optional: true, nullable: true, example: 'Ask Bob to come.' })
  note?: string | null;
}

const ASSIGNED = ['id', 'ownerId', 'itemCount', 'createdAt', 'updatedAt'];

@IgnoresReadOnly(CollectionWithItemsDto, ASSIGNED)
export class CreateCollectionDto extends OptionalMembers(CollectionDto, [
  'name',
  'description',
  'visibility',
]) {
  @NestedListField(AddItemDto, {
    most: MAX_NEW_ITEMS,
    optional: true,
    description: 'Its first items, in this order, each event once. If one is unknown, nothing is stored.',
  })
  items?: AddItemDto[];
}

@IgnoresReadOnly(CollectionWithItemsDto, [...ASSIGNED, 'items'])
export class UpdateCollectionDto extends OmitType(CreateCollectionDto, ['items']) {}

export class GetCollectionQuery extends IncludeQuery {
  @ViewParam()
  view?: View;
}

export class ListCollectionsQuery extends PageQuery {
  @TextField({ max: 255, optional: true, description: 'The public ones of this user. Absent: all of yours.' })
  ownerId?: string;
}
