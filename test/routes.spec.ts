import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer } from '@nestjs/core';
import { accessOf } from '../src/common/access.js';
import { type Json, operations } from './support/document.js';
import { type InsideApp, startInside } from './support/inside.js';

/** Every route of every controller: its name, and its handler. */
function routesOf(service: InsideApp): [string, object][] {
  const modules = [...service.app.get(ModulesContainer).values()];
  const controllers = modules.flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const { prototype } = metatype as { prototype: Record<string, object> };
    return Object.getOwnPropertyNames(prototype)
      .map((name) => prototype[name] as object)
      .filter(
        (handler) =>
          Reflect.hasMetadata(PATH_METADATA, handler) && Reflect.hasMetadata(METHOD_METADATA, handler),
      )
      .map((handler): [string, object] => {
        const path = [metatype as object, handler]
          .map((part) => Reflect.getMetadata(PATH_METADATA, part))
          .join('/');
        return [`${RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler)]} ${path}`, handler];
      });
  });
}

describe('the routes', () => {
  let service: InsideApp;

  beforeAll(async () => {
    service = await startInside();
  });
  afterAll(() => service.close());

  it('each declare their access', () => {
    const routes = routesOf(service);
    expect(routes.length).toBeGreaterThan(10);
    const bare = routes.filter(([, handler]) => !accessOf(handler)).map(([route]) => route);
    expect(bare.map((route) => `${route} has no @SignedIn(), @Owned(...) or other access`)).toEqual([]);
  });

  it('have a query only with GET, and a body only without, as UndeclaredInputGuard expects', () => {
    const takers = operations.map(({ name, declared }) => ({
      name,
      query: declared.parameters?.some((parameter: Json) => parameter.in === 'query') ?? false,
      body: declared.requestBody !== undefined,
    }));
    expect(takers.filter(({ query, body }) => query || body).length).toBeGreaterThan(10);
    const isGet = (name: string) => name.startsWith('GET ');
    expect(takers.filter(({ name, query, body }) => (isGet(name) ? body : query))).toEqual([]);
  });

  it('are public only if the contract says so', () => {
    const open = routesOf(service).filter(([, handler]) => accessOf(handler)?.kind === 'public');
    expect(open.map(([route]) => route).sort()).toEqual([
      'GET //.well-known/oauth-protected-resource',
      'GET //.well-known/oauth-protected-resource/mcp',
      'GET //calendars/:token.ics',
      'GET //calendars/:token.rss',
      'GET //health/live',
      'GET //health/ready',
      'GET //metrics',
      'POST //auth/token',
    ]);
  });
});
