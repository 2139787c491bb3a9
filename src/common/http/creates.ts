import { applyDecorators, type Type } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { Route } from './route.js';

/** The path at which a created resource can be read, from the answer and the ids of the request's path. */
export type Locate<Resource> = (created: Resource, params: Record<string, string>) => string;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Location` of a 201 (`src/common/http/etag.ts`). */
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
