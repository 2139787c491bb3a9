import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access.js';
import { Operation } from '../common/api.js';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { Route } from '../common/route.js';
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
  @Operation('getLiveness', 'Whether the process is alive')
  @ApiOkResponse({ type: HealthDto, description: 'It is.' })
  live(): HealthDto {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Public()
  @Route({ unlimited: true })
  @Operation('getReadiness', 'Whether the service can answer: the database is there, and it is not stopping')
  @ApiOkResponse({ type: HealthDto, description: 'It can; 503 where it cannot.' })
  async ready(): Promise<HealthDto> {
    await this.health.assertReady();
    return { status: 'ok' };
  }

  @Get('metrics')
  @Public()
  @Route({ unlimited: true })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Operation('getMetrics', 'Metrics for Prometheus', {
    description: 'In production only with `METRICS_TOKEN` as the bearer token, else 404.',
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
