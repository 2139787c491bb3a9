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
    description: 'For gigs only: from then on nobody can apply. Null: as long as the gig is not closed.',
    example: EXAMPLES.applyBy,
  });

/** The same in an answer. */
export const ApiApplyBy = () =>
  ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'From then on nobody can apply to the gig. Always null for an event.',
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
      'For gigs only: how many you can accept, and not fewer than you have. Null: as many as you like.',
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
    description: 'How many the owner of the gig can accept. Null: not limited; always so for an event.',
    example: EXAMPLES.positions,
  });
