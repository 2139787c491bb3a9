import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access.js';
import { Operation } from '../common/api.decorators.js';
import { Config } from '../common/config.js';
import { Route } from '../common/http/route.js';
import { Problem } from '../common/problem.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

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
    private readonly config: Config,
  ) {}

  @Get('health/live')
  @Public()
  @Route({ unlimited: true })
  @Operation('getLiveness', 'Tell whether the process is alive', {
    description: 'Anyone may ask. It says nothing about the database.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The process is alive.' })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Public()
  @Route({ unlimited: true })
  @Operation('getReadiness', 'Tell whether the service can answer', {
    description: 'Anyone may ask. 503 where the database is away or read-only, or the service is stopping.',
  })
  @ApiOkResponse({ type: HealthDto, description: 'The service can answer.' })
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
      'Anyone may read them outside production, unless `METRICS_TOKEN` is set. Everywhere else they need it as the bearer ' +
      'token, and answer 404 without it.',
    answers: ['NOT_FOUND'],
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The Prometheus text format.', schema: { type: 'string' } })
  read(@Req() { headers }: FastifyRequest): Promise<string> {
    const { METRICS_TOKEN, production } = this.config;
    const open = !production && !METRICS_TOKEN;
    if (!open && !this.metrics.admits(headers.authorization)) throw new Problem('NOT_FOUND');
    return this.metrics.read();
  }
}
