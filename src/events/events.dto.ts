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
import { MAX_LINK } from '../common/link.js';
import { type Page, pageClassOf } from '../common/pagination.js';
import {
  EnumField,
  IgnoresReadOnly,
  InstantField,
  InstantListField,
  NestedField,
  NestedListField,
  TextField,
  TextListField,
  WholeNumberField,
} from '../common/validation/fields.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { PreviewTaggingDto } from '../tagging/tagging.dto.js';
import {
  EVENT_SOURCES,
  EVENT_STATUSES,
  EVENT_TYPES,
  type EventSource,
  type EventStatus,
  type EventType,
} from './event.entity.js';
import {
  CompensationDto,
  checkLocation,
  EventImageDto,
  EventLocationDto,
  ImageDto,
  LOCATION_RULES,
  LocationDto,
  MAX_IMAGES,
} from './event-members.dto.js';
import { EXPANSIONS, ExpansionsDto } from './expansions.dto.js';

const LINK = { format: 'uri', maxLength: MAX_LINK };
const ApiNullable = (api: object, description: string, example: string | null = null): PropertyDecorator =>
  ApiProperty({ type: 'string', ...api, nullable: true, description, example });
const FILLED_IN =
  'A creation without it gets that of tagging: null if it failed or was off. A PATCH with null removes it.';
const IMAGES = 'Images that the creator hosts, the main one first. A PATCH replaces all images.';

/** An event or a gig in responses. Request classes pick members from it, with their validation. */
export class EventDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  id: string;

  @ApiProperty({
    maxLength: 1000,
    description: "At most 200 characters for a user's event, 1000 for an event of a feed.",
    example: 'Stage hands for the spring concert',
  })
  title: string;

  @ApiProperty({
    maxLength: 100_000,
    description: "At most 20000 characters for a user's event, 100000 for an event of a feed.",
    example: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.',
  })
  description: string;

  @EnumField(EVENT_TYPES, {
    enumName: 'EventType',
    description: 'A PATCH with another type is refused.',
    example: 'GIG',
  })
  type: EventType;

  @ApiProperty({ description: 'The location as sent.' })
  location: EventLocationDto;

  @InstantField({ example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @InstantField({
    nullable: true,
    description: 'Not before `startAt`. The event is COMPLETED within 15 minutes after it. Null: never.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt: string | null;

  @EnumField(EVENT_STATUSES, {
    enumName: 'EventStatus',
    description:
      'A PATCH changes it from OPEN to IN_PROGRESS, to CANCELLED or, before `endAt`, to COMPLETED, and from IN_PROGRESS ' +
      'to COMPLETED. The current status changes nothing.',
    example: 'OPEN',
  })
  status: EventStatus;

  @ApiProperty({
    enum: EVENT_SOURCES,
    enumName: 'EventOrigin',
    description: 'USER, or the feed of the event. Nobody can change an event of a feed.',
    example: 'USER',
  })
  source: EventSource;

  @ApiNullable({ maxLength: 255 }, 'The user who created it. Null for events of feeds.', 'alice')
  creatorId: string | null;

  @ApiNullable({ maxLength: 2000 }, "The feed's unique identifier. Null for users' events.")
  externalId: string | null;

  @ApiNullable(LINK, 'The page of a campus event. Null for others.')
  externalUrl: string | null;

  @ApiNullable(LINK, 'The ticket shop. Null for events without one.')
  ticketUrl: string | null;

  @TextListField({
    most: 20,
    max: 40,
    words: true,
    description: 'Trimmed, in lower case, each once. A creation without tags gets those of tagging.',
    example: ['concert', 'stage crew', 'lunch'],
  })
  tags: string[];

  @TextField({
    min: 1,
    max: TAGGING_LIMITS.summaryLength,
    nullable: true,
    description: FILLED_IN,
    example: 'Help set up the stage, the lights and two hundred chairs.',
  })
  summary: string | null;

  @EnumField(CATEGORIES, {
    enumName: 'Category',
    nullable: true,
    description: FILLED_IN,
    example: 'EVENT_STAFFING',
  })
  category: Category | null;

  @NestedField(CompensationDto, {
    nullable: true,
    description: 'The pay of a gig. Null: unknown. Always null for an event.',
  })
  compensation: CompensationDto | null;

  @InstantField({
    nullable: true,
    description: 'The end of applications to a gig. Null: until the gig is closed. Always null for an event.',
    example: '2030-04-10T22:00:00.000Z',
  })
  applyBy: string | null;

  @WholeNumberField({
    min: 1,
    max: 1_000,
    nullable: true,
    description: 'The applications that a gig can accept, no fewer than are accepted. Null: no limit.',
    example: 4,
  })
  positions: number | null;

  @ApiProperty({ type: [EventImageDto], maxItems: MAX_IMAGES, description: IMAGES })
  images: EventImageDto[];

  @ApiNullable(
    { format: 'uuid' },
    'The same for an event and its copies. Null without copies.',
    '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d14',
  )
  seriesId: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: string;

  @ApiPropertyOptional({
    minimum: 0,
    description: 'Only with `near`: the distance in metres.',
    example: 412.5,
  })
  distance?: number;
}

/** An event with its expansions. */
export class EventWithPartsDto extends IntersectionType(EventDto, ExpansionsDto) {}

/** An event without its description. */
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
  OptionalMembers(EventDto, ['endAt', 'compensation', 'applyBy', 'positions', 'tags', 'summary', 'category']),
) {}

const OF_FEEDS = ['externalId', 'externalUrl', 'ticketUrl'];
const ASSIGNED = [
  'id',
  'source',
  'creatorId',
  ...OF_FEEDS,
  'seriesId',
  'createdAt',
  'updatedAt',
  'distance',
  ...EXPANSIONS,
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
  IntersectionType(NewEventDto, PickType(EventDto, ['type', 'status'])),
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
