import { hasControls } from './text.js';

/** Characters of a link: some browsers cut longer ones. */
export const MAX_LINK = 2_000;

/** What the URL parser leaves, and RFC 3986 does not allow: in a path or a query, and `#` in a fragment. */
const UNESCAPED = /[[\]|^`{}\\"<>#]|%(?![\da-f]{2})/gi;

/**
 * An http or https URL as the URL parser writes it (rules.md, "Everywhere"), and RFC 3986, so that everyone reads it alike.
 * Undefined for anything else, for a URL with credentials, and for one that is too long, as sent or as written.
 */
export function linkOf(value: unknown): string | undefined {
  // The parser drops control characters silently.
  if (typeof value !== 'string' || value.length > MAX_LINK || hasControls(value)) return undefined;
  const url = urlOf(value);
  if (!url) return undefined;
  const { protocol, username, password, origin, pathname, search, hash } = url;
  const escaped = (text: string) => text.replace(UNESCAPED, encodeURIComponent);
  const href = origin + escaped(pathname + search) + hash.slice(0, 1) + escaped(hash.slice(1));
  const isLink = /^https?:$/.test(protocol) && !username && !password && href.length <= MAX_LINK;
  return isLink ? href : undefined;
}

/** A URL, or undefined. Once it is compiled, `URL.canParse` of Node 20 refuses what has an "é" in it. */
export function urlOf(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
