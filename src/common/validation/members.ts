import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';
import { type Faults, tokenOf } from './faults.js';
import { type Check, isObject, keepsFurtherMembers, readOnlyOf, type Shape } from './fields.js';

export type Members = Record<string, unknown>;

const known = new Map<Type, ReadonlyMap<string, Shape | undefined>>();

/**
 * The members that a request class declares; none of a class that is no request. A decorator of
 * class-validator alone gives a member no shape.
 */
export function membersOf(dto: Type): ReadonlyMap<string, Shape | undefined> {
  const found = known.get(dto);
  if (found) return found;
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  const members = new Map(rules.map(({ propertyName }) => [propertyName, undefined as Shape | undefined]));
  for (const { propertyName, context } of rules) if (context) members.set(propertyName, context);
  known.set(dto, members);
  return members;
}

/**
 * What a request class declares of what was sent. It alone goes on to class-transformer, which calls what a
 * request names `constructor`, loses names such as `toString`, and reads a list of any length.
 * @param pointerOf the pointer to a member
 */
export function declaredOf(
  dto: Type,
  sent: Members,
  pointerOf: (name: string) => string,
  faults: Faults,
): Members {
  const members = membersOf(dto);
  const readOnly = readOnlyOf(dto);
  const isOpen = keepsFurtherMembers(dto);
  const declared: Members = {};
  for (const [name, value] of Object.entries(sent)) {
    if (faults.areEnough) break;
    if (readOnly.has(name)) continue;
    if (members.has(name)) declared[name] = shapedValue(members.get(name), value, pointerOf(name), faults);
    else if (!isOpen) faults.add(pointerOf(name), 'is not known');
  }
  return declared;
}

/**
 * A value as far as its member declares it. In place of what is not declared stands what the member's check
 * refuses.
 */
function shapedValue(shape: Shape | undefined, value: unknown, pointer: string, faults: Faults): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!shape) faults.add(pointer, 'must be no list and no object');
  const { type, most, entry, whole } = shape ?? {};
  const check = (rules: Check | undefined, part: unknown, at: string) => {
    const detail = rules?.(part);
    if (detail !== undefined) faults.add(at, detail);
  };
  if (most !== undefined && Array.isArray(value) && value.length <= most)
    return value.map((each, index) => {
      check(entry, each, `${pointer}/${index}`);
      return shapedValue({ type }, each, `${pointer}/${index}`, faults);
    });
  if (most === undefined && type && isObject(value)) {
    check(whole, value, pointer);
    return declaredOf(type, value, (name) => `${pointer}/${tokenOf(name)}`, faults);
  }
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
