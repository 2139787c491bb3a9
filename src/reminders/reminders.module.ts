import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { RemindersService } from './reminders.service.js';

/**
 * Owns the table `reminders` and the job that fills it: each start of an event is reminded once, and its mark
 * changes no event. It must not know how users relate to events: `interactions` and `applications` have the
 * SQL of the recipients.
 */
@Module({ imports: [JobsModule, NotificationsModule], providers: [RemindersService] })
export class RemindersModule {}
