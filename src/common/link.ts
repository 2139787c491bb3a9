import { hasControls } from './text.js';

/** Maximum length of a link: some browsers truncate longer ones. */
export const MAX_LINK = 2_000;

/** Characters that the URL parser leaves unescaped and RFC 3986 forbids, including `#` inside a fragment. */
const UNESCAPED = /[[\]|^`{}\\"<>#]|%(?![\da-f]{2})/gi;

/**
 * Normalizes an http or https URL: as the URL parser writes it, escaped by RFC 3986. Undefined for others,
 * for URLs with credentials and for overlong ones.
 */
export function normalizeLink(value: unknown): string | undefined {
  // The URL parser silently drops control characters.
  if (typeof value !== 'string' || value.length > MAX_LINK || hasControls(value)) return undefined;
  const url = parseUrl(value);
  if (!url) return undefined;
  const { protocol, username, password, origin, pathname, search, hash } = url;
  const escaped = (text: string) => text.replace(UNESCAPED, encodeURIComponent);
  const href = origin + escaped(pathname + search) + hash.slice(0, 1) + escaped(hash.slice(1));
  const isLink = /^https?:$/.test(protocol) && !username && !password && href.length <= MAX_LINK;
  return isLink ? href : undefined;
}

/** Parses a URL; undefined if it is invalid. Once JIT-compiled, Node 20's `URL.canParse` rejects an "é". */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
