/** Which servers a connection may be made to, in the words of libpq's `target_session_attrs`. */
export const SESSION_KINDS = [
  'any',
  'read-write',
  'read-only',
  'primary',
  'standby',
  'prefer-standby',
] as const;

export type SessionKind = (typeof SESSION_KINDS)[number];

export interface DatabaseUrl {
  /** A URL for each host, in their order. */
  urls: string[];
  /** What `target_session_attrs` says. */
  session?: SessionKind;
}

/**
 * Reads a URL of one host or several, as libpq does: `postgres://user:password@h1:5432,h2:5433/db`. The standard's URL has
 * one host alone.
 * @returns undefined where the text is no such URL
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, scheme, authority, rest] = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
  if (authority === undefined) return undefined;
  const hostsAt = authority.lastIndexOf('@') + 1;
  const hosts = authority.slice(hostsAt).split(',');
  const urls = hosts.map((host) => `${scheme}${authority.slice(0, hostsAt)}${host}${rest}`);
  if (!urls.every((url) => URL.canParse(url)) || (hosts.length > 1 && hosts.includes(''))) return undefined;
  const { searchParams } = new URL(urls[0]!);
  if (searchParams.get('host')?.includes(',')) return undefined;
  const sessions = searchParams.getAll('target_session_attrs');
  if (sessions.length > 1 || !sessions.every(isSessionKind)) return undefined;
  return sessions.length === 0
    ? { urls }
    : { urls: urls.map(withoutSession), session: sessions[0] as SessionKind };
}

function isSessionKind(text: string): boolean {
  return (SESSION_KINDS as readonly string[]).includes(text);
}

/** The driver would take what it does not know for one of its own settings. */
function withoutSession(text: string): string {
  const url = new URL(text);
  url.searchParams.delete('target_session_attrs');
  return url.href;
}
