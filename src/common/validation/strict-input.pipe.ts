import { type ArgumentMetadata, Injectable, type Type, ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { Problem } from '../problem.js';
import { isStorable } from '../text.js';
import { Faults, type Path } from './faults.js';
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
 * Lists what no member may hold: what PostgreSQL cannot store, what JSON cannot write, and prototypes. A body may have half a
 * million values, so the walk ends when the list is full.
 */
function refuseUnstorable(value: unknown, path: Path, faults: Faults): void {
  faults.add(path, unstorable(value));
  if (typeof value !== 'object' || value === null) return;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    if (faults.areEnough) return;
    path.push(key);
    if (key === '__proto__' || unstorable(key)) faults.add(path, 'is not a permitted name');
    else refuseUnstorable((value as Members)[key], path, faults);
    path.pop();
  }
}

/** The parameters of a query: each once, or the values of a list, however they are joined. */
function parametersOf(query: Record<string, string | string[]>, dto: Type, faults: Faults): Members {
  const parameters: Members = Object.create(null); // here __proto__ is a name like any other
  for (const [name, sent] of Object.entries(query)) {
    const isList = membersOf(dto).get(name)?.joined;
    const values = [sent].flat().flatMap((value) => (isList ? value.split(',') : value));
    const list = values.map((value) => value.trim()).filter(Boolean);
    if (!isList && Array.isArray(sent)) faults.add([name], 'is given more than once');
    else if (!isList) parameters[name] = sent;
    else if (list.length > 0) parameters[name] = list;
  }
  return parameters;
}

/**
 * Nest's `ValidationPipe` for bodies and queries (rules.md, "Everywhere"). Before that it finds what the
 * pipe cannot: what no text may hold, and unknown members of any name, so that nothing is left for a
 * whitelist.
 */
@Injectable()
export class StrictInputPipe extends ValidationPipe {
  constructor() {
    super({ transform: true, stopAtFirstError: true, exceptionFactory: (errors) => errors });
  }

  /** @throws Problem VALIDATION_FAILED with all faults, and MALFORMED_JSON for a body that is missing */
  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    if (!metatype || !(type === 'body' || type === 'query')) return value;
    if (type === 'body' && (value ?? undefined) === undefined && !bodyIsOptional(metatype))
      throw new Problem('MALFORMED_JSON', 'A JSON object is required as the body.');
    const faults = new Faults(type);
    refuseUnstorable(value, [], faults);
    const sent = (
      type === 'body' ? (value ?? {}) : parametersOf(value as never, metatype, faults)
    ) as Members;
    const declared = declaredOf(metatype, sent, [], faults);
    const read = faults.areEnough ? undefined : await this.read(declared, metadata, faults);
    faults.assertNone();
    return withFurther(metatype, sent, read as Members);
  }

  private async read(declared: Members, metadata: ArgumentMetadata, faults: Faults): Promise<unknown> {
    try {
      return await super.transform(declared, metadata);
    } catch (errors) {
      if (!Array.isArray(errors)) throw errors;
      return void faults.addErrors(errors as ValidationError[]);
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
