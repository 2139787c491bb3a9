import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Versioned } from './etag.js';
import { Route } from './route.js';

/** Where a created resource can be read, by what is answered and the ids of the path. */
type Locate<Resource> = (created: Resource, params: Record<string, string>) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says the `Location` of a 201. */
    locate?: Locate<never>;
  }
}

/** A creation: 201 with the resource, and its path, or that of what holds it, as `Location` (RFC 9110, 10.2.2). */
export function Creates<Resource>(
  type: Type<Resource>,
  description: string,
  locate: Locate<Resource>,
): MethodDecorator {
  return applyDecorators(ApiCreatedResponse({ type, description }), Route({ locate }));
}

/** Answers the `Location` of what was created. */
export function answerLocations(server: FastifyInstance): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (reply.statusCode === 201) {
      const locate = request.routeOptions.config.locate as Locate<unknown> | undefined;
      const created = payload instanceof Versioned ? payload.resource : payload;
      if (locate) reply.header('location', locate(created, request.params as Record<string, string>));
    }
    done(null, payload);
  });
}
