import { ApiProperty } from '@nestjs/swagger';
import { EnumField, TextListField } from '../common/validation/fields.js';
import { DECISIONS, type Decision } from './application-status.js';
import { ApplicationDto } from './applications.dto.js';

/** Applications that one request decides. */
const MAX_DECISIONS = 100;

export const DECISION_OUTCOMES = [
  'DECIDED',
  'NOT_FOUND',
  'APPLICATION_DECIDED',
  'APPLICATION_WITHDRAWN',
  'POSITIONS_FILLED',
] as const;

export class DecideAllDto {
  @TextListField({
    least: 1,
    most: MAX_DECISIONS,
    max: 255,
    description: 'The ids of applications of this gig, decided in this order.',
    example: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12'],
  })
  ids: string[];

  @EnumField(DECISIONS, { enumName: 'Decision', example: 'REJECTED' })
  status: Decision;
}

/** What became of one of the applications. */
export class DecisionOutcomeDto {
  @ApiProperty({
    maxLength: 255,
    description: 'The id as sent.',
    example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12',
  })
  id: string;

  @ApiProperty({ enum: DECISION_OUTCOMES, enumName: 'DecisionOutcome', example: 'DECIDED' })
  outcome: (typeof DECISION_OUTCOMES)[number];

  @ApiProperty({
    type: ApplicationDto,
    nullable: true,
    description: 'The application. Null if the gig has none of this id.',
  })
  application: ApplicationDto | null;
}

export class DecisionOutcomesDto {
  @ApiProperty({
    type: [DecisionOutcomeDto],
    maxItems: MAX_DECISIONS,
    description: 'One outcome for each id, in the order sent.',
  })
  data: DecisionOutcomeDto[];
}
