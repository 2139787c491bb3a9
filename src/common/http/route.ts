import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyContextConfig } from 'fastify';

/** What the server's hooks need to know of a route. Declarations on one method add up. */
export function Route(config: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const before = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, descriptor.value);
    RouteConfig({ ...before, ...config })(target, key, descriptor);
  };
}
