import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Allowed, type Caller, CurrentCaller, Owned, Resource, SignedIn } from '../common/access.js';
import { Creates, IsDisconnected, Operation } from '../common/api.decorators.js';
import { ApiPage } from '../common/pagination.js';
import type { StoredEvent } from '../events/stored-event.js';
import { GigAccess } from '../gigs/gig.access.js';
import {
  ApplyAccess,
  DecisionAccess,
  PartyAccess,
  ReadAccess,
  WithdrawalAccess,
} from './application.access.js';
import { ApplicationMoves } from './application-moves.service.js';
import {
  ApplicationDto,
  ApplicationWithGigDto,
  ApplyDto,
  DecideAllDto,
  DecideDto,
  DecisionOutcomesDto,
  GigApplicationsDto,
  ListGigApplicationsQuery,
  ListOwnApplicationsQuery,
  ListReceivedQuery,
} from './applications.dto.js';
import { ApplicationsService, type GigApplication } from './applications.service.js';

@ApiTags('Applications')
@Controller()
export class ApplicationsController {
  constructor(
    private readonly applications: ApplicationsService,
    private readonly moves: ApplicationMoves,
  ) {}

  @Post('gigs/:gigId/applications')
  @Allowed(ApplyAccess, 'gigId', 'OWN_GIG')
  @Operation('applyToGig', 'Apply to a gig', {
    description: 'Anyone but its owner may apply, once. The owner gets a notification.',
    problems: ['NOT_A_GIG', 'GIG_CLOSED', 'ALREADY_APPLIED', 'LIMIT_REACHED'],
  })
  @ApiBody({ type: ApplyDto, required: false })
  @Creates(ApplicationDto, 'Your new application.', ({ gigId, id }) => `/gigs/${gigId}/applications/${id}`)
  apply(@Resource() gig: StoredEvent, @CurrentCaller() caller: Caller, @Body() { message = null }: ApplyDto) {
    return this.applications.apply(gig, caller, message);
  }

  @Get('gigs/:gigId/applications')
  @Allowed(PartyAccess, 'gigId', 'NOT_A_PARTY')
  @Operation('listGigApplications', 'List the applications of a gig', {
    description: 'Its owner sees all, an applicant only their own. Without `limit`, all. Oldest first.',
    problems: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: GigApplicationsDto, description: 'The applications, each with its applicant.' })
  ofGig(
    @Resource() gig: StoredEvent,
    @CurrentCaller() caller: Caller,
    @Query() query: ListGigApplicationsQuery,
  ) {
    return this.applications.ofGig(gig, caller, query);
  }

  @Get('gigs/:gigId/applications/:applicationId')
  @Allowed(ReadAccess, 'applicationId', 'NOT_A_PARTY')
  @Operation('getGigApplication', 'Get an application', {
    description: 'Only the owner of the gig and the applicant may read an application.',
    problems: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The application, with its applicant.' })
  one(@Resource() { application }: GigApplication) {
    return this.applications.withApplicant(application);
  }

  @Get('applications')
  @SignedIn()
  @Operation('listApplications', 'List your applications', {
    description: 'Returns your own, newest first, each with its gig.',
  })
  @ApiPage(ApplicationWithGigDto)
  own(@CurrentCaller() caller: Caller, @Query() query: ListOwnApplicationsQuery) {
    return this.applications.own(caller, query);
  }

  @Get('applications/received')
  @SignedIn()
  @Operation('listReceivedApplications', 'List the applications for your gigs', {
    description: 'Returns the applications for all your gigs, newest first, each with its gig.',
  })
  @ApiPage(ApplicationWithGigDto)
  received(@CurrentCaller() caller: Caller, @Query() query: ListReceivedQuery) {
    return this.applications.received(caller, query);
  }

  @Patch('gigs/:gigId/applications')
  @Owned(GigAccess, 'gigId')
  @Operation('decideApplications', 'Accept or reject many applications to your gig', {
    description: 'Only the owner of the gig may decide. A refusal does not affect the others.',
    problems: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: DecisionOutcomesDto, description: 'The outcome for each id.' })
  decideAll(
    @Resource() gig: StoredEvent,
    @Body() decisions: DecideAllDto,
    @IsDisconnected() isDisconnected: () => boolean,
  ) {
    return this.moves.decideAll(gig, decisions, isDisconnected);
  }

  @Patch('gigs/:gigId/applications/:applicationId')
  @Owned(DecisionAccess, 'applicationId')
  @Operation('decideApplication', 'Accept or reject an application to your gig', {
    description: 'Only the owner of the gig may decide, once. The applicant gets a notification.',
    problems: ['NOT_A_GIG', 'APPLICATION_DECIDED', 'APPLICATION_WITHDRAWN', 'POSITIONS_FILLED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The decided application.' })
  decide(@Resource() found: GigApplication, @Body() decision: DecideDto) {
    return this.moves.decide(found, decision);
  }

  @Put('gigs/:gigId/applications/:applicationId/withdrawal')
  @Allowed(WithdrawalAccess, 'applicationId', 'NOT_APPLICANT')
  @Operation('withdrawApplication', 'Withdraw your application', {
    description: 'Only its applicant may withdraw it, until it is decided. Its status stays PENDING.',
    problems: ['NOT_A_GIG', 'APPLICATION_DECIDED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The withdrawn application.' })
  withdraw(@Resource() found: GigApplication) {
    return this.moves.withdraw(found);
  }

  @Delete('gigs/:gigId/applications/:applicationId/withdrawal')
  @Allowed(WithdrawalAccess, 'applicationId', 'NOT_APPLICANT')
  @Operation('takeWithdrawalBack', 'Take your withdrawal back', {
    description:
      'Only its applicant may take it back, while the gig takes applications. The application can then be decided. One ' +
      'that is not withdrawn does not change.',
    problems: ['NOT_A_GIG', 'GIG_CLOSED', 'APPLICATION_DECIDED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The application, no longer withdrawn.' })
  takeBack(@Resource() found: GigApplication) {
    return this.moves.takeBack(found);
  }
}
