import { ApiProperty, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { OptionalMembers } from '../common/api.decorators.js';
import {
  EnumField,
  IdField,
  IgnoresReadOnly,
  TextField,
  WholeNumberField,
} from '../common/validation/fields.js';
import { CALENDAR_KINDS, type CalendarEntity, type CalendarKind } from './calendar.entity.js';

/** Maximum lengths of a name and of a filter. */
export const MAX_NAME = 120;
const MAX_FILTER = 2000;
/** Maximum minutes of an alarm before an event: four weeks. */
const MAX_ALARM = 40_320;

const ADDRESS = { format: 'uri', maxLength: 2000 };
const EXAMPLE = 'https://events.example.org/calendars/q1vTPm0kZ3gqk9f4ZkYc5wYw8cXbYv4m9rWn1dJt7bA';

/**
 * A calendar with its addresses. Anyone who knows the token in them can read it. The request class picks
 * members from it, with their validation.
 */
export class CalendarWithAddressesDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d18' })
  id: string;

  @EnumField(CALENDAR_KINDS, { enumName: 'CalendarKind', example: 'EVENTS' })
  kind: CalendarKind;

  @ApiProperty({
    maxLength: MAX_NAME,
    description: 'The name in calendar programs. By default it is made of the filter or the collection.',
    example: 'Events and gigs: category MUSIC, when week',
  })
  name: string;

  @TextField({
    ...{ max: MAX_FILTER, nullable: true },
    description: 'Only with EVENTS: filters of `GET /events`, evaluated at each read. Null: all events.',
    example: 'category=MUSIC&when=week',
  })
  filter: string | null;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Only with COLLECTION: the id of the collection.',
    example: null,
  })
  collectionId: string | null;

  @WholeNumberField({
    ...{ min: 0, max: MAX_ALARM, nullable: true },
    description: 'The reminder, in minutes before each event. Null: none.',
    example: 30,
  })
  alarmMinutes: number | null;

  @ApiProperty({
    ...ADDRESS,
    description: 'For calendar programs (iCalendar). Store it, and keep it secret: it is not shown again.',
    example: `${EXAMPLE}.ics`,
  })
  icsUrl: string;

  @ApiProperty({
    ...ADDRESS,
    description: 'For feed readers (RSS 2.0). Store it, and keep it secret.',
    example: `${EXAMPLE}.rss`,
  })
  rssUrl: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;
}

/** A calendar in a list. Its addresses are not stored, so they cannot be returned again. */
export class CalendarDto extends OmitType(CalendarWithAddressesDto, ['icsUrl', 'rssUrl']) {}

@IgnoresReadOnly(CalendarWithAddressesDto, ['id', 'icsUrl', 'rssUrl', 'createdAt'])
export class CreateCalendarDto extends IntersectionType(
  PickType(CalendarWithAddressesDto, ['kind']),
  OptionalMembers(CalendarWithAddressesDto, ['filter', 'alarmMinutes']),
) {
  @TextField({
    ...{ min: 1, max: MAX_NAME, trim: true, visible: true, optional: true, nullable: true },
    description: 'Without it, the calendar is named after its filter or its collection.',
    example: 'Music on campus',
  })
  name?: string | null;

  @IdField({
    ...{ optional: true, nullable: true },
    description: 'Required with COLLECTION, else absent: the id of a collection that you may read.',
    example: null,
  })
  collectionId?: string | null;
}

/** A calendar as returned to its owner. */
export function toCalendarDto(calendar: CalendarEntity): CalendarDto {
  const { id, kind, name, filter, collectionId, alarmMinutes, createdAt } = calendar;
  return { id, kind, name, filter, collectionId, alarmMinutes, createdAt: createdAt.toISOString() };
}
