import { Module } from '@nestjs/common';
import { Drain } from './drain.js';
import { HealthController } from './health.controller.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

/**
 * Owns the probes, the metrics and the drain before a stop, and no table. A probe costs the database one
 * query a second at most, on a connection of its own. It must not know other modules: their
 * metrics are discovered.
 */
@Module({ controllers: [HealthController], providers: [Drain, Health, Metrics], exports: [Drain] })
export class HealthModule {}
