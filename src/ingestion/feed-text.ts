import { FeedError } from './feed.js';

/** Longer ones are no address that a browser takes. */
const MAX_URL = 2_000;

/**
 * Reads an answer of a feed.
 * @throws FeedError where it is no JSON in UTF-8
 */
export function readJson(answer: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(answer));
  } catch {
    throw new FeedError('The feed answered what is no JSON.');
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that says something; undefined for everything else. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** The first `length` code points. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let end = 0;
  for (let count = 0; count < length && end < text.length; count += 1)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

/** Whether PostgreSQL can store it, and JSON carry it: no NUL, no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** An http or https URL as it was sent, or null. */
export function httpUrlOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_URL || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
}
