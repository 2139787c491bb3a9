import { Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Config } from '../common/config.js';
import { JobsService } from './jobs.service.js';

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
