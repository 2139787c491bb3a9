import { ApiProperty, IntersectionType, OmitType } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import type { Serialized } from '../common/http/serialized.js';
import { PageQuery } from '../common/pagination.js';
import { EnumField, IgnoresReadOnly } from '../common/validation/fields.js';
import { ListedEventDto } from '../events/events.dto.js';
import { IncludeQuery, MAX_COUNTED } from '../events/expansions.dto.js';
import { type View, ViewParam } from '../events/list/events-query.dto.js';
import { ACTIONS, type Action, InteractionEntity } from './interaction.entity.js';

/** The actions that users record themselves. Only an application records APPLY. */
const RECORDABLE = ACTIONS.filter((action) => action !== 'APPLY');

export class ListInteractionsQuery extends IntersectionType(PageQuery, IncludeQuery) {
  @EnumField(ACTIONS, { enumName: 'Action', optional: true, description: 'Only this action.' })
  action?: Action;

  @ViewParam()
  view?: View;
}

export class InteractionDto extends OmitType(InteractionEntity, ['event']) {}

export class InteractionWithEventDto extends InteractionDto {
  @ApiProperty({ type: ListedEventDto })
  event: Serialized<ListedEventDto>;
}

@IgnoresReadOnly(InteractionWithEventDto, ['id', 'eventId', 'userId', 'count', 'firstAt', 'lastAt', 'event'])
export class RecordInteractionDto {
  @EnumField(RECORDABLE, { description: 'Your action. Only an application records APPLY.', example: 'SAVE' })
  action: Action;
}

/** Users per action, each counted up to 10 000. */
export class InteractionSummaryDto implements Record<Action, number> {
  @ApiCount({ description: 'Users who viewed it.', maximum: MAX_COUNTED, example: 120 })
  VIEW: number;

  @ApiCount({ description: 'Users who clicked it.', maximum: MAX_COUNTED, example: 40 })
  CLICK: number;

  @ApiCount({ description: 'Users who saved it.', maximum: MAX_COUNTED, example: 12 })
  SAVE: number;

  @ApiCount({ description: 'Users who bookmarked it.', maximum: MAX_COUNTED, example: 7 })
  BOOKMARK: number;

  @ApiCount({ description: 'Users who applied to it.', maximum: MAX_COUNTED, example: 3 })
  APPLY: number;
}
