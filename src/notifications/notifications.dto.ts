import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { PageQuery } from '../common/pagination.js';
import {
  BooleanField,
  BooleanParam,
  Field,
  IgnoresReadOnly,
  InstantField,
} from '../common/validation/fields.js';

export const NOTIFICATION_TYPES = [
  'APPLICATION_RECEIVED',
  'APPLICATION_ACCEPTED',
  'APPLICATION_REJECTED',
  'GIG_CHANGED',
  'GIG_CANCELLED',
  'EVENT_STARTS',
] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

/** The types of a reference: an application, or an event that has changed or starts soon. */
export const REFERENCE_TYPES = ['APPLICATION', 'EVENT'] as const;

/** The terms of a gig whose change its applicants are notified of (rules.md, "Notifications"). */
export const AGREED_TERMS = ['startAt', 'endAt', 'location', 'compensation'] as const;
export type AgreedTerm = (typeof AGREED_TERMS)[number];

/** The subject of a notification. It has the names at the time of writing, since it outlives the event. */
export class ApplicationDataDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  gigId: string;

  @ApiProperty({
    maxLength: 200,
    description: 'The title at that time.',
    example: 'Stage hands for a concert',
  })
  gigTitle: string;

  @ApiProperty({ type: 'string', maxLength: 200, nullable: true, example: 'Bob Builder' })
  applicantName: string | null;
}

export class DecisionDataDto extends ApplicationDataDto {
  @ApiProperty({
    type: 'string',
    maxLength: 2000,
    nullable: true,
    description: "The owner's note.",
    example: null,
  })
  note: string | null;
}

export class GigChangeDataDto extends ApplicationDataDto {
  @ApiProperty({
    enum: AGREED_TERMS,
    enumName: 'AgreedTerm',
    isArray: true,
    nullable: true,
    description: 'The terms that have changed since the last one that you read. Null in old notifications.',
    example: ['startAt'],
  })
  changed: AgreedTerm[] | null;
}

export class EventStartsDataDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  eventId: string;

  @ApiProperty({ description: 'The title at that time.', example: 'Jazz by the river' })
  eventTitle: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  startAt: string;
}

/** The data of each type. The document has a schema for each (`src/openapi/document.ts`). */
const DATA = {
  ApplicationDataDto: ['APPLICATION_RECEIVED', 'GIG_CANCELLED'],
  DecisionDataDto: ['APPLICATION_ACCEPTED', 'APPLICATION_REJECTED'],
  GigChangeDataDto: ['GIG_CHANGED'],
  EventStartsDataDto: ['EVENT_STARTS'],
} satisfies Record<string, NotificationType[]>;

@ApiExtraModels(ApplicationDataDto, DecisionDataDto, GigChangeDataDto, EventStartsDataDto)
export class NotificationDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d14' })
  id: string;

  @ApiProperty({ enum: NOTIFICATION_TYPES, enumName: 'NotificationType', example: 'APPLICATION_RECEIVED' })
  type: NotificationType;

  @ApiProperty({
    format: 'uuid',
    description: 'The id of the application; of the gig or event where `referenceType` is EVENT.',
    example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12',
  })
  referenceId: string;

  @ApiProperty({ enum: REFERENCE_TYPES, example: 'APPLICATION' })
  referenceType: (typeof REFERENCE_TYPES)[number];

  @ApiProperty({ maxLength: 255, example: 'alice' })
  recipientId: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Null while unread.',
    example: null,
  })
  readAt: Date | string | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date | string;

  @ApiProperty({
    oneOf: Object.keys(DATA).map((name) => ({ $ref: getSchemaPath(name) })),
    ...{ 'x-types': DATA },
  })
  data: ApplicationDataDto | DecisionDataDto | GigChangeDataDto | EventStartsDataDto;
}

const checkTrue = (value: unknown) => (value === true ? undefined : 'must be true');

@IgnoresReadOnly(NotificationDto, [
  ...['id', 'type', 'referenceId', 'referenceType', 'recipientId', 'readAt', 'createdAt', 'data'],
])
export class MarkNotificationDto {
  @BooleanField({ optional: true, description: 'true: read. false: unread again.', example: true })
  read?: boolean;
}

export class MarkAllDto {
  @Field(checkTrue, { type: 'boolean', enum: [true] }, { optional: true, example: true })
  read?: true;

  @InstantField({
    optional: true,
    description: 'Marks only those that were created, or last changed, up to this time. It needs `read`.',
    example: '2026-11-20T18:00:00.000Z',
  })
  until?: string;
}

export class MarkedDto {
  @ApiCount({ description: 'The number that were unread.', example: 4 })
  marked: number;
}

export class ListNotificationsQuery extends PageQuery {
  @BooleanParam({ description: 'true: unread ones. false: read ones.' })
  unread?: boolean;
}

export class UnreadCountDto {
  @ApiCount({ description: 'Counted up to 1000.', maximum: 1000, example: 4 })
  count: number;
}
