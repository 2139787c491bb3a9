import { createHash } from 'node:crypto';
import { normalizeLink } from '../../common/link.js';
import { cut, isVisible, withoutControls } from '../../common/text.js';
import { isObject } from '../../common/validation/fields.js';

/** Maximum lengths of texts from a feed, in code points (rules.md, "Feeds"). */
export const MAX_LENGTH = { title: 1_000, description: 100_000, location: 1_000 } as const;
/** The name of a location that the feed does not give. */
export const NO_LOCATION = 'Location to be announced';
/** Maximum bytes of an id. A PostgreSQL index cannot store longer keys. */
const MAX_ID_BYTES = 2_000;

/** The value if it is an object, else an empty object. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** A non-blank text, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * The start of a text of one line, or of several with `lines`: up to `max` code points without control
 * characters. In one line, a tab or a line break becomes a space.
 * @returns undefined if nothing is visible
 */
export function visibleTextOf(value: unknown, max: number, { lines = false } = {}): string | undefined {
  const text = typeof value === 'string' ? value : '';
  const visible = cut(withoutControls(lines ? text : text.replace(/\r\n|[\t\n\r]/g, ' '), { lines }), max);
  return isVisible(visible) ? visible : undefined;
}

/** An id that can be stored, else undefined. */
export function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id !== undefined && Buffer.byteLength(id) <= MAX_ID_BYTES ? id : undefined;
}

/** Text made storable and printable in one line: control characters and lone surrogates are replaced. */
export function readable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** An http or https URL without credentials, as normalized by the URL parser, or null. */
export function httpUrlOf(value: unknown): string | null {
  return (typeof value === 'string' && normalizeLink(withoutControls(value))) || null;
}

/**
 * A hash over the mapped fields of an event, for feeds without hashes. It changes if a mapped field changes.
 */
export function itemHashOf(mapped: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(mapped)).digest('hex')}`;
}
