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
  @Operation('listSuggestions', 'Suggest search terms', {
    description:
      'Returns titles, tags, places and categories of upcoming and running events: first those with a word that begins with ' +
      '`q`, then similar spellings. For search as somebody types. At most 15 minutes old.',
  })
  @ApiOkResponse({ type: SuggestionsDto, description: 'Suggestions, the best first.' })
  list(@CurrentCaller() caller: Caller, @Query() query: SuggestionsQuery): Promise<SuggestionsDto> {
    return this.suggestions.list(caller, query);
  }
}
