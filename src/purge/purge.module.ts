import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { PurgeJobs } from './purge.jobs.js';
import { PurgeService } from './purge.service.js';

@Module({ imports: [JobsModule], providers: [PurgeJobs, PurgeService] })
export class PurgeModule {}
