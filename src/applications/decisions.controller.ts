import { Body, Controller, Patch } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { Owned, Resource } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import type { EventOutline } from '../events/events.service.js';
import { GigAccess } from '../gigs/gig.access.js';
import { DecisionAccess } from './application.access.js';
import { ApplicationMoves } from './application-moves.service.js';
import { ApplicationDto, DecideDto } from './applications.dto.js';
import type { GigApplication } from './applications.service.js';
import { DecideAllDto, DecisionOutcomesDto } from './decisions.dto.js';

@ApiTags('Applications')
@Controller('gigs/:gigId/applications')
export class DecisionsController {
  constructor(private readonly moves: ApplicationMoves) {}

  @Patch()
  @Owned(GigAccess, 'gigId')
  @Operation('decideApplications', 'Accept or reject many applications to your gig', {
    description:
      'Only the owner of the gig may decide. Decides each application as `decideApplication` does, in the order of `ids`. A ' +
      'refused one does not affect the others. It is safe to send the same request again.',
    answers: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: DecisionOutcomesDto, description: 'The outcome for each id.' })
  decideAll(
    @Resource() gig: EventOutline,
    @Body() { ids, status }: DecideAllDto,
  ): Promise<DecisionOutcomesDto> {
    return this.moves.decideAll(gig, ids, status);
  }

  @Patch(':applicationId')
  @Owned(DecisionAccess, 'applicationId')
  @ApiParam({ name: 'gigId', type: 'string' })
  @Operation('decideApplication', 'Accept or reject an application to your gig', {
    description:
      'Only the owner of the gig may decide, while the application is PENDING and not withdrawn. A decision is final. The ' +
      'applicant gets a notification. Returns 409 if all `positions` are filled. The status of the gig does not change.',
    answers: ['NOT_A_GIG', 'APPLICATION_DECIDED', 'APPLICATION_WITHDRAWN', 'POSITIONS_FILLED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The decided application.' })
  decide(@Resource() found: GigApplication, @Body() { status }: DecideDto): Promise<ApplicationDto> {
    return this.moves.decide(found, status);
  }
}
