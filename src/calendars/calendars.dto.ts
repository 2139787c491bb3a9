import { ApiProperty, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { OptionalMembers } from '../common/api.decorators.js';
import { IdField, IgnoresReadOnly, TextField } from '../common/validation/fields.js';
import { CalendarEntity, MAX_NAME } from './calendar.entity.js';

const ADDRESS = { format: 'uri', maxLength: 2000 };
const EXAMPLE = 'https://events.example.org/calendars/q1vTPm0kZ3gqk9f4ZkYc5wYw8cXbYv4m9rWn1dJt7bA';

/** A calendar in a list. Its addresses are not stored, so they cannot be returned again. */
export class CalendarDto extends PickType(CalendarEntity, [
  ...(['id', 'kind', 'name', 'filter', 'collectionId', 'alarmMinutes', 'createdAt'] as const),
]) {}

/** The addresses of a calendar. Anyone who knows the token in them can read it. */
class AddressesDto {
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
}

export class CalendarWithAddressesDto extends IntersectionType(
  OmitType(CalendarDto, ['createdAt']),
  AddressesDto,
  PickType(CalendarDto, ['createdAt']),
) {}

@IgnoresReadOnly(CalendarWithAddressesDto, ['id', 'icsUrl', 'rssUrl', 'createdAt'])
export class CreateCalendarDto extends IntersectionType(
  PickType(CalendarEntity, ['kind']),
  OptionalMembers(CalendarEntity, ['filter', 'alarmMinutes']),
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
export function toCalendarDto({ ownerId: _, tokenHash: _hash, ...calendar }: CalendarEntity): CalendarDto {
  return calendar;
}
