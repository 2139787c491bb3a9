import type { Type } from '@nestjs/common';
import {
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { OptionalMembers } from '../common/api.decorators.js';
import type { Serialized } from '../common/http/serialized.js';
import { type Page, pageClassOf } from '../common/pagination.js';
import {
  EnumField,
  IgnoresReadOnly,
  InstantListField,
  NestedField,
  NestedListField,
  TextListField,
} from '../common/validation/fields.js';
import type { Stored } from '../database/statements.js';
import { PreviewTaggingDto } from '../tagging/tagging.dto.js';
import { EventEntity, IMAGES, TAGS } from './event.entity.js';
import { checkLocation, ImageDto, LOCATION_RULES, LocationDto, MAX_IMAGES } from './event-members.dto.js';
import { EXPANSIONS, ExpansionsDto } from './expansions.dto.js';

/** The columns that no response contains. */
type Internal =
  | ('acceptedCount' | 'version' | 'itemHash' | 'taggingHints' | 'placeLatitude' | 'placeLongitude')
  | ('latitude' | 'longitude' | 'search' | 'exact' | 'squeezed');

/** An event or a gig in responses, with its times as text. */
export class EventDto extends (EventEntity as unknown as Type<Omit<Stored<EventEntity>, Internal>>) {
  @ApiPropertyOptional({
    minimum: 0,
    description: 'Only with `near`: the distance in metres.',
    example: 412.5,
  })
  distance?: number;
}

export class EventWithPartsDto extends IntersectionType(EventDto, ExpansionsDto) {}

export class EventCardDto extends OmitType(EventWithPartsDto, ['description']) {}

/** An event in a list: with a description, unless it is a card. */
export class ListedEventDto extends IntersectionType(
  EventCardDto,
  PartialType(PickType(EventDto, ['description'])),
) {}

export class EventPage extends (pageClassOf(ListedEventDto, 'EventPage') as Type<Page<ListedEventDto>>) {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: 1_000,
    description: 'Only with `q` without `sort`: if it finds nothing, another spelling that does, or null.',
    example: null,
  })
  didYouMean?: string | null;
}

/** Members whose form in requests differs from that in responses. The texts are those of a preview. */
class SentDto extends PickType(PreviewTaggingDto, ['title', 'description']) {
  @NestedField(LocationDto, {
    check: checkLocation,
    description: `A PATCH replaces the whole location. ${LOCATION_RULES}`,
  })
  location: LocationDto;

  @NestedListField(ImageDto, { most: MAX_IMAGES, optional: true, description: IMAGES })
  images?: ImageDto[];
}

/** Members that the creation of an event and of a gig have in common. */
class NewEventDto extends IntersectionType(
  SentDto,
  PickType(EventDto, ['startAt']),
  OptionalMembers(EventDto, ['endAt', 'compensation', 'applyBy', 'positions', 'summary', 'category']),
) {
  @TextListField({ ...TAGS, optional: true, nullable: true })
  tags?: string[] | null;
}

const ASSIGNED = [
  ...['id', 'source', 'creatorId', 'externalId', 'externalUrl', 'ticketUrl', 'seriesId'],
  ...['createdAt', 'updatedAt', 'distance', ...EXPANSIONS],
];
const ASSIGNED_ON_CREATE = [...ASSIGNED, 'status'];

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateEventDto extends IntersectionType(NewEventDto, PickType(EventDto, ['type'])) {}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateGigDto extends NewEventDto {
  @EnumField(['GIG'], { optional: true, description: 'Always GIG.', example: 'GIG' })
  type?: 'GIG';
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED)
export class UpdateEventDto extends PartialType(
  IntersectionType(OmitType(NewEventDto, ['tags']), PickType(EventDto, ['tags', 'type', 'status'])),
  { skipNullProperties: false },
) {}

const MAX_COPIES = 52;

export class CopyEventDto {
  @InstantListField({
    most: MAX_COPIES,
    description: 'The start of each copy, each instant once. Past ones are allowed.',
    example: ['2030-04-19T18:00:00.000Z', '2030-04-26T18:00:00.000Z'],
  })
  startAts: string[];
}

export class EventCopiesDto {
  @ApiProperty({ type: [EventDto], maxItems: MAX_COPIES, description: 'In the order of `startAts`.' })
  data: (EventDto | Serialized<EventDto>)[];
}
