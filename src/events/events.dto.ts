import { ApiProperty } from '@nestjs/swagger';
import {
  type Check,
  EnumField,
  Field,
  IgnoresReadOnly,
  InstantField,
  NestedField,
  TextField,
  TextListField,
} from '../common/fields.js';
import { parseDay, parseInstant } from '../common/instant.js';
import { MAX_LINK } from '../common/link.js';
import { PageQuery } from '../common/pagination.js';
import { isTimeZone, MAX_TIME_ZONE } from '../common/time-zone.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { COMPENSATION_EXAMPLE, CompensationDto } from './compensation.dto.js';
import { EVENT_SOURCES, EVENT_TYPES, type EventSource, type EventType } from './event.entity.js';
import { WHENS, type When } from './event.window.js';
import { EVENT_STATUSES, type EventStatus } from './event-status.js';
import {
  checkLocation,
  EventLocationDto,
  LOCATION_EXAMPLE,
  LOCATION_RULES,
  LocationDto,
} from './location.dto.js';

const MAX_TAGS = 20;
const MAX_TAG = 40;

const checkDate: Check = (value) =>
  typeof value === 'string' && (parseDay(value) ?? parseInstant(value)) !== undefined
    ? undefined
    : 'must be a day (YYYY-MM-DD) or an ISO 8601 timestamp with a zone';

const checkTimeZone: Check = (value) =>
  typeof value === 'string' && isTimeZone(value) ? undefined : 'must be the name of an IANA time zone';

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
    description: 'As it was sent; only its `url` is stored as the URL parser writes it.',
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

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: string;
}

const ASSIGNED = [
  'id',
  'source',
  'creatorId',
  'externalId',
  'externalUrl',
  'ticketUrl',
  'createdAt',
  'updatedAt',
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
    description: 'Optional; later than startAt. Without it the event is never completed by itself.',
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
}

@IgnoresReadOnly(EventDto, ASSIGNED_ON_CREATE)
export class CreateEventDto extends NewEventDto {
  @EnumField(EVENT_TYPES, { enumName: 'EventType', example: 'GIG' })
  type: EventType;
}

@IgnoresReadOnly(EventDto, ASSIGNED_ON_CREATE)
export class CreateGigDto extends NewEventDto {
  @EnumField(['GIG'], { optional: true, description: 'Optional; always GIG.', example: 'GIG' })
  type?: 'GIG';
}

@IgnoresReadOnly(EventDto, ASSIGNED)
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
}

export const EVENT_SORTS = ['startAt', '-startAt', 'createdAt', '-createdAt'] as const;

/** The filters that events and gigs share. */
export class ListGigsQuery extends PageQuery {
  @TextField({
    max: 255,
    optional: true,
    description: 'A category of `GET /categories`; another word finds nothing.',
  })
  category?: string;

  @EnumField(EVENT_SOURCES, { enumName: 'EventOrigin', optional: true })
  source?: EventSource;

  @EnumField(EVENT_STATUSES, { enumName: 'EventStatus', optional: true })
  status?: EventStatus;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description: 'Starts on this day (of `tz`, else of UTC) or later; or at this timestamp or later.',
    },
  )
  startDate?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description: 'Starts before the end of this day (of `tz`, else of UTC); or before this timestamp.',
    },
  )
  endDate?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description:
        'Still goes on after this timestamp, or after the start of this day (of `tz`, else of UTC). ' +
        'An event without `endAt` is taken to last 3 hours. Not with `startDate`, `endDate` or `when`.',
    },
  )
  from?: string;

  @Field(
    checkDate,
    { type: 'string' },
    {
      optional: true,
      description:
        'Starts before this timestamp, or before the start of this day: with `from`, what overlaps the time between. ' +
        'A day in Columbus: `from=2026-11-23&to=2026-11-24&tz=America/New_York`.',
    },
  )
  to?: string;

  @EnumField(WHENS, {
    enumName: 'When',
    optional: true,
    description:
      'What goes on in a span of time that begins now or later. Without `status`, only what is OPEN or IN_PROGRESS. ' +
      "Days are those of `tz`, else of the service's own time zone.",
  })
  when?: When;

  @Field(
    checkTimeZone,
    { type: 'string', maxLength: MAX_TIME_ZONE },
    { optional: true, description: 'The IANA time zone whose days are meant, such as America/New_York.' },
  )
  tz?: string;

  @TextField({ max: 255, optional: true, description: 'Has this tag.' })
  tag?: string;

  @TextField({ max: 255, optional: true, description: 'Created by this user.' })
  creatorId?: string;

  @TextField({
    max: 500,
    trim: true,
    optional: true,
    description:
      'Full text over title, tags, summary, description and location name, in web-search syntax: words, "phrases", or, -without. ' +
      'Without `sort`, the best matches come first, `nextCursor` is null, and `offset` ends at 1000.',
  })
  q?: string;

  @EnumField(EVENT_SORTS, {
    optional: true,
    description: 'Default startAt; a minus sign turns the order round.',
  })
  sort?: (typeof EVENT_SORTS)[number];
}

export class ListEventsQuery extends ListGigsQuery {
  @EnumField(EVENT_TYPES, { enumName: 'EventType', optional: true })
  type?: EventType;
}
