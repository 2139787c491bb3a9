import { Module } from '@nestjs/common';
import { ApplicationsModule } from '../applications/applications.module.js';
import { CollectionsModule } from '../collections/collections.module.js';
import { EventsModule } from '../events/events.module.js';
import { InteractionsModule } from '../interactions/interactions.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarFeeds } from './calendar-feeds.service.js';
import { CalendarsController } from './calendars.controller.js';
import { CalendarsService } from './calendars.service.js';

@Module({
  imports: [ApplicationsModule, CollectionsModule, EventsModule, InteractionsModule, UsersModule],
  controllers: [CalendarsController],
  providers: [CalendarFeeds, CalendarsService],
})
export class CalendarsModule {}
