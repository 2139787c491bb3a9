import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ApiOkResponse, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Operation } from '../../src/common/api.decorators.js';
import { Config } from '../../src/common/config.js';
import { createServer, secureServer } from '../../src/common/http/server.js';
import { documentResponses } from '../../src/openapi/responses.js';
import { testEnvironment } from '../support/app.js';

const deprecated = { since: '2026-12-01', sunset: '2027-06-01' };

@Controller('things')
class ThingsController {
  @Get('old')
  @Operation('getOld', 'The old way', { description: 'Use `getNew`.', deprecated })
  @ApiOkResponse({ description: 'Old.' })
  getOld() {
    return { way: 'old' };
  }

  @Get('new')
  @Operation('getNew', 'The new way', { description: 'Nothing else.' })
  @ApiOkResponse({ description: 'New.' })
  getNew() {
    return { way: 'new' };
  }
}

@Module({ controllers: [ThingsController] })
class ThingsModule {}

describe('a deprecated operation', () => {
  let app: NestFastifyApplication;
  let document: OpenAPIObject;
  const headersOf = async (path: string) => {
    const { headers } = await fetch(`${await app.getUrl()}${path}`);
    return [headers.get('deprecation'), headers.get('sunset')];
  };

  beforeAll(async () => {
    const config = Config.from(testEnvironment('postgres://127.0.0.1/none'));
    app = await NestFactory.create(ThingsModule, createServer(config), { bodyParser: false, logger: false });
    secureServer(app, config);
    document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    documentResponses(document);
    await app.listen(0, '127.0.0.1');
  });
  afterAll(() => app.close());

  it('says since when, and when it may be gone', async () => {
    expect(await headersOf('/things/old')).toEqual(['@1796083200', 'Tue, 01 Jun 2027 00:00:00 GMT']);
    expect(await headersOf('/things/new')).toEqual([null, null]);
    expect(await headersOf('/things/unknown')).toEqual([null, null]);
  });

  it('is marked in the document, with its headers', () => {
    const [old, current] = ['old', 'new'].map((way) => document.paths[`/things/${way}`]!.get!);
    expect(old).toMatchObject({ deprecated: true, summary: 'The old way' });
    expect(Object.keys((old!.responses[200] as { headers: object }).headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset']),
    );
    expect(current).not.toHaveProperty('deprecated');
    expect(JSON.stringify(current)).not.toContain('Sunset');
  });
});
