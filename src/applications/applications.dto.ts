import type { Type } from '@nestjs/common';
import { ApiProperty, IntersectionType, OmitType, PickType } from '@nestjs/swagger';
import { ApiCount, OptionalMembers } from '../common/api.decorators.js';
import type { Serialized } from '../common/http/serialized.js';
import { MAX_LIMIT, Page, PageQuery } from '../common/pagination.js';
import {
  BodyOptional,
  BooleanParam,
  EnumField,
  EnumListParam,
  IgnoresReadOnly,
  TextField,
  TextListField,
  WholeNumberField,
} from '../common/validation/fields.js';
import type { Stored } from '../database/statements.js';
import { ListedEventDto } from '../events/events.dto.js';
import { IncludeQuery } from '../events/expansions.dto.js';
import { type View, ViewParam } from '../events/list/events-query.dto.js';
import { ProfileDto } from '../users/users.dto.js';
import { ApplicationEntity } from './application.entity.js';
import {
  APPLICATION_STATUSES,
  type ApplicationStatus,
  DECISIONS,
  type Decision,
} from './application-status.js';

/** An application as stored: one that TypeORM has read, or one with its times as text. */
export type ApplicationRow = ApplicationEntity | Stored<ApplicationEntity>;

/** An application in responses, with its times as text. */
export class ApplicationDto extends OmitType(
  ApplicationEntity as unknown as Type<Stored<ApplicationEntity>>,
  ['gig', 'ownerId'],
) {
  @ApiProperty({ type: ProfileDto, description: "The applicant's public profile." })
  applicant: ProfileDto;
}

export class ApplicationWithGigDto extends ApplicationDto {
  @ApiProperty({ type: ListedEventDto })
  gig: Serialized<ListedEventDto>;
}

const ASSIGNED = ['id', 'gigId', 'applicantId', 'withdrawnAt', 'createdAt', 'updatedAt', 'applicant', 'gig'];

@BodyOptional()
@IgnoresReadOnly(ApplicationWithGigDto, [...ASSIGNED, 'note', 'status'])
export class ApplyDto extends OptionalMembers(ApplicationDto, ['message']) {}

@IgnoresReadOnly(ApplicationWithGigDto, [...ASSIGNED, 'message'])
export class DecideDto extends OptionalMembers(ApplicationDto, ['note']) {
  @EnumField(DECISIONS, { enumName: 'Decision', example: 'ACCEPTED' })
  status: Decision;
}

export class ListApplicationsQuery extends PageQuery {
  @EnumListParam(APPLICATION_STATUSES, {
    enumName: 'ApplicationStatus',
    description: 'Any of these statuses, separated by commas.',
  })
  status?: ApplicationStatus[];
}

export class ListOwnApplicationsQuery extends IntersectionType(ListApplicationsQuery, IncludeQuery) {
  @ViewParam()
  view?: View;
}

export class ListGigApplicationsQuery extends ListApplicationsQuery {
  @BooleanParam({ description: 'true: withdrawn ones. false: the others.' })
  withdrawn?: boolean;
}

export class ListReceivedQuery extends ListGigApplicationsQuery {
  @TextField({ max: 255, optional: true, description: 'Only for this gig of yours. Other ids find nothing.' })
  gigId?: string;

  @ViewParam()
  view?: View;
}

/** The applications of one gig: all of them (`limit` is null), or a page. */
export class GigApplicationsDto extends PickType(Page<ApplicationDto>, ['offset', 'nextCursor']) {
  @ApiProperty({ type: [ApplicationDto] })
  data: ApplicationDto[];

  @ApiCount({ description: 'The number of matches. Exact if `limit` is null.', example: 2 })
  total: number;

  @ApiProperty({ description: 'False if this is a page and more than 1000 match.', example: true })
  totalIsExact: boolean;

  @WholeNumberField({
    ...{ min: 1, max: MAX_LIMIT, nullable: true },
    description: 'The size of a page. Null: these are all.',
    example: null,
  })
  limit: number | null;
}

/** The maximum number of applications in one request. */
const MAX_DECISIONS = 100;

export const DECISION_OUTCOMES = [
  'DECIDED',
  'NOT_FOUND',
  'APPLICATION_DECIDED',
  'APPLICATION_WITHDRAWN',
  'POSITIONS_FILLED',
] as const;

export class DecideAllDto extends PickType(DecideDto, ['status', 'note']) {
  @TextListField({
    least: 1,
    most: MAX_DECISIONS,
    max: 255,
    description: 'The ids of applications of this gig, decided in this order.',
    example: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12'],
  })
  ids: string[];
}

/** The outcome for one of the applications. */
export class DecisionOutcomeDto {
  @ApiProperty({ maxLength: 255, description: 'As sent.', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12' })
  id: string;

  @ApiProperty({ enum: DECISION_OUTCOMES, enumName: 'DecisionOutcome', example: 'DECIDED' })
  outcome: (typeof DECISION_OUTCOMES)[number];

  @ApiProperty({ type: ApplicationDto, nullable: true, description: 'Null if the gig has none of this id.' })
  application: ApplicationDto | null;
}

export class DecisionOutcomesDto {
  @ApiProperty({ type: [DecisionOutcomeDto], maxItems: MAX_DECISIONS, description: 'In the order of `ids`.' })
  data: DecisionOutcomeDto[];
}

/** An application with its applicant. An applicant without a stored profile has only an id. */
export function toApplicationDto(application: ApplicationRow, profile?: ProfileDto): ApplicationDto {
  const { applicantId } = application;
  const applicant = profile ?? { id: applicantId, name: null, avatarUrl: null, headline: null, bio: null };
  return Object.assign({}, application as Stored<ApplicationEntity>, { applicant });
}
