import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

@Module({ controllers: [HealthController], providers: [Health, Metrics], exports: [Metrics] })
export class HealthModule {}
