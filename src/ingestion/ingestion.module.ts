import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { IngestionController } from './ingestion.controller.js';
import { IngestionJobs } from './ingestion.jobs.js';
import { IngestionService } from './ingestion.service.js';

/**
 * Owns the table `ingestion_runs`: pulls of the feeds. A pull checks the whole response before it writes,
 * never deletes an event, and can be cut off anywhere: the next one completes it. It must not know how events
 * are stored (`ExternalEventsService` does). A feed fetches and reads; the rest is the same for all.
 */
@Module({
  imports: [EventsModule, JobsModule],
  controllers: [IngestionController],
  providers: [IngestionJobs, IngestionService],
})
export class IngestionModule {}
