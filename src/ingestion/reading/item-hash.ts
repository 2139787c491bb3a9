import { createHash } from 'node:crypto';

/**
 * A hash over the mapped fields of an event, for feeds that send none of their own: other fields, another
 * hash.
 */
export function itemHashOf(mapped: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(mapped)).digest('hex')}`;
}
