import { ApiProperty, PickType } from '@nestjs/swagger';
import { ApiCount, OptionalMembers } from '../common/api.decorators.js';
import { IgnoresReadOnly } from '../common/validation/fields.js';
import type { CreationKind } from './creations.js';
import { UserEntity } from './user.entity.js';

/** The public profile of a person. The request class picks members from it, with their validation. */
export class ProfileDto extends PickType(UserEntity, ['id', 'name', 'avatarUrl', 'headline', 'bio']) {}

/** The profile as only the person sees it. */
export class OwnProfileDto extends UserEntity {}

@IgnoresReadOnly(OwnProfileDto, ['id', 'email', 'createdAt', 'updatedAt'])
export class UpdateProfileDto extends OptionalMembers(ProfileDto, ['name', 'avatarUrl', 'headline', 'bio']) {}

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
