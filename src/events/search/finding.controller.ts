import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, Resource, SignedIn, Visible } from '../../common/access.js';
import { Operation } from '../../common/api.decorators.js';
import { CategoriesDto, CategoriesService } from '../categories.service.js';
import { EventAccess } from '../event.access.js';
import type { StoredEvent } from '../stored-event.js';
import { FacetsService } from './facets.service.js';
import {
  FacetsDto,
  FacetsQuery,
  SimilarEventsDto,
  SimilarQuery,
  SuggestionsDto,
  SuggestionsQuery,
} from './finding.dto.js';
import { SimilarEvents } from './similar.service.js';
import { SuggestionsService } from './suggestions.service.js';

@ApiTags('Events')
@Controller()
export class FindingController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly facets: FacetsService,
    private readonly similar: SimilarEvents,
    private readonly suggestions: SuggestionsService,
  ) {}

  @Get('categories')
  @SignedIn()
  @Operation('listCategories', 'List the categories', {
    description: 'Anyone signed in may read them. No event has any other category.',
  })
  @ApiOkResponse({
    type: CategoriesDto,
    description: 'All categories. The counts are at most a minute old.',
  })
  listCategories() {
    return this.categories.list();
  }

  @Get('events/facets')
  @SignedIn()
  @Operation('countFacets', 'Count events by filter values', {
    description: 'Takes the filters of `listEvents`. Each group ignores its own. Counts up to 10000 events.',
  })
  @ApiOkResponse({ type: FacetsDto, description: 'The values and their counts.' })
  countFacets(@CurrentCaller() caller: Caller, @Query() query: FacetsQuery) {
    return this.facets.count(caller, query);
  }

  @Get('events/:id/similar')
  @Visible(EventAccess)
  @Operation('listSimilarEvents', 'List similar events', {
    description: 'Returns upcoming and running events that are similar by tags, category, place and title.',
  })
  @ApiOkResponse({ type: SimilarEventsDto, description: 'Similar events, the most similar first.' })
  listSimilar(
    @CurrentCaller() caller: Caller,
    @Resource() { id }: StoredEvent,
    @Query() { limit }: SimilarQuery,
  ) {
    return this.similar.list(caller, id, limit!);
  }

  @Get('suggestions')
  @SignedIn()
  @Operation('listSuggestions', 'Suggest search terms', {
    description: 'Texts of upcoming events that begin with `q`, then similar ones, at most 15 minutes old.',
  })
  @ApiOkResponse({ type: SuggestionsDto, description: 'Suggestions, the best first.' })
  suggest(@CurrentCaller() caller: Caller, @Query() query: SuggestionsQuery) {
    return this.suggestions.list(caller, query);
  }
}
