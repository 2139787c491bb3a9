import type { ArgumentMetadata, CanActivate, ExecutionContext, PipeTransform, Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problem.js';
import { isStorable } from '../text.js';
import { Faults, type Path } from './faults.js';
import { BodyOptional, isObject, KeepsFurtherMembers, readOnlyOf, type Shape } from './fields.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts and ignores any query parameter. */
    ignoresQuery?: boolean;
  }
}

type Members = Record<string, unknown>;

const keepsFurtherMembers = (dto: Type): boolean => Reflect.hasMetadata(KeepsFurtherMembers.KEY, dto);

const known = new Map<Type, ReadonlyMap<string, Shape | undefined>>();

/** The members that a request class declares. Plain class-validator decorators give a member no shape. */
function membersOf(dto: Type): ReadonlyMap<string, Shape | undefined> {
  const found = known.get(dto);
  if (found) return found;
  const members = new Map<string, Shape | undefined>();
  const declared = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  for (const { propertyName, context } of declared)
    members.set(propertyName, context ?? members.get(propertyName));
  known.set(dto, members);
  return members;
}

/** Adds a fault for each value that PostgreSQL cannot store or JSON cannot carry, and each `__proto__`. */
function refuseUnstorable(value: unknown, path: Path, faults: Faults): void {
  if (typeof value === 'string' && !isStorable(value))
    faults.add(path, value.includes('\0') ? 'must not contain NUL characters' : 'must be valid Unicode');
  if (typeof value === 'number' && !Number.isFinite(value)) faults.add(path, 'is out of range');
  if (typeof value !== 'object' || value === null) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (faults.isFull) return;
    path.push(key);
    if (key === '__proto__' || (typeof key === 'string' && !isStorable(key)))
      faults.add(path, 'is not a permitted name');
    else refuseUnstorable((value as Members)[key], path, faults);
    path.pop();
  }
}

/** The parameters of a query. A list may be comma-separated or repeated; any other repetition is a fault. */
function parametersOf(query: Members, dto: Type, faults: Faults): Members {
  const parameters: Members = Object.create(null); // without a prototype, __proto__ is an ordinary name
  for (const [sentName, sent] of Object.entries(query)) {
    // HTTP clients send lists as `type[]=` or `type[0]=`, too: each parameter is one value, commas included.
    const [, list = ''] = /^(.+)\[\d*\]$/.exec(sentName) ?? [];
    const name = membersOf(dto).get(list)?.joined ? list : sentName;
    if (membersOf(dto).get(name)?.joined) {
      const all = name === list ? [sent].flat().map(String) : String(sent).split(',');
      const values = all.map((value) => value.trim()).filter(Boolean);
      if (values.length > 0) parameters[name] = [...((parameters[name] as string[]) ?? []), ...values];
    } else if (Array.isArray(sent)) faults.add([name], 'is given more than once');
    else parameters[name] = sent;
  }
  return parameters;
}

/**
 * The declared members of a request. class-transformer gets only these: its time is quadratic in the members,
 * it calls a member named `constructor`, loses names such as `toString`, and reads lists of any length.
 */
function declaredOf(dto: Type, sent: Members, path: Path, faults: Faults): Members {
  const members = membersOf(dto);
  const readOnly = readOnlyOf(dto);
  const declared: Members = {};
  for (const [name, value] of Object.entries(sent)) {
    if (faults.isFull) break;
    if (readOnly.has(name)) continue;
    if (members.has(name)) declared[name] = shapedValue(members.get(name), value, [...path, name], faults);
    else if (!keepsFurtherMembers(dto)) faults.add([...path, name], 'is not known');
  }
  return declared;
}

/** The declared part of a value. The member's check refuses the stand-in for an undeclared list or object. */
function shapedValue(shape: Shape | undefined, value: unknown, path: Path, faults: Faults): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, most, entry, whole } = shape ?? {};
  if (most !== undefined && Array.isArray(value) && value.length <= most)
    return value.map((each, index) => {
      faults.add([...path, index], entry?.(each, index, value));
      return shapedValue({ type }, each, [...path, index], faults);
    });
  if (most === undefined && type && isObject(value)) {
    faults.add(path, whole?.(value));
    return declaredOf(type, value, path, faults);
  }
  if (!shape) faults.add(path, 'must not be a list or an object');
  return most === undefined ? [] : {};
}

/** Restores the undeclared members of open objects, in the order in which they were sent. */
function withUndeclared(dto: Type, sent: Members, read: Members): Members {
  for (const [name, shape] of membersOf(dto)) {
    const [value, instance] = [sent[name], read[name]];
    if (shape?.type && isObject(value)) read[name] = withUndeclared(shape.type, value, instance as Members);
  }
  return keepsFurtherMembers(dto) ? { ...sent, ...read } : read;
}

/**
 * Converts bodies and queries by class-transformer and checks them by class-validator (rules.md,
 * "Everywhere"), as Nest's `ValidationPipe` does, after unstorable values and unknown members are found.
 */
@Injectable()
export class StrictInputPipe implements PipeTransform {
  /** @throws Problem VALIDATION_FAILED with all faults, or MALFORMED_JSON for a missing body */
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (!metatype || !(type === 'body' || type === 'query')) return value;
    const isRequired = type === 'body' && !Reflect.hasMetadata(BodyOptional.KEY, metatype);
    if (isRequired && (value ?? undefined) === undefined)
      throw new Problem('MALFORMED_JSON', 'A JSON object is required as the body.');
    const faults = new Faults(type);
    refuseUnstorable(value, [], faults);
    const all = (value ?? {}) as Members;
    const sent = type === 'body' ? all : parametersOf(all, metatype, faults);
    const declared = declaredOf(metatype, sent, [], faults);
    if (faults.isFull) faults.assertNone();
    const read: Members = plainToInstance(metatype as Type, declared);
    faults.addErrors(validateSync(read, { stopAtFirstError: true, forbidUnknownValues: false }));
    faults.assertNone();
    return withUndeclared(metatype, sent, read);
  }
}

/** Validates a query or a body that did not arrive by HTTP. @throws Problem VALIDATION_FAILED */
export const readRequest = <Request>(metatype: Type<Request>, type: 'query' | 'body', sent: object) =>
  new StrictInputPipe().transform(sent, { type, metatype }) as Promise<Request>;

/**
 * Refuses query parameters and body members of routes that declare none: no pipe sees them. A request class
 * is the query of a GET, else the body (`test/routes.spec.ts`). It runs after the ownership guard.
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const types: (Type | undefined)[] =
      Reflect.getMetadata('design:paramtypes', context.getClass().prototype, context.getHandler().name) ?? [];
    const declared = /^(GET|HEAD)$/.test(request.method) ? 'query' : 'body';
    const hasClass = types.some((type) => type && membersOf(type).size > 0);
    const { ignoresQuery } = request.routeOptions.config;
    for (const kind of ['query', 'body'] as const) {
      if ((hasClass && kind === declared) || (ignoresQuery && kind === 'query')) continue;
      const faults = new Faults(kind);
      for (const name of Object.keys(request[kind] ?? {})) faults.add([name], 'is not known');
      faults.assertNone();
    }
    return true;
  }
}
