import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { Problem } from '../problem.js';
import { isStorable } from '../text.js';
import { Faults, nameOf, tokenOf } from './faults.js';
import { bodyIsOptional, keepsFurtherMembers, readOnlyOf } from './fields.js';
import { isObject, membersOf, type Nested } from './request-class.js';

type Members = Record<string, unknown>;

function unstorable(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (isStorable(value)) return undefined;
    return value.includes('\0') ? 'must not contain NUL characters' : 'must be valid Unicode';
  }
  return typeof value === 'number' && !Number.isFinite(value) ? 'is out of range' : undefined;
}

/**
 * Lists what no member may hold: what PostgreSQL cannot store, what JSON cannot write, and prototypes. A body may have half
 * a million values, so pointers are made for faults alone, and the walk ends when the list is full.
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

/**
 * Reads members into an instance of a request class, and lists every fault: of a query by name, of a body by pointer.
 * @param refused names whose fault is listed already
 */
function read(
  dto: Type,
  sent: Members,
  pointer: string,
  faults: Faults,
  refused = new Set<string>(),
): object {
  const readOnly = readOnlyOf(dto);
  const members = membersOf(dto);
  const instance: Members = new dto();
  const refuse = (name: string, detail: string, index?: number) => {
    refused.add(name);
    if (pointer === '') faults.add(nameOf(name), detail);
    else faults.add(pointer + tokenOf(name) + (index === undefined ? '' : `/${index}`), detail);
  };
  for (const [name, value] of Object.entries(sent)) {
    if (faults.areEnough) return instance;
    if (readOnly.has(name)) continue;
    const member = members.get(name);
    if (member) {
      const given = member.nested ? readNested(member.nested, value, `${pointer}${name}/`, faults) : value;
      try {
        instance[name] = member.read(given, sent);
      } catch {
        refuse(name, 'cannot be read'); // by a transform that expects another type
      }
    } else if (keepsFurtherMembers(dto)) instance[name] = value;
    else refuse(name, 'is not known');
  }
  for (const [name, member] of members) {
    if (refused.has(name) || unstorable(sent[name])) continue;
    const value = instance[name];
    for (const { detail, index } of member.faults(value, instance))
      if (index === undefined || !unstorable((value as unknown[])[index])) refuse(name, detail, index);
  }
  return instance;
}

/** Reads an object, or each of a list. Anything else is left to the checks of the member that holds it. */
function readNested({ type, isList }: Nested, value: unknown, pointer: string, faults: Faults): unknown {
  if (!isList) return isObject(value) ? read(type, value, pointer, faults) : value;
  if (!Array.isArray(value)) return value;
  return value.map((member, index) => {
    if (isObject(member))
      return faults.areEnough ? member : read(type, member, `${pointer}${index}/`, faults);
    faults.add(`${pointer}${index}`, 'must be an object');
    return member;
  });
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
    const repeated = new Set<string>();
    const single: Members = Object.create(null); // here __proto__ is a name like any other
    for (const [name, parameter] of Object.entries(value as Members)) {
      if (Array.isArray(parameter)) {
        repeated.add(name);
        faults.add(nameOf(name), 'is given more than once: separate several values with commas');
      } else single[name] = parameter;
      const detail = [parameter].flat().map(unstorable).find(Boolean);
      if (detail) faults.add(nameOf(name), detail);
    }
    return read(dto, single, '', faults, repeated);
  }
}
