import { Module } from '@nestjs/common';
import { JobsModule } from '../jobs/jobs.module.js';
import { PurgeJob } from './purge.jobs.js';
import { PurgeService } from './purge.service.js';

@Module({ imports: [JobsModule], providers: [PurgeJob, PurgeService] })
export class PurgeModule {}
