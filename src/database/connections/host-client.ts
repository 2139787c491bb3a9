import pg from 'pg';
import type { Attempt, Hosts } from './hosts.js';
import { hangUp, renew, socketOf } from './pg.internals.js';

/** Milliseconds that all hosts have together, which is less than a request waits for a connection. */
const LIMIT = 1_800;

export interface HostConfig extends pg.ClientConfig {
  /** The hosts to choose from; without them it is a client as the driver has it. */
  hosts?: Hosts;
}

/** A connection to the first of several hosts that is what is wanted, such as the one that takes writes. */
export class HostClient extends pg.Client {
  private readonly attempts: Attempt[];
  private url?: string;

  constructor(private readonly config: HostConfig = {}) {
    const attempts = config.hosts?.attempts() ?? [];
    super(attempts[0] ? at(config, attempts[0]) : config);
    this.attempts = attempts;
    // A connection that breaks fails its statements, which is enough. But an error without a listener ends the process,
    // and the pool listens only while a connection is idle.
    this.on('error', () => {});
  }

  override connect(): Promise<HostClient>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): unknown {
    const { hosts } = this.config;
    if (!hosts) return callback ? super.connect(callback) : (super.connect() as Promise<HostClient>);
    const dialled = this.dial(hosts);
    return callback ? dialled.then(() => callback(null as unknown as Error), callback) : dialled;
  }

  /** Tells the next connections that this one's host has fallen silent. */
  protected doubtHost(): void {
    if (this.url) this.config.hosts?.doubt(this.url);
  }

  /** Tries one host after the other. A host that is silent leaves the others their share of the time. */
  private async dial(hosts: Hosts): Promise<this> {
    const refusals: string[] = [];
    const deadline = performance.now() + LIMIT;
    for (const [index, attempt] of this.attempts.entries()) {
      if (index > 0) renew(this, at(this.config, attempt));
      const share = (deadline - performance.now()) / (this.attempts.length - index);
      const refusal = await this.refusal(attempt, share);
      if (refusal === undefined) {
        hosts.remember(attempt.url);
        this.url = attempt.url;
        return this;
      }
      refusals.push(`${this.host}:${this.port} ${refusal}`);
    }
    hangUp(this);
    throw new Error(`The database is away: ${refusals.join('; ')}`);
  }

  /** Connects, and answers why that host will not do; undefined where it will. */
  private async refusal({ session }: Attempt, share: number): Promise<string | undefined> {
    const limit = setTimeout(() => socketOf(this).destroy(new Error('does not answer')), share);
    try {
      await super.connect();
      return session === 'any' || (await this.isOf(session)) ? undefined : `is not ${session}`;
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      return message || code || 'cannot be reached';
    } finally {
      clearTimeout(limit);
    }
  }

  private async isOf(session: Exclude<Attempt['session'], 'any'>): Promise<boolean> {
    const text = `SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
    const { isStandby, isReadOnly } = (await this.query(text)).rows[0];
    const is = {
      'read-write': !isReadOnly,
      'read-only': isReadOnly,
      primary: !isStandby,
      standby: isStandby,
    };
    return is[session];
  }
}

function at(config: HostConfig, { url }: Attempt): pg.ClientConfig {
  return { ...config, connectionString: url };
}
