import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { GigsModule } from '../gigs/gigs.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApplyAccess, DecisionAccess, PartyAccess } from './application.access.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';

@Module({
  imports: [EventsModule, GigsModule, InteractionsModule, NotificationsModule, UsersModule],
  controllers: [ApplicationsController],
  providers: [ApplicationsService, ApplyAccess, DecisionAccess, PartyAccess],
  exports: [ApplicationsService],
})
export class ApplicationsModule {}
