import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { ApiPage, type Page } from '../common/pagination.js';
import { IngestionRunDto, ListRunsQuery } from './ingestion.dto.js';
import { IngestionRuns } from './ingestion-runs.service.js';

@ApiTags('Ingestion')
@Controller('ingestion')
export class IngestionController {
  constructor(private readonly runs: IngestionRuns) {}

  @Get('runs')
  @SignedIn()
  @Operation('listIngestionRuns', 'List the runs of the feeds', {
    description:
      'Anyone signed in may read the runs that import the feeds, newest first. Runs are kept for 90 days.',
  })
  @ApiPage(IngestionRunDto)
  list(@Query() query: ListRunsQuery): Promise<Page<IngestionRunDto>> {
    return this.runs.list(query);
  }
}
