import {
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { MAX_LINK } from '../common/link.js';
import {
  EnumField,
  IgnoresReadOnly,
  InstantField,
  NestedField,
  TextField,
  TextListField,
} from '../common/validation/fields.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { COMPENSATION_EXAMPLE, CompensationDto } from './compensation.dto.js';
import { EVENT_SOURCES, EVENT_TYPES, type EventSource, type EventType } from './event.entity.js';
import { EVENT_STATUSES, type EventStatus } from './event-status.js';
import { EXPANSIONS, ExpansionsDto } from './expansions.dto.js';
import { ApiApplyBy, ApiPositions, ApplyByField, PositionsField } from './gig-terms.dto.js';
import { EventImageDto, IMAGES_EXAMPLE, type ImageDto, ImagesField } from './image.dto.js';
import { MAX_IMAGES } from './image.js';
import {
  checkLocation,
  EventLocationDto,
  LOCATION_EXAMPLE,
  LOCATION_RULES,
  LocationDto,
} from './location.dto.js';

const MAX_TAGS = 20;
const MAX_TAG = 40;

/** An event or a gig, as every answer shows it. */
export class EventDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  id: string;

  @ApiProperty({
    maxLength: 1000,
    description: "At most 200 characters of a user's event, 1000 of an external one.",
    example: 'Stage hands for the spring concert',
  })
  title: string;

  @ApiProperty({
    maxLength: 100_000,
    description: "At most 20000 characters of a user's event, 100000 of an external one.",
    example: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.',
  })
  description: string;

  @ApiProperty({ enum: EVENT_TYPES, enumName: 'EventType', example: 'GIG' })
  type: EventType;

  @ApiProperty({
    type: EventLocationDto,
    description: 'As it was sent.',
    example: LOCATION_EXAMPLE,
  })
  location: EventLocationDto;

  @ApiProperty({ format: 'date-time', example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description:
      'Once it has passed, the event becomes COMPLETED within 15 minutes. Null: it never does so by itself.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt: string | null;

  @ApiProperty({ enum: EVENT_STATUSES, enumName: 'EventStatus', example: 'OPEN' })
  status: EventStatus;

  @ApiProperty({
    enum: EVENT_SOURCES,
    enumName: 'EventOrigin',
    description: 'USER, or the feed that the event comes from. Nobody can change an event of a feed.',
    example: 'USER',
  })
  source: EventSource;

  @ApiProperty({
    type: 'string',
    maxLength: 255,
    nullable: true,
    description: 'The user who created it; null for external events.',
    example: 'alice',
  })
  creatorId: string | null;

  @ApiProperty({
    type: 'string',
    maxLength: 2000,
    nullable: true,
    description: "The feed's unique identifier; null for users' events.",
    example: null,
  })
  externalId: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    maxLength: MAX_LINK,
    nullable: true,
    description: 'The page of a campus event.',
    example: null,
  })
  externalUrl: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uri',
    maxLength: MAX_LINK,
    nullable: true,
    description: 'Where tickets are sold.',
    example: null,
  })
  ticketUrl: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', maxLength: MAX_TAG },
    maxItems: MAX_TAGS,
    description: 'Empty where tagging failed or was off.',
    example: ['concert', 'stage crew', 'lunch'],
  })
  tags: string[];

  @ApiProperty({
    type: 'string',
    maxLength: TAGGING_LIMITS.summaryLength,
    nullable: true,
    description: 'Null where tagging failed or was off.',
    example: 'Help set up the stage, the lights and two hundred chairs.',
  })
  summary: string | null;

  @ApiProperty({
    enum: CATEGORIES,
    enumName: 'Category',
    nullable: true,
    description: 'Null where tagging failed or was off.',
    example: 'EVENT_STAFFING',
  })
  category: Category | null;

  @ApiProperty({
    type: CompensationDto,
    nullable: true,
    description: 'What a gig pays; always null for an event.',
    example: COMPENSATION_EXAMPLE,
  })
  compensation: CompensationDto | null;

  @ApiApplyBy()
  applyBy: string | null;

  @ApiPositions()
  positions: number | null;

  @ApiProperty({ type: [EventImageDto], maxItems: MAX_IMAGES, example: IMAGES_EXAMPLE })
  images: EventImageDto[];

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: string;

  @ApiPropertyOptional({
    type: 'number',
    minimum: 0,
    description: 'In a list with `near`: how many metres it is away.',
    example: 412.5,
  })
  distance?: number;
}

