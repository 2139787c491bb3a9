import { PartialType } from '@nestjs/swagger';
import {
  EnumField,
  IgnoresReadOnly,
  InstantField,
  NestedField,
  NestedListField,
  TextField,
  TextListField,
  WholeNumberField,
} from '../common/validation/fields.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { COMPENSATION_EXAMPLE, CompensationDto } from './compensation.dto.js';
import { EVENT_TYPES, type EventType } from './event.entity.js';
import { EVENT_STATUSES, type EventStatus } from './event-status.js';
import { EventWithPartsDto, MAX_POSITIONS, MAX_TAG, MAX_TAGS } from './events.dto.js';
import { EXPANSIONS } from './expansions.dto.js';
import { IMAGES_EXAMPLE, ImageDto, MAX_IMAGES } from './image.dto.js';
import { checkLocation, LOCATION_EXAMPLE, LOCATION_RULES, LocationDto } from './location.dto.js';

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
    description: `A PATCH replaces the whole location. ${LOCATION_RULES}`,
    example: LOCATION_EXAMPLE,
  })
  location: LocationDto;

  @InstantField({ example: '2030-04-12T18:00:00.000Z' })
  startAt: string;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'Not before `startAt`. Null: the event never completes by itself.',
    example: '2030-04-12T22:00:00.000Z',
  })
  endAt?: string | null;

  @NestedField(CompensationDto, {
    optional: true,
    nullable: true,
    description: 'Only for gigs. Null: not said.',
    example: COMPENSATION_EXAMPLE,
  })
  compensation?: CompensationDto | null;

  @InstantField({
    optional: true,
    nullable: true,
    description: 'Only for gigs: the end of applications. Null: until the gig is closed.',
    example: '2030-04-10T22:00:00.000Z',
  })
  applyBy?: string | null;

  @WholeNumberField({
    min: 1,
    max: MAX_POSITIONS,
    optional: true,
    nullable: true,
    description:
      'Only for gigs: the number of applications to accept, no fewer than are accepted. Null: no limit.',
    example: 4,
  })
  positions?: number | null;

  @NestedListField(ImageDto, {
    most: MAX_IMAGES,
    optional: true,
    description: 'Images that you host, the main one first. A PATCH replaces all images.',
    example: IMAGES_EXAMPLE,
  })
  images?: ImageDto[];
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateEventDto extends NewEventDto {
  @EnumField(EVENT_TYPES, { enumName: 'EventType', example: 'GIG' })
  type: EventType;
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED_ON_CREATE)
export class CreateGigDto extends NewEventDto {
  @EnumField(['GIG'], { optional: true, description: 'Always GIG.', example: 'GIG' })
  type?: 'GIG';
}

@IgnoresReadOnly(EventWithPartsDto, ASSIGNED)
export class UpdateEventDto extends PartialType(NewEventDto, { skipNullProperties: false }) {
  @EnumField(EVENT_TYPES, {
    enumName: 'EventType',
    optional: true,
    description: 'It cannot change: another type is refused.',
  })
  type?: EventType;

  @EnumField(EVENT_STATUSES, {
    enumName: 'EventStatus',
    optional: true,
    description:
      'From OPEN to IN_PROGRESS, to CANCELLED or, before `endAt`, to COMPLETED. From IN_PROGRESS to COMPLETED. The current status changes nothing.',
    example: 'IN_PROGRESS',
  })
  status?: EventStatus;

  @TextListField({
    most: MAX_TAGS,
    max: MAX_TAG,
    optional: true,
    description: 'They replace all tags. The service trims, lower-cases and deduplicates them.',
    example: ['concert', 'stage crew'],
  })
  tags?: string[];

  @EnumField(CATEGORIES, {
    enumName: 'Category',
    optional: true,
    nullable: true,
    description: 'Null removes it.',
    example: 'EVENT_STAFFING',
  })
  category?: Category | null;

  @TextField({
    min: 1,
    max: TAGGING_LIMITS.summaryLength,
    optional: true,
    nullable: true,
    description: 'Null removes it.',
    example: 'Help set up the stage for the spring concert.',
  })
  summary?: string | null;
}
