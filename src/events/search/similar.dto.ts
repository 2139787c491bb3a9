import { ApiProperty } from '@nestjs/swagger';
import type { Rendered } from '../../common/http/rendered.js';
import { CountParam } from '../../common/validation/fields.js';
import { EventDto } from '../events.dto.js';

const DEFAULT_SIMILAR = 6;
const MAX_SIMILAR = 20;

export class SimilarQuery {
  @CountParam({
    min: 1,
    most: MAX_SIMILAR,
    description: `The number of events, 1 to ${MAX_SIMILAR}, by default ${DEFAULT_SIMILAR}.`,
  })
  limit?: number = DEFAULT_SIMILAR;
}

export class SimilarEventsDto {
  @ApiProperty({ type: [EventDto], maxItems: MAX_SIMILAR })
  data: Rendered<EventDto>[];
}
