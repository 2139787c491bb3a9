import { type ArgumentMetadata, Injectable, type Type, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { type Fault, Problem } from '../problem.js';
import { isStorable } from '../text.js';
import { Faults, nameOf, tokenOf } from './faults.js';
import { bodyIsOptional } from './fields.js';
import { declaredOf, type Members, membersOf, withFurther } from './members.js';

function unstorable(value: unknown): string | undefined {
  if (typeof value === 'string') {
    if (isStorable(value)) return undefined;
    return value.includes('\0') ? 'must not contain NUL characters' : 'must be valid Unicode';
  }
  return typeof value === 'number' && !Number.isFinite(value) ? 'is out of range' : undefined;
}

/**
 * Lists what no member may hold: what PostgreSQL cannot store, what JSON cannot write, and prototypes. A body
 * may have half a million values, so pointers are made for faults alone, and the walk ends when the list is
 * full.
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

/** A body to be read, which may be missing where its class says so. */
function bodyOf(value: unknown, dto: Type, faults: Faults): Members {
  if ((value === undefined || value === null) && !bodyIsOptional(dto))
    throw new Problem('MALFORMED_JSON', 'A JSON object is required as the body.');
  refuseUnstorable(value, [], faults);
  return (value ?? {}) as Members;
}

/** The parameters of a query, each as one text. */
function queryOf(value: unknown, dto: Type, faults: Faults): Members {
  const members = membersOf(dto);
  const single: Members = Object.create(null); // here __proto__ is a name like any other
  for (const [name, parameter] of Object.entries(value as Members)) {
    if (members.get(name)?.joined) {
      const list = joined(parameter as string | string[]);
      if (list !== '') single[name] = list;
    } else if (Array.isArray(parameter)) faults.add(nameOf(name), 'is given more than once');
    else single[name] = parameter;
    const detail = [parameter].flat().map(unstorable).find(Boolean);
    if (detail) faults.add(nameOf(name), detail);
  }
  return single;
}

/** The values of a list with commas between, without blanks around them, and without those that are empty. */
function joined(parameter: string | string[]): string {
  const values = [parameter].flat().flatMap((part) => part.split(','));
  return values
    .map((each) => each.trim())
    .filter(Boolean)
    .join(',');
}

/** The errors of class-validator as faults of a body. */
function faultsOf(errors: ValidationError[], parent = ''): Fault[] {
  return errors.flatMap(({ property, constraints = {}, children = [] }) => {
    const pointer = `${parent}/${tokenOf(property)}`;
    const own = Object.values(constraints).map((detail) => ({ pointer, detail }));
    return [...own, ...faultsOf(children, pointer)];
  });
}

/**
 * Nest's `ValidationPipe` for bodies and queries (rules.md, "Everywhere"). Before that it finds what the
 * pipe cannot: what no text may hold, and unknown members of any name, so that nothing is left for a
 * whitelist.
 */
@Injectable()
export class StrictInputPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      stopAtFirstError: true,
      exceptionFactory: (errors) => Problem.invalid(...faultsOf(errors)),
    });
  }

  /** @throws Problem VALIDATION_FAILED with all faults, and MALFORMED_JSON for a body that is missing */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (!metatype || !(type === 'body' || type === 'query')) return value;
    const faults = new Faults();
    const pointerOf = type === 'body' ? (name: string) => `/${tokenOf(name)}` : nameOf;
    const sent = type === 'body' ? bodyOf(value, metatype, faults) : queryOf(value, metatype, faults);
    const declared = declaredOf(metatype, sent, pointerOf, faults);
    const read = faults.areEnough ? undefined : await this.read(declared, metadata, faults);
    faults.assertNone();
    return withFurther(metatype, sent, read as Members);
  }

  private async read(declared: Members, metadata: ArgumentMetadata, faults: Faults): Promise<unknown> {
    try {
      return await super.transform(declared, metadata);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // The name of a declared parameter is its pointer without the slash.
      const start = metadata.type === 'body' ? 0 : 1;
      for (const { pointer, detail } of error.errors ?? []) faults.add(pointer.slice(start), detail);
      return undefined;
    }
  }
}

const pipe = new StrictInputPipe();

/** A query or a body that comes by another way than as a request. @throws Problem VALIDATION_FAILED, as the request would */
export function readRequest<Request>(
  metatype: Type<Request>,
  type: 'query' | 'body',
  sent: object,
): Promise<Request> {
  return pipe.transform(sent, { type, metatype }) as Promise<Request>;
}
