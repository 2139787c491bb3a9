import { hasControls } from './text.js';

/** Browsers take no longer ones. */
export const MAX_LINK = 2_000;

/**
 * An http or https URL as the URL parser writes it (decisions.md, "Everywhere"), so that everyone reads the same in it; undefined
 * for anything else, for one with credentials, and for one that is too long, as it was sent or as it is written.
 */
export function linkOf(value: unknown): string | undefined {
  // The parser would silently drop control characters.
  if (typeof value !== 'string' || value.length > MAX_LINK || hasControls(value)) return undefined;
  if (!URL.canParse(value)) return undefined;
  const { protocol, username, password, href } = new URL(value);
  const isLink = /^https?:$/.test(protocol) && username === '' && password === '' && href.length <= MAX_LINK;
  return isLink ? href : undefined;
}
