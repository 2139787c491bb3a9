import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { EnumListParam } from '../common/validation/list-param.js';
import { ProfileDto } from '../users/users.dto.js';

/** What `include` can add to an event, in the order of the JSON. */
export const EXPANSIONS = ['creator', 'viewer', 'counts'] as const;
export type ExpansionName = (typeof EXPANSIONS)[number];

/** Users who saved or bookmarked an event, and applications to a gig, are counted up to here (rules.md, "Expansions"). */
export const MAX_COUNTED = 10_000;
const MAX_COLLECTIONS = 100;
const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;

/** The caller's application, as far as a card shows it. */
export class ViewerApplicationDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12' })
  id: string;

  @ApiProperty({ enum: APPLICATION_STATUSES, enumName: 'ApplicationStatus', example: 'PENDING' })
  status: (typeof APPLICATION_STATUSES)[number];

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When you withdrew it; null where you have not.',
    example: null,
  })
  withdrawnAt: string | null;
}

/** What the caller has to do with an event. */
export class ViewerDto {
  @ApiProperty({ description: 'Whether you created it, and may change it.', example: false })
  isOwner: boolean;

  @ApiProperty({
    description:
      'Whether it is a gig that takes applications (as `takesApplications=true` finds it), not yours, and you have not applied.',
    example: false,
  })
  canApply: boolean;

  @ApiProperty({ example: true })
  saved: boolean;

  @ApiProperty({ example: false })
  bookmarked: boolean;

  @ApiProperty({
    type: ViewerApplicationDto,
    nullable: true,
    description: 'Your application to it; null where there is none.',
  })
  application: ViewerApplicationDto | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: MAX_COLLECTIONS,
    description: 'Your own collections that hold it, the oldest first.',
    example: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d15'],
  })
  collectionIds: string[];
}

/** How many applications a gig has of each kind. */
export class ApplicationCountsDto {
  @ApiCount({
    description: 'To be decided: those that were not withdrawn.',
    maximum: MAX_COUNTED,
    example: 2,
  })
  pending: number;

  @ApiCount({ description: 'Accepted.', maximum: MAX_COUNTED, example: 1 })
  accepted: number;

  @ApiCount({ description: 'Rejected.', maximum: MAX_COUNTED, example: 0 })
  rejected: number;

  @ApiCount({ description: 'Withdrawn before a decision.', maximum: MAX_COUNTED, example: 0 })
  withdrawn: number;
}

/** How many users an event concerns. */
export class CountsDto {
  @ApiCount({
    description: `Users who saved or bookmarked it, counted up to ${MAX_COUNTED}.`,
    maximum: MAX_COUNTED,
    example: 12,
  })
  interested: number;

  @ApiProperty({
    type: ApplicationCountsDto,
    nullable: true,
    description: `For the creator of a gig, over its first ${MAX_COUNTED} applications; else null.`,
  })
  applications: ApplicationCountsDto | null;
}

/** The members that `include` adds to an event. */
export class ExpansionsDto {
  @ApiProperty({
    type: ProfileDto,
    nullable: true,
    required: false,
    description: "With `include=creator`: its creator's public profile; null for external events.",
  })
  creator?: ProfileDto | null;

  @ApiProperty({
    type: ViewerDto,
    required: false,
    description: 'With `include=viewer`: what you have to do with it.',
  })
  viewer?: ViewerDto;

  @ApiProperty({
    type: CountsDto,
    required: false,
    description: 'With `include=counts`: how many it concerns.',
  })
  counts?: CountsDto;
}

/** The parameter `include`. */
export const IncludeParam = (): PropertyDecorator =>
  EnumListParam(EXPANSIONS, {
    enumName: 'EventPart',
    description: 'Further members of each event, separated by commas: `creator`, `viewer`, `counts`.',
  });

/** The query of one event. */
export class IncludeQuery {
  @IncludeParam()
  include?: ExpansionName[];
}
