import { ApiProperty } from '@nestjs/swagger';
import { EnumField } from '../common/fields.js';
import { PageQuery } from '../common/pagination.js';
import { EventDto } from '../events/events.dto.js';
import { ACTIONS, type Action } from './interaction.entity.js';

/** What users record themselves; APPLY comes only with an application. */
const RECORDABLE = ACTIONS.filter((action) => action !== 'APPLY');

export class RecordInteractionDto {
  @EnumField(RECORDABLE, { description: 'APPLY comes only with an application.', example: 'SAVE' })
  action: Action;
}

export class ListInteractionsQuery extends PageQuery {
  @EnumField(ACTIONS, { enumName: 'Action', optional: true })
  action?: Action;
}

export class InteractionDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d13' })
  id: string;

  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  eventId: string;

  @ApiProperty({ example: 'alice' })
  userId: string;

  @ApiProperty({ enum: ACTIONS, enumName: 'Action', example: 'SAVE' })
  action: Action;

  @ApiProperty({ type: 'integer', description: 'How often.', example: 3 })
  count: number;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  firstAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
  lastAt: string;
}

export class InteractionWithEventDto extends InteractionDto {
  @ApiProperty({ type: EventDto })
  event: EventDto;
}

/** Users per action, each counted up to 10 000. */
export class InteractionSummaryDto implements Record<Action, number> {
  @ApiProperty({ type: 'integer', example: 120 })
  VIEW: number;

  @ApiProperty({ type: 'integer', example: 40 })
  CLICK: number;

  @ApiProperty({ type: 'integer', example: 12 })
  SAVE: number;

  @ApiProperty({ type: 'integer', example: 7 })
  BOOKMARK: number;

  @ApiProperty({ type: 'integer', example: 3 })
  APPLY: number;
}
