import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout as sleep, setImmediate as tick } from 'node:timers/promises';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Config, VERSION } from '../common/config.js';
import { discover, Measured, type Measurement, type Sample } from '../common/discovery.js';
import { CAUSES, Problem } from '../common/problem.js';
import { Health } from './health.js';

/** Milliseconds that a read waits for a measurement. */
const PATIENCE = 2_000;

/** Metrics for Prometheus: of the process, requests by route, and of other modules. */
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
  private readonly failures = new Counter({
    name: 'http_failures_total',
    help: 'Responses 429, 500 and 503, by the limit, the queue or the fault that caused them.',
    labelNames: ['cause'],
    registers: [this.registry],
  });

  private measured: { method: () => Measurement | Promise<Measurement>; options: Record<string, string> }[];

  constructor(
    private readonly config: Config,
    private readonly host: HttpAdapterHost<FastifyAdapter>,
    private readonly discovery: DiscoveryService,
    private readonly health: Health,
  ) {
    collectDefaultMetrics({ register: this.registry });
    for (const cause of CAUSES) this.failures.inc({ cause }, 0); // an increase starts from a value
  }

  /** Measures every request, and finds the measurements of other modules. */
  onModuleInit(): void {
    this.measured = discover(this.discovery, Measured);
    this.host.httpAdapter?.getInstance().addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'none';
      this.requests.observe(
        { method: request.method, route, status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      if ([429, 500, 503].includes(reply.statusCode))
        this.failures.inc({ cause: reply.problem?.cause ?? 'other' });
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
    return Registry.merge([this.registry, await this.measure()]).metrics();
  }

  @Measured({
    service_info: 'The name and the version of this instance.',
    service_ready: 'Whether this instance is ready: 1 or 0.',
  })
  async measureInstance(): Promise<Sample[]> {
    const ready = await this.health.assertReady().then(
      () => 1,
      () => 0,
    );
    return [
      ['service_info', 1, { name: this.config.INSTANCE_NAME, version: VERSION }],
      ['service_ready', ready],
    ];
  }

  /** Measures anew: what cannot be measured now is absent. */
  private async measure(): Promise<Registry> {
    const registry = new Registry();
    const late = sleep(PATIENCE, [], { ref: false });
    const measured = this.measured.map(({ method }) =>
      Promise.race([tick().then(method), late]).catch(() => []),
    );
    const measurements = (await Promise.all(measured)).flat();
    for (const each of measurements) if (each instanceof Histogram) registry.registerMetric(each);
    const samples = measurements.filter((each) => Array.isArray(each));
    const helps: Record<string, string> = Object.assign({}, ...this.measured.map(({ options }) => options));
    for (const [name, help] of Object.entries(helps)) {
      const own = samples.filter(([of]) => of === name);
      // A metric without labels would be 0 from the start.
      const labelNames = own.length > 0 ? Object.keys(own[0]![2] ?? {}) : ['none'];
      const options = { name, help, labelNames, registers: [registry] };
      const metric = name.endsWith('_total') ? new Counter(options) : new Gauge(options);
      for (const [, value, labels = {}] of own) metric.inc(labels, value);
    }
    return registry;
  }
}
