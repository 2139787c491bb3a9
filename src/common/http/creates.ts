import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { Versioned } from './etag.js';
import { Route } from './route.js';

/** The path at which a created resource can be read, from the answer and the ids of the request's path. */
type Locate<Resource> = (created: Resource, params: Record<string, string>) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Location` of a 201. */
    locate?: Locate<never>;
  }
}

/** Answers 201 with the resource. `Location` is its path, or that of what holds it (RFC 9110, 10.2.2). */
export function Creates<Resource>(
  type: Type<Resource>,
  description: string,
  locate: Locate<Resource>,
): MethodDecorator {
  return applyDecorators(ApiCreatedResponse({ type, description }), Route({ locate }));
}

/** Adds the `Location` to every 201. */
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
