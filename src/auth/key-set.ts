import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { readBody } from '../common/bounded-body.js';
import { Problem } from '../common/problem.js';

/**
 * Milliseconds between two fetches for the same reason: no key is known yet, a token names an unknown one (rules.md,
 * "Signing in"), or the keys are old. Each reason has its own, so that no rotation is missed after another fetch.
 */
const COOLDOWN = { first: 1_000, unknown: 30_000, age: 30_000 };
type Reason = keyof typeof COOLDOWN;
/** Milliseconds after which keys are fetched again, so that withdrawn ones stop working. */
const MAX_AGE = 600_000;
/** Milliseconds to wait for the identity provider: a 503 is due within 3 s. */
const TIMEOUT = 2_500;
const MAX_BYTES = 1024 * 1024;
const AWAY = 'The identity provider cannot be reached.';

/**
 * The public keys of an identity provider. While it is away, the known keys still work. A token that needs an unknown one
 * may be valid, so it is UNAVAILABLE.
 */
export class KeySet {
  private keys?: JWTVerifyGetKey;
  private fetchedAt = Number.NEGATIVE_INFINITY;
  private readonly triedAt: Partial<Record<Reason, number>> = {};
  private fetching?: Promise<void>;
  private failed = false;

  constructor(
    private readonly url: string,
    private readonly now: () => number = performance.now.bind(performance),
  ) {}

  /** Finds the key of a token by its `kid` and its algorithm alone. */
  readonly resolve: JWTVerifyGetKey = async (header, token) => {
    const first = !this.keys;
    if (first) await this.refresh('first');
    else if (this.now() - this.fetchedAt > MAX_AGE) void this.refresh('age');
    try {
      return await this.findKey(header, token);
    } catch (error) {
      // The first keys were fetched a moment ago.
      if (first || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.refresh('unknown');
    try {
      return await this.findKey(header, token);
    } catch (error) {
      throw this.failed ? new Problem('UNAVAILABLE', AWAY) : error;
    }
  };

  private findKey(...token: Parameters<JWTVerifyGetKey>): ReturnType<JWTVerifyGetKey> {
    if (!this.keys) throw new Problem('UNAVAILABLE', AWAY);
    return this.keys(...token);
  }

  /** Fetches the key set, unless that was tried just now for the same reason. A failure leaves the known keys. */
  private async refresh(reason: Reason): Promise<void> {
    if (this.now() - (this.triedAt[reason] ?? Number.NEGATIVE_INFINITY) >= COOLDOWN[reason]) {
      this.triedAt[reason] = this.now();
      this.fetching ??= this.load();
    }
    await this.fetching;
  }

  private async load(): Promise<void> {
    this.failed = await this.fetch().then(
      () => false,
      () => true,
    );
    this.fetching = undefined;
  }

  private async fetch(): Promise<void> {
    const { request } = await import('undici'); // large, and needed only with an identity provider
    // The other side may close a kept connection just as it is used again.
    const once = { reset: true, signal: AbortSignal.timeout(TIMEOUT) };
    const { statusCode, body } = await request(this.url, once);
    const unusable = () => new Error(`The key set at ${this.url} is not usable.`);
    // The body of a refusal is not read.
    const maxBytes = statusCode === 200 ? MAX_BYTES : 0;
    const text = (await readBody(body, maxBytes, unusable)).toString('utf8');
    this.keys = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
    this.fetchedAt = this.now();
  }
}
