import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../../common/access.js';
import { Operation } from '../../common/api.decorators.js';
import { EventAccess } from '../event.access.js';
import type { StoredEvent } from '../stored-event.js';
import { FacetsDto, FacetsQuery } from './facets.dto.js';
import { FacetsService } from './facets.service.js';
import { SimilarEventsDto, SimilarQuery } from './similar.dto.js';
import { SimilarEvents } from './similar.service.js';

@ApiTags('Events')
@Controller('events')
export class FindingController {
  constructor(
    private readonly facets: FacetsService,
    private readonly similar: SimilarEvents,
  ) {}

  @Get('facets')
  @SignedIn()
  @Operation('countFacets', 'Count events by what they could be filtered by', {
    description:
      'With the filters of `listEvents`. Each group leaves its own filter out, so that it says what another choice would find. ' +
      'At most 10000 events are counted.',
  })
  @ApiOkResponse({ type: FacetsDto, description: 'The values that occur, the most frequent first.' })
  count(@CurrentCaller() caller: Caller, @Query() query: FacetsQuery): Promise<FacetsDto> {
    return this.facets.count(caller, query);
  }

  @Get(':id/similar')
  @Visible(EventAccess)
  @Operation('listSimilarEvents', 'List events that are like this one', {
    description:
      'What is to come and most like it, by tags, category, place and title; never itself. Where nothing is like it, the list is empty.',
  })
  @ApiOkResponse({ type: SimilarEventsDto, description: 'The most similar first.' })
  list(
    @CurrentCaller() caller: Caller,
    @Resource() event: StoredEvent,
    @Query() { limit }: SimilarQuery,
  ): Promise<SimilarEventsDto> {
    return this.similar.list(caller, event, limit!);
  }
}