/** An event with the parts that `include` names. */
export class EventWithPartsDto extends IntersectionType(EventDto, ExpansionsDto) {}

/** An event without its description. */
export class EventCardDto extends OmitType(EventWithPartsDto, ['description']) {}

/** An event of a list. */
export class ListedEventDto extends IntersectionType(
  EventCardDto,
  PartialType(PickType(EventDto, ['description'])),
) {}

const ASSIGNED = [
  'id',
  'source',
  'creatorId',
  'externalId',
  'externalUrl',
  'ticketUrl',
  'createdAt',
  'updatedAt',
  'distance',
  ...EXPANSIONS,
];
const ASSIGNED_ON_CREATE = [...ASSIGNED, 'status', 'tags', 'category', 'summary'];

/** What an event and a gig are created from alike. */
export class NewEventDto {
  @TextField({ min: 1, max: 200, trim: true, visible: true, example: 'Stage hands for the spring concert' })
  title: string;

  @TextField({
    min: 1,
    max: 20_000,
    lines: true,
    visible: true,
    example: 'Help us set up the stage, the lights and two hundred chairs.',
  })
  description: string;

  @NestedField(LocationDto, {
    check: checkLocation,
    description: LOCATION_RULES,
    example: LOCATION_EXAMPLE,
  })
  location: LocationDto;

  @InstantField({ example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'Optional; not before startAt. Without it the event is never completed by itself.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt?: string | null;

  @NestedField(CompensationDto, {
    optional: true,
    nullable: true,
    description: 'Optional; for gigs only.',
    example: COMPENSATION_EXAMPLE,
  })
  compensation?: CompensationDto | null;

  @ApplyByField()
  applyBy?: string | null;

  @PositionsField()
  positions?: number | null;

  @ImagesField()
  images?: ImageDto[];
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateEventDto extends NewEventDto {
  @EnumField(EVENT_TYPES, { enumName: 'EventType', example: 'GIG' })
  type: EventType;
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateGigDto extends NewEventDto {
  @EnumField(['GIG'], { optional: true, description: 'Optional; always GIG.', example: 'GIG' })
  type?: 'GIG';
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED)
export class UpdateEventDto {
  @TextField({
    min: 1,
    max: 200,
    trim: true,
    visible: true,
    optional: true,
    example: 'Stage hands for the spring concert',
  })
  title?: string;

  @TextField({
    min: 1,
    max: 20_000,
    lines: true,
    visible: true,
    optional: true,
    example: 'Help us set up the stage. Dinner is on us.',
  })
  description?: string;

  @EnumField(EVENT_TYPES, {
    enumName: 'EventType',
    optional: true,
    description: 'It cannot change: send what it is, or leave it out.',
  })
  type?: EventType;

  @NestedField(LocationDto, { check: checkLocation, optional: true, example: LOCATION_EXAMPLE })
  location?: LocationDto;

  @InstantField({ optional: true, example: '2030-04-12T18:00:00.000Z' })
  startAt?: string;

  @InstantField({ optional: true, nullable: true, example: '2030-04-12T22:00:00.000Z' })
  endAt?: string | null;

  @EnumField(EVENT_STATUSES, {
    enumName: 'EventStatus',
    optional: true,
    description:
      'From OPEN to IN_PROGRESS, CANCELLED or, before endAt, COMPLETED; from IN_PROGRESS to COMPLETED. The status that it has is accepted.',
    example: 'IN_PROGRESS',
  })
  status?: EventStatus;

  @NestedField(CompensationDto, {
    optional: true,
    nullable: true,
    description: 'For gigs only; null removes it.',
    example: COMPENSATION_EXAMPLE,
  })
  compensation?: CompensationDto | null;

  @ApplyByField()
  applyBy?: string | null;

  @PositionsField()
  positions?: number | null;

  @TextListField({ most: MAX_TAGS, max: MAX_TAG, optional: true, example: ['concert', 'stage crew'] })
  tags?: string[];

  @EnumField(CATEGORIES, { enumName: 'Category', optional: true, nullable: true, example: 'EVENT_STAFFING' })
  category?: Category | null;

  @TextField({
    min: 1,
    max: TAGGING_LIMITS.summaryLength,
    optional: true,
    nullable: true,
    example: 'Help set up the stage for the spring concert.',
  })
  summary?: string | null;

  @ImagesField()
  images?: ImageDto[];
}
