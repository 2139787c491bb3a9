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
      'With `q` and without `sort`: where nothing is found, the same search in another spelling that finds something; else null.',
    example: null,
  })
  didYouMean?: string | null;
}
