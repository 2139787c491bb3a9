import type { Type } from '@nestjs/common';
import {
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
  OmitType,
  PartialType,
  PickType,
} from '@nestjs/swagger';
import { MAX_LINK } from '../common/link.js';
import { type Page, pageOf } from '../common/pagination.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { COMPENSATION_EXAMPLE, CompensationDto } from './compensation.dto.js';
import { EVENT_SOURCES, EVENT_TYPES, type EventSource, type EventType } from './event.entity.js';
import { EVENT_STATUSES, type EventStatus } from './event-status.js';
import { ExpansionsDto } from './expansions.dto.js';
import { EventImageDto, IMAGES_EXAMPLE, MAX_IMAGES } from './image.dto.js';
import { EventLocationDto, LOCATION_EXAMPLE } from './location.dto.js';

export const MAX_TAGS = 20;
export const MAX_TAG = 40;
/** People that the owner of a gig can accept. */
export const MAX_POSITIONS = 1_000;

const LINK = { type: 'string', format: 'uri', maxLength: MAX_LINK } as const;
const ApiLink = (description: string): PropertyDecorator =>
  ApiProperty({ ...LINK, nullable: true, description, example: null });

/** An event or a gig, as every answer shows it. */
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

  @ApiProperty({ enum: EVENT_TYPES, enumName: 'EventType', example: 'GIG' })
  type: EventType;

  @ApiProperty({
    type: EventLocationDto,
    description: 'The location as sent.',
    example: LOCATION_EXAMPLE,
  })
  location: EventLocationDto;

  @ApiProperty({ format: 'date-time', example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The event becomes COMPLETED within 15 minutes after it. Null: never by itself.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt: string | null;

  @ApiProperty({ enum: EVENT_STATUSES, enumName: 'EventStatus', example: 'OPEN' })
  status: EventStatus;

  @ApiProperty({
    enum: EVENT_SOURCES,
    enumName: 'EventOrigin',
    description: 'USER, or the feed of the event. Nobody can change an event of a feed.',
    example: 'USER',
  })
  source: EventSource;

  @ApiProperty({
    type: 'string',
    maxLength: 255,
    nullable: true,
    description: 'The user who created it. Null for events of feeds.',
    example: 'alice',
  })
  creatorId: string | null;

  @ApiProperty({
    type: 'string',
    maxLength: 2000,
    nullable: true,
    description: "The feed's unique identifier. Null for users' events.",
    example: null,
  })
  externalId: string | null;

  @ApiLink('The page of a campus event. Null for others.')
  externalUrl: string | null;

  @ApiLink('The ticket shop. Null for events without one.')
  ticketUrl: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', maxLength: MAX_TAG },
    maxItems: MAX_TAGS,
    description: 'Lower case. Empty if tagging failed or was off.',
    example: ['concert', 'stage crew', 'lunch'],
  })
  tags: string[];

  @ApiProperty({
    type: 'string',
    maxLength: TAGGING_LIMITS.summaryLength,
    nullable: true,
    description: 'Null if tagging failed or was off.',
    example: 'Help set up the stage, the lights and two hundred chairs.',
  })
  summary: string | null;

  @ApiProperty({
    enum: CATEGORIES,
    enumName: 'Category',
    nullable: true,
    description: 'Null if tagging failed or was off.',
    example: 'EVENT_STAFFING',
  })
  category: Category | null;

  @ApiProperty({
    type: CompensationDto,
    nullable: true,
    description: 'The pay of a gig. Always null for an event.',
    example: COMPENSATION_EXAMPLE,
  })
  compensation: CompensationDto | null;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The end of applications to a gig. Null: until the gig is closed. Always null for an event.',
    example: '2030-04-10T22:00:00.000Z',
  })
  applyBy: string | null;

  @ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_POSITIONS,
    nullable: true,
    description:
      'The number of applications that a gig can accept. Null: no limit. Always null for an event.',
    example: 4,
  })
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
    description: 'Only in a list with `near`: the distance in metres.',
    example: 412.5,
  })
  distance?: number;
}

/** An event with the expansions that `include` names. */
export class EventWithPartsDto extends IntersectionType(EventDto, ExpansionsDto) {}

/** An event without its description. */
export class EventCardDto extends OmitType(EventWithPartsDto, ['description']) {}

/** An event of a list. */
export class ListedEventDto extends IntersectionType(
  EventCardDto,
  PartialType(PickType(EventDto, ['description'])),
) {}

/** A page of events. */
export class EventPage extends (pageOf(ListedEventDto, 'EventPage') as Type<Page<ListedEventDto>>) {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: 1_000,
    description:
      'Only with `q` and without `sort`: if `q` finds nothing, another spelling that finds something. Else null.',
    example: null,
  })
  didYouMean?: string | null;
}
