import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GigsModule } from '../gigs/gigs.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UsersModule } from '../users/users.module.js';
import {
  ApplyAccess,
  DecisionAccess,
  PartyAccess,
  ReadAccess,
  WithdrawalAccess,
} from './application.access.js';
import { ApplicationExpansions } from './application-expansions.js';
import { ApplicationMoves } from './application-moves.service.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';

/**
 * Owns the table `applications`: applying, deciding, withdrawing. An application, its interaction and its
 * notification are one transaction, and of two decisions at once one wins. It must not know how a gig is
 * stored: `GigTermsService` locks gigs, checks their terms and counts their positions.
 */
@Module({
  imports: [EventsModule, GigsModule, InteractionsModule, NotificationsModule, UsersModule],
  controllers: [ApplicationsController],
  providers: [
    ApplicationExpansions,
    ApplicationMoves,
    ApplicationsService,
    ApplyAccess,
    DecisionAccess,
    PartyAccess,
    ReadAccess,
    WithdrawalAccess,
  ],
})
export class ApplicationsModule {}
