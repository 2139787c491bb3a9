import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Config } from '../common/config.js';
import { JobsService } from './jobs.service.js';

/**
 * Owns the tables `job_claims` and `job_runs`, and the schedule. Each tick of a job runs on one instance, and
 * repeats a run that was lost with its process. It must not know the work of a job: other modules bring it.
 */
@Module({
  imports: [
    ScheduleModule.forRootAsync({
      inject: [Config],
      useFactory: ({ SCHEDULER_ENABLED }: Config) => ({ cronJobs: SCHEDULER_ENABLED }),
    }),
  ],
  providers: [JobsService],
  exports: [JobsService],
})
export class JobsModule {}
