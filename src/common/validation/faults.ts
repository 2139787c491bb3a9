import type { ValidationError } from 'class-validator';
import type { z } from 'zod';
import { type Fault, Problem } from '../problem.js';
import { cut } from '../text.js';

/** Maximum faults in a response, and maximum characters of each token of a pointer (rules.md, "Limits"). */
const MAX_FAULTS = 100;
const MAX_TOKEN = 100;
/** Maximum characters of a schema's message, which names all unknown keys. */
const MAX_DETAIL = 300;
/** Maximum bytes of the list: a hundred faults below 20 long names each would take over 100 KB. */
const MAX_BYTES = 60_000;

/** The names and indexes that lead to a fault. */
export type Path = (string | number)[];

/** The pointer to a query parameter: its name, truncated, without characters that JSON cannot carry. */
const nameOf = (name: string) => cut(name, MAX_TOKEN).toWellFormed().replaceAll('\0', '\uFFFD');

/** A token of a JSON pointer (RFC 6901), truncated, but not within an escape. */
export const tokenOf = (key: string | number): string =>
  cut(nameOf(String(key)).replaceAll('~', '~0').replaceAll('/', '~1'), MAX_TOKEN).replace(/~$/, '');

/** Collects the faults of a body or a query: the first of each pointer, until the list is full. */
export class Faults {
  private readonly listed = new Map<string, Fault>();
  private bytes = 0;
  /** Whether the list is full, and the search can stop. */
  isFull = false;

  constructor(private readonly of: 'body' | 'query') {}

  /** Adds a fault, if there is one and the list is not full. */
  add(path: Path, detail: string | undefined): void {
    if (detail === undefined || this.isFull) return;
    const pointer =
      this.of === 'body' ? path.map((key) => `/${tokenOf(key)}`).join('') : nameOf(String(path[0]));
    if (this.listed.has(pointer)) return;
    this.listed.set(pointer, { pointer, detail });
    this.bytes += Buffer.byteLength(JSON.stringify({ pointer, detail }));
    this.isFull = this.bytes > MAX_BYTES || this.listed.size === MAX_FAULTS;
  }

  addErrors(errors: ValidationError[], parent: Path = []): void {
    for (const { property, constraints = {}, children = [] } of errors) {
      const path = [...parent, property];
      for (const detail of Object.values(constraints)) this.add(path, detail);
      this.addErrors(children, path);
    }
  }

  /** @throws Problem VALIDATION_FAILED if there are any */
  assertNone(): void {
    if (this.listed.size > 0) throw Problem.invalid(...this.listed.values());
  }
}

/** Parses an object, the length of its lists first. @throws Problem VALIDATION_FAILED with every mismatch */
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
