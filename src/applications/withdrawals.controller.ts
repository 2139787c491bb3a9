import { Controller, Delete, Put } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { Allowed, Resource } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { WithdrawalAccess } from './application.access.js';
import { ApplicationMoves } from './application-moves.service.js';
import { ApplicationDto } from './applications.dto.js';
import type { GigApplication } from './applications.service.js';

@ApiTags('Applications')
@Controller('gigs/:gigId/applications/:applicationId/withdrawal')
export class WithdrawalsController {
  constructor(private readonly moves: ApplicationMoves) {}

  @Put()
  @Allowed(WithdrawalAccess, 'applicationId', 'NOT_APPLICANT')
  @ApiParam({ name: 'gigId', type: 'string' })
  @Operation('withdrawApplication', 'Withdraw your application', {
    description:
      'Only its applicant may withdraw an application, until it is decided. A withdrawn one cannot be decided; its status ' +
      'stays PENDING. A second withdrawal changes nothing. Nobody gets a notification.',
    answers: ['NOT_A_GIG', 'APPLICATION_DECIDED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The withdrawn application.' })
  withdraw(@Resource() found: GigApplication): Promise<ApplicationDto> {
    return this.moves.withdraw(found);
  }

  @Delete()
  @Allowed(WithdrawalAccess, 'applicationId', 'NOT_APPLICANT')
  @ApiParam({ name: 'gigId', type: 'string' })
  @Operation('takeWithdrawalBack', 'Take your withdrawal back', {
    description:
      'Only its applicant may take it back, while the gig takes applications. The application can then be decided. One ' +
      'that is not withdrawn does not change.',
    answers: ['NOT_A_GIG', 'GIG_CLOSED', 'APPLICATION_DECIDED'],
  })
  @ApiOkResponse({ type: ApplicationDto, description: 'The application, no longer withdrawn.' })
  takeBack(@Resource() found: GigApplication): Promise<ApplicationDto> {
    return this.moves.takeBack(found);
  }
}
