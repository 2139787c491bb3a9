import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { IngestionController } from './ingestion.controller.js';
import { IngestionJobs } from './ingestion.jobs.js';
import { IngestionService } from './ingestion.service.js';

@Module({
  imports: [EventsModule, JobsModule],
  controllers: [IngestionController],
  providers: [IngestionJobs, IngestionService],
})
export class IngestionModule {}
