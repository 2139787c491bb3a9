import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiProperty, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../common/access.js';
import { Operation, Route } from '../common/api.decorators.js';
import { VERSION } from '../common/config.js';
import { Health } from './health.js';
import { Metrics } from './metrics.js';

const OF_VERSION = { type: 'string', maxLength: 20, example: VERSION } as const;

class HealthDto {
  @ApiProperty({ enum: ['ok'], example: 'ok' })
  status: 'ok';
}

class ReadinessDto extends HealthDto {
  @ApiProperty({ ...OF_VERSION, description: 'The version of this build.' })
  build: string;

  @ApiProperty({ ...OF_VERSION, nullable: true, description: 'The build that last migrated the database.' })
  database: string | null;
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
  live() {
    return { status: 'ok' };
  }

  @Get('health/ready')
  @Public()
  @Route({ unlimited: true })
  @Operation('getReadiness', 'Check that the service is ready', {
    description:
      'Public. Returns 503 if the database is unavailable, read-only or migrating, or if the service is stopping.',
  })
  @ApiOkResponse({ type: ReadinessDto, description: 'The service is ready.' })
  async ready() {
    return { status: 'ok', ...(await this.health.assertReady()) };
  }

  @Get('metrics')
  @Public()
  @Route({ unlimited: true })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @Operation('getMetrics', 'Read the metrics for Prometheus', {
    description:
      'Public outside production if `METRICS_TOKEN` is not set. Otherwise the bearer token must be `METRICS_TOKEN`; any ' +
      'other request is 404.',
    problems: ['NOT_FOUND'],
  })
  @ApiProduces('text/plain')
  @ApiOkResponse({ description: 'The Prometheus text format.', schema: { type: 'string' } })
  read(@Req() { headers }: FastifyRequest) {
    return this.metrics.read(headers.authorization);
  }
}
