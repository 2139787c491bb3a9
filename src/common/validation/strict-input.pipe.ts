import {
  type ArgumentMetadata,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Problem } from '../problem.js';
import { Faults, nameOf, tokenOf } from './faults.js';
import { bodyIsOptional, keepsFurtherMembers, nestedOf, readOnlyOf } from './fields.js';
import { membersOf } from './request-class.js';

type Members = Record<string, unknown>;

function unstorable(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'must not contain NUL characters';
    return value.isWellFormed() ? undefined : 'must be valid Unicode';
  }
  return typeof value === 'number' && !Number.isFinite(value) ? 'is out of range' : undefined;
}

/**
 * Lists what no field may hold: what PostgreSQL cannot store, what JSON cannot write, and prototypes. A body
 * may hold half a million values, so a pointer is only made where there is a fault, and the walk ends with the list.
 */
function refuseUnstorable(value: unknown, path: (string | number)[], faults: Faults): void {
  const refuse = (detail: string) => faults.add(path.map((key) => `/${tokenOf(key)}`).join(''), detail);
  const detail = unstorable(value);
  if (detail) refuse(detail);
  if (typeof value !== 'object' || value === null) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (faults.areEnough) return;
    path.push(key);
    if (key === '__proto__' || unstorable(key)) refuse('is not a permitted name');
    else refuseUnstorable((value as Members)[key], path, faults);
    path.pop();
  }
}

/** Reads members into an instance of a request class and lists every fault. Query parameters are listed by name. */
function read(dto: Type, sent: Members, pointer: string, faults: Faults): object {
  const readOnly = readOnlyOf(dto);
  const members = membersOf(dto);
  const instance: Members = new dto();
  const refuse = (name: string, detail: string) =>
    faults.add(pointer === '' ? nameOf(name) : pointer + tokenOf(name), detail);
  for (const [name, value] of Object.entries(sent)) {
    if (faults.areEnough) return instance;
    if (readOnly.has(name)) continue;
    const member = members.get(name);
    // Objects are read below, and only their known members.
    if (member) instance[name] = typeof value === 'object' ? value : member.read(value, sent);
    else if (!keepsFurtherMembers(dto)) refuse(name, 'is not known');
  }
  for (const [name, type] of Object.entries(nestedOf(dto))) {
    const value = instance[name];
    if (typeof value === 'object' && value && !Array.isArray(value))
      instance[name] = { ...value, ...read(type, value as Members, `${pointer}${name}/`, faults) };
  }
  for (const [name, member] of members) {
    if (unstorable(sent[name])) continue; // refused already
    const detail = member.fault(instance[name], instance);
    if (detail !== undefined) refuse(name, detail);
  }
  return instance;
}

/** Refuses query parameters where a route declares none, since no pipe sees those. It runs after the ownership guard. */
@Injectable()
export class UndeclaredQueryGuard implements CanActivate {
  private readonly declares = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const { query } = context.switchToHttp().getRequest<{ query: object }>();
    const names = Object.keys(query);
    if (names.length === 0 || this.declaresQuery(context)) return true;
    const faults = new Faults();
    for (const name of names) faults.add(nameOf(name), 'is not known');
    faults.assertNone();
    return true;
  }

  private declaresQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.declares.get(handler);
    if (known !== undefined) return known;
    const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {};
    const declares = Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
    this.declares.set(handler, declares);
    return declares;
  }
}

/** Reads bodies and queries into their request classes (decisions.md, "Everywhere"). */
@Injectable()
export class StrictInputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!metatype || !(type === 'body' || type === 'query')) return value;
    const faults = new Faults();
    const instance =
      type === 'body' ? this.body(value, metatype, faults) : this.query(value, metatype, faults);
    faults.assertNone();
    return instance;
  }

  private body(value: unknown, dto: Type, faults: Faults): object {
    if ((value === undefined || value === null) && !bodyIsOptional(dto))
      throw new Problem('MALFORMED_JSON', 'A JSON object is required as the body.');
    refuseUnstorable(value, [], faults);
    return read(dto, (value ?? {}) as Members, '/', faults);
  }

  private query(value: unknown, dto: Type, faults: Faults): object {
    const single: Members = Object.create(null); // so that __proto__ is a name like any other
    for (const [name, parameter] of Object.entries(value as Members)) {
      if (Array.isArray(parameter)) faults.add(nameOf(name), 'is given more than once');
      else single[name] = parameter;
      const detail = [parameter].flat().map(unstorable).find(Boolean);
      if (detail) faults.add(nameOf(name), detail);
    }
    return read(dto, single, '', faults);
  }
}
