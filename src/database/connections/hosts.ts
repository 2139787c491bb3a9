import { parseDatabaseUrl, type SessionKind } from '../../common/database-url.js';

/** A server to try, and what it has to be. */
export interface Attempt {
  url: string;
  session: Exclude<SessionKind, 'prefer-standby'>;
}

/** The hosts of one database. Its connections share it, so that each begins with the host that served the last one. */
export class Hosts {
  private last: string | undefined;
  private silent: string | undefined;

  constructor(
    private readonly urls: string[],
    private readonly session: SessionKind,
  ) {}

  /**
   * The hosts of a URL. Where it has several, and does not say which is wanted, that is one which takes writes.
   * @returns undefined where the URL has one host that may be anything: the driver does all by itself
   */
  static of(text: string): Hosts | undefined {
    const { urls = [text], session } = parseDatabaseUrl(text) ?? {};
    if (urls.length === 1 && (session === undefined || session === 'any')) return undefined;
    return new Hosts(urls, session ?? 'read-write');
  }

  /** The servers in the order in which they are tried. Any will do where a standby is preferred and none is there. */
  attempts(): Attempt[] {
    const place = (url: string) => (url === this.last ? 0 : url === this.silent ? 2 : 1);
    const urls = [...this.urls].sort((one, other) => place(one) - place(other));
    const sessions = this.session === 'prefer-standby' ? (['standby', 'any'] as const) : [this.session];
    return sessions.flatMap((each) => urls.map((url) => ({ url, session: each })));
  }

  /** Remembers the server that is to be tried first. */
  remember(url: string): void {
    this.last = url;
  }

  /** Remembers a server that has fallen silent, so that it is tried last: it would take its whole share of the time. */
  doubt(url: string): void {
    this.silent = url;
    if (this.last === url) this.last = undefined;
  }
}
