import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { EnumListParam, InstantField } from '../common/validation/fields.js';
import { ProfileDto } from '../users/users.dto.js';

/** The expansions of an event, in the order of the JSON. */
export const EXPANSIONS = ['creator', 'viewer', 'counts', 'coordinates'] as const;
export type ExpansionName = (typeof EXPANSIONS)[number];

/** The counts of users and of applications stop at this number (rules.md, "Expansions"). */
export const MAX_COUNTED = 10_000;
const APPLICATION_STATUSES = ['PENDING', 'ACCEPTED', 'REJECTED'] as const;

export class ViewerApplicationDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d12' })
  id: string;

  @ApiProperty({ enum: APPLICATION_STATUSES, enumName: 'ApplicationStatus', example: 'PENDING' })
  status: (typeof APPLICATION_STATUSES)[number];

  @InstantField({ nullable: true, description: 'The time of your withdrawal. Null: none.', example: null })
  withdrawnAt: string | null;
}

export class ViewerDto {
  @ApiProperty({ description: 'True if you created it, and so may change it.', example: false })
  isOwner: boolean;

  @ApiProperty({
    description: 'Whether it is a gig that takes applications, not yours, to which you have not applied.',
    example: false,
  })
  canApply: boolean;

  @ApiProperty({ example: true })
  saved: boolean;

  @ApiProperty({ example: false })
  bookmarked: boolean;

  @ApiProperty({ type: ViewerApplicationDto, nullable: true, description: 'Your application. Null: none.' })
  application: ViewerApplicationDto | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    maxItems: 100,
    description: 'Your collections that hold it, oldest first.',
    example: ['0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d15'],
  })
  collectionIds: string[];
}

const Counted = (description: string, example: number): PropertyDecorator =>
  ApiCount({ description, maximum: MAX_COUNTED, example });

export class ApplicationCountsDto {
  @Counted('To be decided, without withdrawn ones.', 2)
  pending: number;

  @Counted('Accepted.', 1)
  accepted: number;

  @Counted('Rejected.', 0)
  rejected: number;

  @Counted('Withdrawn before a decision.', 0)
  withdrawn: number;
}

export class CountsDto {
  @Counted(`Users who saved or bookmarked it, counted up to ${MAX_COUNTED}.`, 12)
  interested: number;

  @ApiProperty({
    type: ApplicationCountsDto,
    nullable: true,
    description: `Only for the creator of a gig, else null. Counted over its first ${MAX_COUNTED} applications.`,
  })
  applications: ApplicationCountsDto | null;
}

export class CoordinatesDto {
  @ApiProperty({ minimum: -90, maximum: 90, example: 39.9977 })
  latitude: number;

  @ApiProperty({ minimum: -180, maximum: 180, example: -83.0086 })
  longitude: number;
}

/** The members that `include` adds to an event. */
export class ExpansionsDto {
  @ApiPropertyOptional({
    type: ProfileDto,
    nullable: true,
    description: "Only with `include=creator`: the creator's public profile. Null for events of feeds.",
  })
  creator?: ProfileDto | null;

  @ApiPropertyOptional({ description: 'Only with `include=viewer`: your relation to the event.' })
  viewer?: ViewerDto;

  @ApiPropertyOptional({ description: 'Only with `include=counts`: numbers of users.' })
  counts?: CountsDto;

  @ApiPropertyOptional({
    type: CoordinatesDto,
    nullable: true,
    description: 'Only with `include=coordinates`: where the map has it. Null: nowhere.',
  })
  coordinates?: CoordinatesDto | null;
}

export const IncludeParam = (): PropertyDecorator =>
  EnumListParam(EXPANSIONS, {
    enumName: 'EventPart',
    description: 'Expansions of each event, separated by commas.',
  });

export class IncludeQuery {
  @IncludeParam()
  include?: ExpansionName[];
}
