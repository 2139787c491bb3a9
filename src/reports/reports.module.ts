import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebhookModule } from '../webhook/webhook.module.js';
import { ReportsController } from './reports.controller.js';
import { ReportsService } from './reports.service.js';

/**
 * Owns the table `reports` and the jobs by which an operator reads them and takes events down. A report
 * outlives its event by 90 days. It must not know how an event is deleted: `events` does that, and tells it.
 */
@Module({
  imports: [EventsModule, UsersModule, WebhookModule],
  controllers: [ReportsController],
  providers: [ReportsService],
})
export class ReportsModule {}
