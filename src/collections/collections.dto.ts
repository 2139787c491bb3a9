import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ApiCount, OptionalMembers } from '../common/api.decorators.js';
import type { Serialized } from '../common/http/serialized.js';
import { PageQuery } from '../common/pagination.js';
import {
  EnumField,
  IdField,
  IgnoresReadOnly,
  NestedListField,
  TextField,
} from '../common/validation/fields.js';
import { EventCardDto } from '../events/events.dto.js';
import { IncludeQuery } from '../events/expansions.dto.js';
import { type View, ViewParam } from '../events/list/events-query.dto.js';
import { VISIBILITIES, type Visibility } from './collection.entity.js';

const MAX_NAME = 120;
const MAX_TEXT = 2000;
/** Maximum number of items per collection (rules.md, "Limits"). */
export const MAX_ITEMS = 500;
/** Maximum number of items in the creation of a collection. */
const MAX_NEW_ITEMS = 100;

/** A collection in responses. Request classes pick members from it, with their validation. */
export class CollectionDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d15' })
  id: string;

  @ApiProperty({ maxLength: 255, example: 'alice' })
  ownerId: string;

  @TextField({
    ...{ min: 1, max: MAX_NAME, trim: true, visible: true },
    description: 'By default `Collection`.',
    example: 'Spring weekends',
  })
  name: string;

  @TextField({ max: MAX_TEXT, lines: true, nullable: true, example: 'For when it is warm again.' })
  description: string | null;

  @EnumField(VISIBILITIES, { enumName: 'Visibility', description: 'By default PRIVATE.', example: 'PRIVATE' })
  visibility: Visibility;

  @ApiCount({ description: 'The number of its events.', maximum: MAX_ITEMS, example: 1 })
  itemCount: number;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  updatedAt: Date;
}

export class CollectionItemDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  eventId: string;

  @ApiProperty({ type: 'string', maxLength: MAX_TEXT, nullable: true, example: 'Ask Bob to come.' })
  note: string | null;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  addedAt: Date;

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
