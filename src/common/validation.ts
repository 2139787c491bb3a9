import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync } from 'class-validator';
import { bodyIsOptional, keepsFurtherMembers, nestedOf, readOnlyOf } from './fields.js';
import { type Fault, Problem } from './problem.js';

type Members = Record<string, unknown>;

const knownMembers = new Map<Type, ReadonlySet<string>>();

function membersOf(dto: Type): ReadonlySet<string> {
  let members = knownMembers.get(dto);
  if (!members) {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
    members = new Set(metadata.map(({ propertyName }) => propertyName));
    knownMembers.set(dto, members);
  }
  return members;
}

/** A JSON pointer's token (RFC 6901). */
function token(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Faults that no field rule may let pass: what PostgreSQL cannot store, what JSON cannot write, and prototypes. */
function* unstorable(value: unknown, pointer: string): Generator<Fault> {
  if (typeof value === 'string') {
    if (value.includes('\0')) yield { pointer, detail: 'must not contain NUL characters' };
    else if (!value.isWellFormed()) yield { pointer, detail: 'must be valid Unicode' };
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield { pointer, detail: 'is out of range' };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = `${pointer}/${token(key)}`;
      if (key === '__proto__' || key.includes('\0') || !key.isWellFormed())
        yield { pointer: at.toWellFormed().replaceAll('\0', '\uFFFD'), detail: 'is not a permitted name' };
      else yield* unstorable(member, at);
    }
  }
}

/** Holds members to a request class: reads them into an instance and lists every fault. */
function read(dto: Type, sent: Members, pointer: string, faults: Fault[]): object {
  const readOnly = readOnlyOf(dto);
  const known = membersOf(dto);
  const members: Members = {};
  for (const [name, value] of Object.entries(sent)) {
    if (readOnly.has(name)) continue;
    if (known.has(name)) members[name] = value;
    else if (!keepsFurtherMembers(dto))
      faults.push({ pointer: pointer + token(name), detail: 'is not known' });
  }
  const instance = plainToInstance(dto, members, { exposeUnsetFields: false });
  for (const [name, type] of Object.entries(nestedOf(dto))) {
    const value = members[name];
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    instance[name] = value; // as it was sent
    read(type, value as Members, `${pointer}${name}/`, faults);
  }
  for (const { property, constraints } of validateSync(instance, { forbidUnknownValues: false }))
    faults.push({
      pointer: pointer + token(property),
      detail: Object.values(constraints ?? {})[0] ?? 'is not valid',
    });
  return instance;
}

/** Reads bodies and queries into their request classes (contract.md 1, "Strict input"). */
@Injectable()
export class StrictInputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (!metatype || !(type === 'body' || type === 'query')) return value;
    const faults: Fault[] = [];
    const instance =
      type === 'body' ? this.body(value, metatype, faults) : this.query(value, metatype, faults);
    if (faults.length > 0) throw Problem.invalid(...faults);
    return instance;
  }

  private body(value: unknown, dto: Type, faults: Fault[]): object {
    if ((value === undefined || value === null) && !bodyIsOptional(dto))
      throw new Problem('MALFORMED_JSON', 'A JSON object is required as the body.');
    faults.push(...unstorable(value, ''));
    return read(dto, (value ?? {}) as Members, '/', faults);
  }

  private query(value: unknown, dto: Type, faults: Fault[]): object {
    const single: Members = {};
    for (const [name, parameter] of Object.entries(value as Members)) {
      const pointer = name.toWellFormed();
      if (Array.isArray(parameter)) faults.push({ pointer, detail: 'is given more than once' });
      else single[name] = parameter;
      for (const { detail } of unstorable(parameter, '')) faults.push({ pointer, detail });
    }
    return read(dto, single, '', faults);
  }
}
