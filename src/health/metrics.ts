import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';

/** The metrics for Prometheus: the process, requests by route, database connections, and included ones. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds of requests, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [this.registry],
  });

  constructor(
    private readonly config: Config,
    statements: Statements,
  ) {
    collectDefaultMetrics({ register: this.registry });
    new Gauge({
      name: 'database_connections',
      help: 'Connections of the pool by state, and the requests that wait for one.',
      labelNames: ['state'],
      registers: [this.registry],
      collect() {
        for (const [state, count] of Object.entries(statements.connections)) this.set({ state }, count);
      },
    });
  }

  /** Measures every request. */
  register(server: FastifyInstance): void {
    server.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.requests.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      done();
    });
  }

  /** Adds the metrics of another part of the service. */
  include(metrics: Metric[]): void {
    for (const metric of metrics) this.registry.registerMetric(metric);
  }

  /**
   * All metrics, for the bearer `METRICS_TOKEN`.
   * @throws Problem NOT_FOUND without it, unless they are public
   */
  async read(authorization = ''): Promise<string> {
    const { METRICS_TOKEN, production } = this.config;
    const token = /^bearer (.+)$/i.exec(authorization)?.[1] ?? '';
    const digest = (text: string) => hash('sha256', text, 'buffer');
    const isOpen = !METRICS_TOKEN && !production;
    if (!isOpen && !(METRICS_TOKEN && timingSafeEqual(digest(token), digest(METRICS_TOKEN))))
      throw new Problem('NOT_FOUND');
    return this.registry.metrics();
  }
}
