import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its path holds a secret. */
    secretPath?: boolean;
  }
}

const HIDDEN = ':token';
/** What may be the token of a calendar, or a part of it: what follows the word where that is no id. */
const AFTER_CALENDARS = /(calendars\/+)(?![\da-f-]{36}(?:\/|$))[^/]{16,}/gi;
/** Below any other path: what is as long as a token. Ids are shorter, but for those of some users. */
const LONG = /[\w%-]{40,}/g;

/**
 * The path of a request for logs and answers, without the token of a calendar, also where the path was mistyped. A path that is
 * secret is shown as the route has it.
 */
export function shownPath({ url, routeOptions }: FastifyRequest): string {
  if (routeOptions?.config?.secretPath && routeOptions.url) return routeOptions.url;
  const [path = ''] = url.split('?', 1);
  const decoded = decode(path);
  const shown = decoded.replace(AFTER_CALENDARS, `$1${HIDDEN}`).replace(LONG, HIDDEN);
  return shown === decoded ? path : shown;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
