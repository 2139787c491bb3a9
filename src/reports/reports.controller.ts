import { Body, Controller, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, CurrentCaller, Resource, Visible } from '../common/access.js';
import { Creates, Operation } from '../common/api.decorators.js';
import { EventAccess } from '../events/event.access.js';
import type { StoredEvent } from '../events/stored-event.js';
import { CreateReportDto, ReportDto } from './reports.dto.js';
import { ReportsService } from './reports.service.js';

@ApiTags('Reports')
@Controller('events/:id/reports')
export class ReportsController {
  constructor(private readonly reports: ReportsService) {}

  @Post()
  @Visible(EventAccess)
  @Operation('reportEvent', 'Report an event or a gig', {
    description:
      'Tells the operator of the service, and no user. A further report of the same event replaces your words. You cannot ' +
      'report your own event. Counts to `DAILY_CREATIONS`.',
    problems: ['LIMIT_REACHED'],
  })
  @Creates(ReportDto, 'The first time: the new report.')
  @ApiOkResponse({ type: ReportDto, description: 'Each further time: the report with the new words.' })
  async report(
    @Resource() event: StoredEvent,
    @CurrentCaller() caller: Caller,
    @Body() request: CreateReportDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ReportDto> {
    const { report, isNew } = await this.reports.report(event, caller, request);
    reply.status(isNew ? 201 : 200);
    return report;
  }
}
