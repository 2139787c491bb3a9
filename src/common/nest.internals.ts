import type { Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DECORATORS } from '@nestjs/swagger';

/** Whether a controller's method has a `@Query()` parameter. Nest tells it to nobody who runs before the pipes. */
export function declaresQuery(controller: Type, method: string): boolean {
  return declares(RouteParamtypes.QUERY, controller, method);
}

/** Whether a controller's method has a `@Body()` parameter. */
export function declaresBody(controller: Type, method: string): boolean {
  return declares(RouteParamtypes.BODY, controller, method);
}

function declares(type: RouteParamtypes, controller: Type, method: string): boolean {
  const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {};
  return Object.keys(parameters).some((key) => key.startsWith(`${type}:`));
}

/** What `@ApiProperty` says of a member. */
export function apiPropertyOf(dto: Type, member: string): object {
  return Reflect.getMetadata(DECORATORS.API_MODEL_PROPERTIES, dto.prototype, member);
}
