import type { ValidationError } from 'class-validator';
import type { z } from 'zod';
import { type Fault, Problem } from '../problem.js';
import { cut } from '../text.js';

/** Faults that an answer lists, and characters of each token of a pointer (rules.md, "Limits"). */
const MAX_FAULTS = 100;
const MAX_TOKEN = 100;
/** Characters of what a schema says of a value: it names all unknown keys. */
const MAX_DETAIL = 300;
/** Bytes of the list: a hundred faults below 20 long names each would make an answer of 100 KB. */
const MAX_BYTES = 60_000;

/** Where a fault is: the names and indexes that lead to it. */
export type Path = (string | number)[];

/** The start of a name, without what JSON cannot carry: the pointer to a query parameter. */
const nameOf = (name: string) => cut(name, MAX_TOKEN).toWellFormed().replaceAll('\0', '\uFFFD');

/** The start of a JSON pointer's token (RFC 6901). It is not cut within an escape. */
export const tokenOf = (key: string | number): string =>
  cut(nameOf(String(key)).replaceAll('~', '~0').replaceAll('/', '~1'), MAX_TOKEN).replace(/~$/, '');

/** The faults of a body or a query that the answer lists: the first of each pointer. */
export class Faults {
  private readonly listed = new Map<string, Fault>();
  private bytes = 0;
  /** Whether the list is full, and the search can stop. */
  areEnough = false;

  constructor(private readonly of: 'body' | 'query') {}

  /** Lists a fault, if there is one, unless there are enough. */
  add(path: Path, detail: string | undefined): void {
    if (detail === undefined || this.areEnough) return;
    const pointer =
      this.of === 'body' ? path.map((key) => `/${tokenOf(key)}`).join('') : nameOf(String(path[0]));
    if (this.listed.has(pointer)) return;
    this.listed.set(pointer, { pointer, detail });
    this.bytes += Buffer.byteLength(JSON.stringify({ pointer, detail }));
    this.areEnough = this.bytes > MAX_BYTES || this.listed.size === MAX_FAULTS;
  }

  /** Lists the errors of class-validator. */
  addErrors(errors: ValidationError[], parent: Path = []): void {
    for (const { property, constraints = {}, children = [] } of errors) {
      const path = [...parent, property];
      for (const detail of Object.values(constraints)) this.add(path, detail);
      this.addErrors(children, path);
    }
  }

  /** @throws Problem VALIDATION_FAILED where there are any */
  assertNone(): void {
    if (this.listed.size > 0) throw Problem.invalid(...this.listed.values());
  }
}

/**
 * An object of the shape of a schema. The length of a list is checked before zod reads its entries.
 * @throws Problem VALIDATION_FAILED with all that has another shape
 */
export function shaped<Schema extends z.ZodObject>(schema: Schema, value: object): z.output<Schema> {
  const faults = new Faults('body');
  for (const [name, member] of Object.entries(value))
    if (Array.isArray(member) && member.length > MAX_FAULTS)
      faults.add([name], `must be a list of at most ${MAX_FAULTS}`);
  faults.assertNone();
  const { data, error } = schema.safeParse(value);
  for (const { path, message } of error?.issues ?? []) faults.add(path.map(String), cut(message, MAX_DETAIL));
  faults.assertNone();
  return data as z.output<Schema>;
}
