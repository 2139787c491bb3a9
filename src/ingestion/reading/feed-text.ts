import { createHash } from 'node:crypto';
import { normalizeLink } from '../../common/link.js';
import { cut, isVisible, withoutControls } from '../../common/text.js';
import { isObject } from '../../common/validation/fields.js';

/** The most code points of an event's texts that come from a feed (rules.md, "Feeds"). */
export const MAX_LENGTH = { title: 1_000, description: 100_000, location: 1_000 } as const;
/** The name of the location where a feed has none. */
export const NO_LOCATION = 'Location to be announced';
/** Bytes. An index of PostgreSQL cannot hold longer keys. */
const MAX_ID_BYTES = 2_000;

/** The value where it is an object, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

/** Text that is not blank; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/**
 * The start of a text of one line, or of several `lines`: `max` code points without control characters. In
 * one line a tab or a line break becomes a blank.
 * @returns undefined where nothing is visible
 */
export function visibleTextOf(value: unknown, max: number, { lines = false } = {}): string | undefined {
  const text = typeof value === 'string' ? value : '';
  const shown = cut(withoutControls(lines ? text : text.replace(/\r\n|[\t\n\r]/g, ' '), { lines }), max);
  return isVisible(shown) ? shown : undefined;
}

/** An id under which an event can be stored. */
export function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id !== undefined && Buffer.byteLength(id) <= MAX_ID_BYTES ? id : undefined;
}

/** Text that can be stored, and shown in one line: control characters and lone surrogates are replaced. */
export function readable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** An http or https URL without credentials, as the URL parser writes it, or null. */
export function httpUrlOf(value: unknown): string | null {
  return (typeof value === 'string' && normalizeLink(withoutControls(value))) || null;
}

/** A hash over the mapped fields of an event, for feeds that send none of their own: other fields, another hash. */
export function itemHashOf(mapped: object): string {
  return `sha256:${createHash('sha256').update(JSON.stringify(mapped)).digest('hex')}`;
}
