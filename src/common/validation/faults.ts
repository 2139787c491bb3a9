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

/** The start of a name, without what JSON cannot carry: the pointer to a query parameter. */
export function nameOf(name: string): string {
  return cut(name, MAX_TOKEN).toWellFormed().replaceAll('\0', '\uFFFD');
}

/** The start of a JSON pointer's token (RFC 6901). It is not cut within an escape. */
export function tokenOf(key: string | number): string {
  const escaped = nameOf(String(key)).replaceAll('~', '~0').replaceAll('/', '~1');
  return cut(escaped, MAX_TOKEN).replace(/~$/, '');
}

/** The faults of a request that its answer lists: the first of each pointer. */
export class Faults {
  private readonly listed = new Map<string, Fault>();
  private bytes = 0;
  /** Whether the list is full, and the search can stop. */
  areEnough = false;

  /** Lists a fault, unless there are enough. */
  add(pointer: string, detail: string): void {
    if (this.areEnough || this.listed.has(pointer)) return;
    const fault = { pointer, detail };
    this.bytes += Buffer.byteLength(JSON.stringify(fault));
    if (this.bytes <= MAX_BYTES) this.listed.set(pointer, fault);
    this.areEnough = this.bytes > MAX_BYTES || this.listed.size === MAX_FAULTS;
  }

  /** @throws Problem VALIDATION_FAILED where there are any */
  assertNone(): void {
    if (this.listed.size > 0) throw new Problem('VALIDATION_FAILED', undefined, [...this.listed.values()]);
  }
}

/**
 * An object of the shape of a schema. The length of a list is checked before zod reads its entries.
 * @throws Problem VALIDATION_FAILED with all that has another shape
 */
export function shaped<Schema extends z.ZodObject>(schema: Schema, value: object): z.output<Schema> {
  const faults = new Faults();
  for (const [name, member] of Object.entries(value))
    if (Array.isArray(member) && member.length > MAX_FAULTS)
      faults.add(`/${tokenOf(name)}`, `must be a list of at most ${MAX_FAULTS}`);
  faults.assertNone();
  const { data, error } = schema.safeParse(value);
  for (const { path, message } of error?.issues ?? [])
    faults.add(path.map((key) => `/${tokenOf(String(key))}`).join(''), cut(message, MAX_DETAIL));
  faults.assertNone();
  return data as z.output<Schema>;
}
