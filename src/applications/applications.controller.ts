import { Body, Controller, Get, Patch, Post, Query, type StreamableFile } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { Allowed, type Caller, CurrentCaller, Owned, Resource, SignedIn } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Creates } from '../common/http/creates.js';
import { ApiPage, type Page } from '../common/pagination.js';
import type { StoredEvent } from '../events/events.service.js';
import { ApplyAccess, DecisionAccess, type GigApplication, PartyAccess } from './application.access.js';
import {
  ApplicationDto,
  ApplicationWithGigDto,
  ApplyDto,
  DecideDto,
  GigApplicationsDto,
  ListApplicationsQuery,
  ListOwnApplicationsQuery,
} from './applications.dto.js';
import { ApplicationsService } from './applications.service.js';

@ApiTags('Applications')
@Controller()
export class ApplicationsController {
  constructor(private readonly applications: ApplicationsService) {}

  @Post('gigs/:gigId/applications')
  @Allowed(ApplyAccess, 'gigId', 'OWN_GIG')
  @Operation('applyToGig', 'Apply to a gig', {
    description:
      'Anyone but its owner may apply, once. The gig must be OPEN or IN_PROGRESS. A user may apply to up to 500 gigs in ' +
      '24 hours (`DAILY_CREATIONS`). The owner is notified.',
    answers: ['NOT_A_GIG', 'GIG_CLOSED', 'ALREADY_APPLIED', 'LIMIT_REACHED'],
  })
  @ApiBody({ type: ApplyDto, required: false })
  @Creates(
    ApplicationDto,
    'Your application, PENDING.',
    ({ gigId, id }) => `/gigs/${gigId}/applications/${id}`,
  )
  apply(
    @Resource() gig: StoredEvent,
    @CurrentCaller() caller: Caller,
    @Body() { message = null }: ApplyDto,
  ): Promise<ApplicationDto> {
    return this.applications.apply(gig, caller, message);
  }

  @Get('gigs/:gigId/applications')
  @Allowed(PartyAccess, 'gigId', 'NOT_A_PARTY')
  @Operation('listGigApplications', 'List the applications of a gig', {
    description:
      'The owner of the gig sees all, an applicant only their own; others are refused. Oldest first. ' +
      'Without `limit`, `offset` and `cursor` all of them come.',
    answers: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: GigApplicationsDto, description: 'The applications, each with its applicant.' })
  ofGig(
    @Resource() gig: StoredEvent,
    @CurrentCaller() caller: Caller,
    @Query() query: ListApplicationsQuery,
  ): Promise<GigApplicationsDto | StreamableFile> {
    return this.applications.ofGig(gig, caller, query);
  }

  @Patch('gigs/:gigId/applications/:applicationId')
  @Owned(DecisionAccess, 'applicationId')
  @ApiParam({ name: 'gigId', type: 'string' })
  @Operation('decideApplication', 'Accept or reject an application to your gig', {
    description:
      'Only the owner of the gig may decide, and only while the application is PENDING: a decision is ' +
      "final. The applicant is notified. Several may be accepted; the gig's status stays.",
    answers: ['NOT_A_GIG', 'APPLICATION_DECIDED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The application as it is now.' })
  decide(@Resource() found: GigApplication, @Body() { status }: DecideDto): Promise<ApplicationDto> {
    return status === 'ACCEPTED' ? this.applications.accept(found) : this.applications.reject(found);
  }

  @Get('applications')
  @SignedIn()
  @Operation('listApplications', 'List your applications', {
    description: 'You see your own, newest first, each with its gig.',
  })
  @ApiPage(ApplicationWithGigDto)
  own(
    @CurrentCaller() caller: Caller,
    @Query() query: ListOwnApplicationsQuery,
  ): Promise<Page<ApplicationWithGigDto>> {
    return this.applications.own(caller, query);
  }
}
