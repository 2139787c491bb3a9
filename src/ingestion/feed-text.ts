import { FeedError } from './feed-error.js';

/** The most code points of an event's texts that come from a feed (contract.md 7). */
export const MAX_LENGTH = { title: 1_000, description: 100_000, location: 1_000 } as const;
/** The name of the location where a feed tells none. */
export const NO_LOCATION = 'Location to be announced';
/** Longer ones are no address that a browser takes. */
const MAX_URL = 2_000;
/** Bytes; an index of PostgreSQL takes no longer keys. */
const MAX_ID_BYTES = 2_000;

/**
 * Reads an answer of a feed.
 * @throws FeedError where it is no JSON in UTF-8
 */
export function readJson(answer: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer));
  } catch {
    throw noJson();
  }
}

/** Why a feed fails whose answer cannot be parsed. */
export function noJson(): FeedError {
  return new FeedError('The feed answered what is no JSON.');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is an object, else an empty one. */
export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Text that says something; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** An id that an event can be stored by. */
export function idOf(value: unknown): string | undefined {
  const id = textOf(value);
  return id !== undefined && Buffer.byteLength(id) <= MAX_ID_BYTES ? id : undefined;
}

/**
 * Text that can be stored and shown in one line: what PostgreSQL or a terminal would choke on is replaced.
 */
export function readable(text: string): string {
  return text.toWellFormed().replace(/\p{Cc}/gu, '\u{FFFD}');
}

/** An http or https URL as it was sent, or null. */
export function httpUrlOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
}
