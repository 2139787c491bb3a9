import { hash, timingSafeEqual } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Config } from '../common/config.js';
import { discover, MetricsProvider } from '../common/discovery.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';

/** Metrics for Prometheus: of the process, requests by route, database connections, and other modules. */
@Injectable()
export class Metrics implements OnModuleInit {
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
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly discovery: DiscoveryService,
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

  /** Measures every request, and adds the metrics of other modules. */
  onModuleInit(): void {
    for (const { method } of discover(this.discovery, MetricsProvider))
      for (const metric of method()) this.registry.registerMetric(metric);
    this.host.httpAdapter?.getInstance().addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.requests.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      done();
    });
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
