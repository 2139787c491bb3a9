import { ApiProperty } from '@nestjs/swagger';
import { IsISO4217CurrencyCode } from 'class-validator';
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
import { PageQuery } from '../common/pagination.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import {
  COMPENSATION_TYPES,
  EVENT_SOURCES,
  EVENT_TYPES,
  type EventSource,
  type EventType,
} from './event.entity.js';
import { EVENT_STATUSES, type EventStatus } from './event-status.js';
import { checkLocation, LOCATION_EXAMPLE, LOCATION_RULES, LocationDto } from './location.dto.js';

const MAX_AMOUNT = 1_000_000;

const EXAMPLE = {
  location: LOCATION_EXAMPLE,
  compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' },
};

const checkAmount: Check = (value) =>
  typeof value === 'number' && value <= MAX_AMOUNT && /^\d+(\.\d{1,2})?$/.test(String(value))
    ? undefined
    : `must be a number from 0 to ${MAX_AMOUNT} with at most 2 decimals`;

const checkDate: Check = (value) =>
  typeof value === 'string' && (parseDay(value) ?? parseInstant(value)) !== undefined
    ? undefined
    : 'must be a day (YYYY-MM-DD) or an ISO 8601 timestamp with a zone';

export class CompensationDto {
  @Field(checkAmount, { type: 'number', minimum: 0, maximum: MAX_AMOUNT }, { example: 18.5 })
  amount: number;

  @IsISO4217CurrencyCode({ message: 'must be an ISO 4217 currency code' })
  @Field(
    (value) =>
      typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? undefined : 'must be an ISO 4217 currency code',
    { type: 'string', pattern: '^[A-Z]{3}$' },
    { description: 'ISO 4217', example: 'USD' },
  )
  currency: string;

  @EnumField(COMPENSATION_TYPES, { example: 'HOURLY' })
  type: (typeof COMPENSATION_TYPES)[number];
}

/** An event or a gig, as every answer shows it. */
export class EventDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  id: string;

  @ApiProperty({ example: 'Stage hands for the spring concert' })
  title: string;

  @ApiProperty({ example: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.' })
  description: string;

  @ApiProperty({ enum: EVENT_TYPES, enumName: 'EventType', example: 'GIG' })
  type: EventType;

  @ApiProperty({
    type: LocationDto,
    description: 'As it was sent, but for its `url`.',
    example: EXAMPLE.location,
  })
  location: LocationDto;

  @ApiProperty({ format: 'date-time', example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Null: the event is never completed by itself.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt: string | null;

  @ApiProperty({ enum: EVENT_STATUSES, enumName: 'EventStatus', example: 'OPEN' })
  status: EventStatus;

  @ApiProperty({
    enum: EVENT_SOURCES,
    enumName: 'EventOrigin',
    description: 'USER, or the external feed that the event comes from; external events cannot be changed.',
    example: 'USER',
  })
  source: EventSource;

  @ApiProperty({ type: 'string', nullable: true, description: 'Null for external events.', example: 'alice' })
  creatorId: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: "The feed's unique identifier.",
    example: null,
  })
  externalId: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'The page of a campus event.', example: null })
  externalUrl: string | null;

  @ApiProperty({ type: 'string', nullable: true, description: 'Where tickets are sold.', example: null })
  ticketUrl: string | null;

  @ApiProperty({ type: [String], example: ['concert', 'stage crew', 'lunch'] })
  tags: string[];

  @ApiProperty({
    type: 'string',
    nullable: true,
    example: 'Help set up the stage, the lights and two hundred chairs.',
  })
  summary: string | null;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'See GET /categories.',
    example: 'EVENT_STAFFING',
  })
  category: string | null;

  @ApiProperty({
    type: CompensationDto,
    nullable: true,
    description: 'Gigs only.',
    example: EXAMPLE.compensation,
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
    example: EXAMPLE.location,
  })
  location: LocationDto;

  @InstantField({ example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'After startAt.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt?: string | null;

  @NestedField(CompensationDto, {
    optional: true,
    nullable: true,
    description: 'Gigs only.',
    example: EXAMPLE.compensation,
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
  @EnumField(['GIG'], { optional: true, description: 'Goes without saying.', example: 'GIG' })
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
    description: 'Immutable: only the value it has.',
  })
  type?: EventType;

  @NestedField(LocationDto, { check: checkLocation, optional: true, example: EXAMPLE.location })
  location?: LocationDto;

  @InstantField({ optional: true, example: '2030-04-12T18:00:00.000Z' })
  startAt?: string;

  @InstantField({ optional: true, nullable: true, example: '2030-04-12T22:00:00.000Z' })
  endAt?: string | null;

  @EnumField(EVENT_STATUSES, {
    enumName: 'EventStatus',
    optional: true,
    description:
      'OPEN to IN_PROGRESS, CANCELLED or (before endAt) COMPLETED; IN_PROGRESS to COMPLETED. The status it has is no move.',
    example: 'IN_PROGRESS',
  })
  status?: EventStatus;

  @NestedField(CompensationDto, {
    optional: true,
    nullable: true,
    description: 'Gigs only; null removes it.',
    example: EXAMPLE.compensation,
  })
  compensation?: CompensationDto | null;

  @TextListField({ most: 20, max: 40, optional: true, example: ['concert', 'stage crew'] })
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
    description: 'One of GET /categories; an unknown one matches nothing.',
  })
  category?: string;

  @EnumField(EVENT_SOURCES, { enumName: 'EventOrigin', optional: true })
  source?: EventSource;

  @EnumField(EVENT_STATUSES, { enumName: 'EventStatus', optional: true })
  status?: EventStatus;

  @Field(
    checkDate,
    { type: 'string' },
    { optional: true, description: 'Starts on this day (UTC) or after; or at this timestamp or after.' },
  )
  startDate?: string;

  @Field(
    checkDate,
    { type: 'string' },
    { optional: true, description: 'Starts before the end of this day (UTC); or before this timestamp.' },
  )
  endDate?: string;

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
      'Without `sort`, the best of the first 1000 matches come first, there is no cursor, and offset ends at 1000.',
  })
  q?: string;

  @EnumField(EVENT_SORTS, { optional: true, description: 'startAt unless told; ties by id.' })
  sort?: (typeof EVENT_SORTS)[number];
}

export class ListEventsQuery extends ListGigsQuery {
  @EnumField(EVENT_TYPES, { enumName: 'EventType', optional: true })
  type?: EventType;
}

export class CategoryDto {
  @ApiProperty({ enum: CATEGORIES, enumName: 'Category', example: 'MUSIC' })
  category: Category;

  @ApiProperty({ type: 'integer', example: 42 })
  openEvents: number;
}

export class CategoriesDto {
  @ApiProperty({ type: [CategoryDto] })
  data: CategoryDto[];
}
