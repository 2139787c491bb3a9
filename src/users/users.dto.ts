import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { MAX_LINK } from '../common/link.js';
import { IgnoresReadOnly, TextField, UrlField } from '../common/validation/fields.js';
import type { CreationKind } from './creations.js';

const EXAMPLES = {
  name: 'Alice Liddell',
  avatarUrl: 'https://img.example.org/alice.png',
  headline: 'Stage hand, second-year student',
  bio: 'Five years of set-up and sound.',
};
const TEXT_OR_NULL = { type: 'string', nullable: true } as const;
const CHANGEABLE = { optional: true, nullable: true };

/** The public profile of a person. */
export class ProfileDto {
  @ApiProperty({ maxLength: 255, description: "The `sub` of the person's tokens.", example: 'alice' })
  id: string;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 200, example: EXAMPLES.name })
  name: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, format: 'uri', maxLength: MAX_LINK, example: EXAMPLES.avatarUrl })
  avatarUrl: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 200, example: EXAMPLES.headline })
  headline: string | null;

  @ApiProperty({ ...TEXT_OR_NULL, maxLength: 5000, example: EXAMPLES.bio })
  bio: string | null;
}

/** The profile as only the person sees it. */
export class OwnProfileDto extends ProfileDto {
  @ApiProperty({
    ...TEXT_OR_NULL,
    maxLength: 320,
    description: 'The email of your first token.',
    example: 'alice@example.org',
  })
  email: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: Date;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  updatedAt: Date;
}

@IgnoresReadOnly(OwnProfileDto, ['id', 'email', 'createdAt', 'updatedAt'])
export class UpdateProfileDto {
  @TextField({ ...CHANGEABLE, min: 1, max: 200, trim: true, visible: true, example: EXAMPLES.name })
  name?: string | null;

  @UrlField({ ...CHANGEABLE, example: EXAMPLES.avatarUrl })
  avatarUrl?: string | null;

  @TextField({ ...CHANGEABLE, min: 1, max: 200, example: EXAMPLES.headline })
  headline?: string | null;

  @TextField({ ...CHANGEABLE, min: 1, max: 5000, lines: true, example: EXAMPLES.bio })
  bio?: string | null;
}

class OwnKeyDto {
  @ApiProperty({ maxLength: 255, example: 'b2f5ff47' })
  key: string;

  @ApiProperty({ format: 'uuid', description: 'The event that was created under it, or the first copy.' })
  eventId: string;

  @ApiProperty({ type: [String], format: 'uuid', maxItems: 51, description: 'The other copies.' })
  furtherEventIds: string[];

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;
}

class OwnCountDto {
  @ApiProperty({ enum: ['EVENT', 'APPLICATION', 'CONVERSATION', 'REPORT'], example: 'EVENT' })
  kind: CreationKind;

  @ApiProperty({ format: 'date-time', description: 'The start of an hour.' })
  hour: string;

  @ApiCount({ description: 'The creations in that hour.', example: 1 })
  count: number;
}

/** A list whose items another module defines. The users module depends on none of them. */
const Listed = (schema: string, most?: number): PropertyDecorator =>
  ApiProperty({ type: 'array', items: { $ref: `#/components/schemas/${schema}` }, maxItems: most });

/** All data that the service stores about a user, in the order of their `@OwnTable`. */
export class OwnDataDto {
  @ApiProperty({ type: OwnProfileDto, nullable: true, description: 'Null until you write something.' })
  profile: OwnProfileDto | null;

  @Listed('EventDto')
  events: object[];

  @Listed('ApplicationDto')
  applications: object[];

  @Listed('InteractionDto')
  interactions: object[];

  @Listed('CollectionWithItemsDto', 100)
  collections: object[];

  @Listed('ConversationWithMessagesDto', 200)
  conversations: object[];

  @Listed('NotificationDto')
  notifications: object[];

  @Listed('CalendarDto', 20)
  calendars: object[];

  @Listed('ReportDto')
  reports: object[];

  @ApiProperty({ type: [OwnKeyDto], description: 'Of the last 24 hours.' })
  idempotencyKeys: OwnKeyDto[];

  @ApiProperty({ type: [OwnCountDto], description: 'Of the last days. `DAILY_CREATIONS` goes by them.' })
  creationCounts: OwnCountDto[];
}
