import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import type { Faults, Path } from './faults.js';
import { isObject, keepsFurtherMembers, readOnlyOf, type Shape } from './fields.js';

export type Members = Record<string, unknown>;

const known = new Map<Type, ReadonlyMap<string, Shape | undefined>>();

/** The members that a request class declares. A decorator of class-validator alone gives a member no shape. */
export function membersOf(dto: Type): ReadonlyMap<string, Shape | undefined> {
  const found = known.get(dto);
  if (found) return found;
  const members = new Map<string, Shape | undefined>();
  for (const { propertyName, context } of getMetadataStorage().getTargetValidationMetadatas(
    dto,
    '',
    false,
    false,
  ))
    members.set(propertyName, context ?? members.get(propertyName));
  known.set(dto, members);
  return members;
}

/**
 * What a request class declares of what was sent. It alone goes on to class-transformer, whose time is quadratic in the number of
 * members, which calls what a request names `constructor`, loses names such as `toString`, and reads a list of any length.
 */
export function declaredOf(dto: Type, sent: Members, path: Path, faults: Faults): Members {
  const members = membersOf(dto);
  const readOnly = readOnlyOf(dto);
  const isOpen = keepsFurtherMembers(dto);
  const declared: Members = {};
  for (const [name, value] of Object.entries(sent)) {
    if (faults.areEnough) break;
    if (readOnly.has(name)) continue;
    if (members.has(name)) declared[name] = shapedValue(members.get(name), value, [...path, name], faults);
    else if (!isOpen) faults.add([...path, name], 'is not known');
  }
  return declared;
}

/** A value as far as its member declares it. In place of what is not declared stands what the member's check refuses. */
function shapedValue(shape: Shape | undefined, value: unknown, path: Path, faults: Faults): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { type, most, entry, whole } = shape ?? {};
  if (most !== undefined && Array.isArray(value) && value.length <= most)
    return value.map((each, index) => {
      faults.add([...path, index], entry?.(each));
      return shapedValue({ type }, each, [...path, index], faults);
    });
  if (most === undefined && type && isObject(value)) {
    faults.add(path, whole?.(value));
    return declaredOf(type, value, path, faults);
  }
  if (!shape) faults.add(path, 'must be no list and no object');
  return most === undefined ? [] : {};
}

/** Puts the further members of open objects back, in the order in which they were sent. */
export function withFurther(dto: Type, sent: Members, read: Members): Members {
  for (const [name, shape] of membersOf(dto)) {
    const [value, instance] = [sent[name], read[name]];
    if (shape?.type && isObject(value)) read[name] = withFurther(shape.type, value, instance as Members);
  }
  return keepsFurtherMembers(dto) ? { ...sent, ...read } : read;
}
