import { ApiProperty } from '@nestjs/swagger';
import { InstantField, WholeNumberField } from '../common/validation/fields.js';

/** People that the owner of a gig can accept. */
const MAX_POSITIONS = 1_000;
const EXAMPLES = { applyBy: '2030-04-10T22:00:00.000Z', positions: 4 };

/** Until when people can apply to a gig, as a request says it. */
export const ApplyByField = () =>
  InstantField({
    optional: true,
    nullable: true,
    description: 'Only for gigs: the end of applications. Null: until the gig is closed.',
    example: EXAMPLES.applyBy,
  });

/** The same in an answer. */
export const ApiApplyBy = () =>
  ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'The end of applications to a gig. Null: until the gig is closed. Always null for an event.',
    example: EXAMPLES.applyBy,
  });

/** How many the owner of a gig can accept, as a request says it. */
export const PositionsField = () =>
  WholeNumberField({
    min: 1,
    max: MAX_POSITIONS,
    optional: true,
    nullable: true,
    description:
      'Only for gigs: the number of applications to accept, no fewer than are accepted. Null: no limit.',
    example: EXAMPLES.positions,
  });

/** The same in an answer. */
export const ApiPositions = () =>
  ApiProperty({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    maximum: MAX_POSITIONS,
    nullable: true,
    description:
      'The number of applications that a gig can accept. Null: no limit. Always null for an event.',
    example: EXAMPLES.positions,
  });
