import { Module } from '@nestjs/common';
import { Drain } from './drain.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

@Module({ controllers: [HealthController], providers: [Drain, Health, Metrics], exports: [Drain] })
export class HealthModule {}
