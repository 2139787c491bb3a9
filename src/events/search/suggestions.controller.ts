import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, SignedIn } from '../../common/access.js';
import { Operation } from '../../common/api.decorators.js';
import { SuggestionsDto, SuggestionsQuery } from './suggestions.dto.js';
import { SuggestionsService } from './suggestions.service.js';

@ApiTags('Events')
@Controller('suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: SuggestionsService) {}

  @Get()
  @SignedIn()
  @Operation('listSuggestions', 'Suggest what somebody who types may mean', {
    description:
      'Titles, tags, places and categories of events to come: what has words that begin so, then what is spelled alike. ' +
      'At most 15 minutes old. Meant to be asked while somebody types.',
  })
  @ApiOkResponse({ type: SuggestionsDto, description: 'The best first.' })
  list(@CurrentCaller() caller: Caller, @Query() query: SuggestionsQuery): Promise<SuggestionsDto> {
    return this.suggestions.list(caller, query);
  }
}
