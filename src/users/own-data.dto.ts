import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import type { CreationKind } from './creation-count.entity.js';
import { OwnProfileDto } from './users.dto.js';

class OwnKeyDto {
  @ApiProperty({ maxLength: 255, example: 'b2f5ff47' })
  key: string;

  @ApiProperty({ format: 'uuid', description: 'The event that was created under it.' })
  eventId: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  createdAt: string;
}

class OwnCountDto {
  @ApiProperty({ enum: ['EVENT', 'APPLICATION', 'CONVERSATION'], example: 'EVENT' })
  kind: CreationKind;

  @ApiProperty({ format: 'date-time', description: 'The start of an hour.' })
  hour: string;

  @ApiCount({ description: 'The creations in that hour.', example: 1 })
  count: number;
}

/** A list of what another module describes. Users depend on none of them. */
const Listed = (schema: string, most?: number): PropertyDecorator =>
  ApiProperty({
    type: 'array',
    items: { $ref: `#/components/schemas/${schema}` },
    ...(most !== undefined && { maxItems: most }),
  });

/** All that the service holds of a user, in the order of `OWN_TABLES`. */
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

  @ApiProperty({ type: [OwnKeyDto], description: 'Of the last 24 hours.' })
  idempotencyKeys: OwnKeyDto[];

  @ApiProperty({ type: [OwnCountDto], description: 'Of the last days. `DAILY_CREATIONS` goes by them.' })
  creationCounts: OwnCountDto[];
}
