import { Controller, Get, Header, Injectable, type OnApplicationShutdown, Req } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import pg from 'pg';
import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Public } from '../common/access.js';
import { Operation, Route } from '../common/api.decorators.js';
import { Problem } from '../common/problem.js';
import { Drain } from './drain.js';
import { Metrics } from './metrics.js';

/** Milliseconds that the database has to answer a probe. */
const PROBE_TIMEOUT = 1_000;
/** Milliseconds between the starts of two probes. Requests in between share one (rules.md, "Limits"). */
const PROBE_EVERY = 1_000;

/** Whether the service can do its work. */
@Injectable()
export class Health implements OnApplicationShutdown {
  private probe?: { at: number; takesWrites: Promise<boolean> };
  /** A connection that no request uses, so that a probe does not wait where all of them wait. */
  private readonly reserved: pg.Pool;

  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: Drain,
  ) {
    const { url, applicationName, extra } = dataSource.options as PostgresDataSourceOptions;
    const server = { connectionString: url, application_name: applicationName };
    this.reserved = new pg.Pool({ ...server, ...extra, max: 1, query_timeout: PROBE_TIMEOUT });
    this.reserved.on('error', () => {}); // an idle connection that breaks is replaced
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reserved.end();
  }

  /** @throws Problem UNAVAILABLE where the service stops, or the database does not answer or takes no writes */
  async assertReady(): Promise<void> {
    if (this.drain.stopping) throw new Problem('UNAVAILABLE', 'The service is stopping.');
    const at = performance.now();
    if (!this.probe || at - this.probe.at >= PROBE_EVERY)
      this.probe = { at, takesWrites: this.takesWrites() };
    if (!(await this.probe.takesWrites)) throw new Problem('UNAVAILABLE', 'The database is read-only.');
  }

  private async takesWrites(): Promise<boolean> {
    const text = `SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
    if (!this.dataSource.isInitialized) throw new Error('The database is unavailable.');
    return (await this.reserved.query(text)).rows[0].takesWrites;
  }
}

class HealthDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status: 'ok';
}

@ApiTags('Service')
@Controller()
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  @Public()
  @Route({ unlimited: true })
  @Operation('getLiveness', 'Check that the process is alive', {
    description: 'Public. It does not check the database.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The process is alive.' })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Public()
  @Route({ unlimited: true })
  @Operation('getReadiness', 'Check that the service is ready', {
    description:
      'Public. Returns 503 if the database is unavailable or read-only, or if the service is stopping.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The service is ready.' })
  async ready(): Promise<HealthDto> {
    await this.health.assertReady();
    return { status: 'ok' };
  }

  @Get('metrics')
  @Public()
  @Route({ unlimited: true })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Operation('getMetrics', 'Read the metrics for Prometheus', {
    description:
      'Public outside production if `METRICS_TOKEN` is not set. Otherwise the bearer token must be `METRICS_TOKEN`; any ' +
      'other request is 404.',
    answers: ['NOT_FOUND'],
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The Prometheus text format.', schema: { type: 'string' } })
  read(@Req() { headers }: FastifyRequest): Promise<string> {
    return this.metrics.read(headers.authorization);
  }
}
