import { hasControls } from './text.js';

/** Characters of a link: some browsers cut longer ones. */
export const MAX_LINK = 2_000;

/**
 * An http or https URL as the URL parser writes it (decisions.md, "Everywhere"), so that everyone reads it alike.
 * Undefined for anything else, for a URL with credentials, and for one that is too long, as sent or as written.
 */
export function linkOf(value: unknown): string | undefined {
  // The parser drops control characters silently.
  if (typeof value !== 'string' || value.length > MAX_LINK || hasControls(value)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isLink = /^https?:$/.test(protocol) && username === '' && password === '' && href.length <= MAX_LINK;
  return isLink ? href : undefined;
}
