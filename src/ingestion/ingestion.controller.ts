import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { ApiPage, PageQuery } from '../common/pagination.js';
import { EnumListParam } from '../common/validation/fields.js';
import { FEED_SOURCES, type FeedSource } from '../events/event.entity.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRunEntity } from './ingestion-run.entity.js';

class ListRunsQuery extends PageQuery {
  @EnumListParam(FEED_SOURCES, {
    enumName: 'FeedSource',
    description: 'Runs of any of these feeds, separated by commas.',
  })
  source?: FeedSource[];
}

@ApiTags('Ingestion')
@Controller('ingestion')
export class IngestionController {
  constructor(private readonly ingestion: IngestionService) {}

  @Get('runs')
  @SignedIn()
  @Operation('listIngestionRuns', 'List the runs of the feeds', {
    description: 'Anyone signed in may read the runs of the last 90 days, newest first.',
  })
  @ApiPage(IngestionRunEntity, 'IngestionRunPage')
  list(@Query() { source, ...page }: ListRunsQuery) {
    return this.ingestion.list(source, page);
  }
}
