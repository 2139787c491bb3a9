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
      'Only the owner of the gig may decide. Each application is decided as by `decideApplication`, one after the other in the ' +
      'order of `ids`: one that is refused changes nothing for the others. Where the answer is lost, send the same again.',
    answers: ['NOT_A_GIG'],
  })
  @ApiOkResponse({ type: DecisionOutcomesDto, description: 'What became of each.' })
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
      'Only the owner of the gig may decide, and only while the application is PENDING and not withdrawn: a decision is ' +
      "final. The applicant is notified. As many may be accepted as the gig has `positions`; the gig's status stays.",
    answers: ['NOT_A_GIG', 'APPLICATION_DECIDED', 'APPLICATION_WITHDRAWN', 'POSITIONS_FILLED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The application as it is now.' })
  decide(@Resource() found: GigApplication, @Body() { status }: DecideDto): Promise<ApplicationDto> {
    return this.moves.decide(found, status);
  }
}
