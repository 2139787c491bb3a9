import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { InteractionsController } from './interactions.controller.js';
import { InteractionsService } from './interactions.service.js';

/**
 * Owns the table `interactions`: one row per user, event and action. A repeated action counts up its row. It
 * must not know applications: they record `APPLY` here, in their own transaction.
 */
@Module({
  imports: [EventsModule, UsersModule],
  controllers: [InteractionsController],
  providers: [InteractionsService],
  exports: [InteractionsService],
})
export class InteractionsModule {}
