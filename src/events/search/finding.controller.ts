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
  @Operation('countFacets', 'Count events by filter values', {
    description:
      'Takes the filters of `listEvents`. Each group ignores its own filter, so it counts what another choice would find. ' +
      'Counts at most 10000 events.',
  })
  @ApiOkResponse({ type: FacetsDto, description: 'The values and their counts.' })
  count(@CurrentCaller() caller: Caller, @Query() query: FacetsQuery): Promise<FacetsDto> {
    return this.facets.count(caller, query);
  }

  @Get(':id/similar')
  @Visible(EventAccess)
  @Operation('listSimilarEvents', 'List similar events', {
    description:
      'Returns the upcoming and running events that are most similar by tags, category, place and title. Never the event itself.',
  })
  @ApiOkResponse({ type: SimilarEventsDto, description: 'Similar events, the most similar first.' })
  list(
    @CurrentCaller() caller: Caller,
    @Resource() event: StoredEvent,
    @Query() { limit }: SimilarQuery,
  ): Promise<SimilarEventsDto> {
    return this.similar.list(caller, event, limit!);
  }
}
