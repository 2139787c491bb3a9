import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from '../../common/config.js';

/** The most names that a file may have, aliases included. */
const MAX_NAMES = 10_000;
/** Faults that are told of a file. */
const MAX_FAULTS = 10;

const name = z
  .string()
  .trim()
  .min(1)
  .refine((text) => [...folded(text)].length <= 200, 'must have at most 200 characters');

const places = z.array(
  z.strictObject({
    name,
    aliases: z.array(name).default([]),
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    address: z.string().nullish(),
  }),
);

/** A name as it is compared: its words without case and accents. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A place that events name. */
export type Place = z.output<typeof places>[number];

/**
 * The places of `PLACES_FILE` (operating.md).
 * @throws ConfigError that says what is wrong with the file
 */
export function readPlaces(path: string): Place[] {
  const refuse = (reason: string) => new ConfigError(`Bad configuration:\n  PLACES_FILE: ${path} ${reason}`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse(code ? `cannot be read (${code}).` : `is not JSON: ${message}.`);
  }
  const { success, data, error } = places.safeParse(content);
  if (!success) throw refuse(`does not list places:\n    ${faultsOf(error).join('\n    ')}`);
  const taken = new Map<string, string>();
  for (const place of data)
    for (const each of [place.name, ...place.aliases]) {
      const other = taken.get(folded(each));
      if (other !== undefined && other !== place.name)
        throw refuse(`gives the name "${each}" to two places, "${other}" and "${place.name}".`);
      taken.set(folded(each), place.name);
    }
  if (taken.size > MAX_NAMES) throw refuse(`has more than ${MAX_NAMES} names.`);
  return data;
}

function faultsOf({ issues }: z.ZodError): string[] {
  const shown = issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `${z.core.toDotPath(path) || 'It'}: ${message}`);
  return issues.length > MAX_FAULTS ? [...shown, `and ${issues.length - MAX_FAULTS} more`] : shown;
}
