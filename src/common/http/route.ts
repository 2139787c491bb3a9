import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const CONFIG = Symbol('config');

/** What the server's hooks need to know of a route. Declarations on one method add up. */
export function Route(config: FastifyContextConfig): MethodDecorator {
  return (target, key, descriptor: PropertyDescriptor) => {
    const all = { ...Reflect.getMetadata(CONFIG, descriptor.value), ...config };
    Reflect.defineMetadata(CONFIG, all, descriptor.value);
    RouteConfig(all)(target, key, descriptor);
  };
}
