import { Module } from '@nestjs/common';
import { CollectionsModule } from '../collections/collections.module.js';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { CalendarFeeds } from './calendar-feeds.service.js';
import { CalendarsController } from './calendars.controller.js';
import { CalendarsService } from './calendars.service.js';

/**
 * Owns the table `calendars`: subscriptions whose secret address stands for their owner. Each read checks
 * again what the owner may read, and no calendar is in memory as a whole. It must not know how events are
 * found: it passes the query of a list on.
 */
@Module({
  imports: [CollectionsModule, EventsModule, UsersModule],
  controllers: [CalendarsController],
  providers: [CalendarFeeds, CalendarsService],
})
export class CalendarsModule {}
