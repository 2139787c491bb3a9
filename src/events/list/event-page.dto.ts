import type { Type } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { type Page, pageOf } from '../../common/pagination.js';
import { ListedEventDto } from '../events.dto.js';

/** A page of events. */
export class EventPage extends (pageOf(ListedEventDto, 'EventPage') as Type<Page<ListedEventDto>>) {
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    maxLength: 1_000,
    description:
      'Only with `q` and without `sort`: if `q` finds nothing, another spelling that finds something. Else null.',
    example: null,
  })
  didYouMean?: string | null;
}
