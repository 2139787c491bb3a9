import { createLocalJWKSet, errors, flattenedVerify, type JWTVerifyGetKey } from 'jose';
import { readBody } from '../common/bounded-body.js';
import { Problem } from '../common/problem.js';

/**
 * Minimum milliseconds between two fetches for the same reason: no keys are known, a token names an unknown
 * key (rules.md, "Signing in"), or a known key may have been withdrawn. Each reason has its own timer, so
 * that a fetch for one reason does not delay another.
 */
const PAUSE = { first: 1_000, unknown: 30_000, age: 600_000 };
/** Milliseconds to wait for the identity provider: a 503 is due within 3 s. */
const TIMEOUT = 2_500;
const MAX_BYTES = 1024 * 1024;
/** Maximum keys to try for a token: anyone can send tokens without a `kid` (rules.md, "Signing in"). */
const MAX_TRIED = 20;

/**
 * The public keys of an identity provider. While it is unavailable, known keys work. A token that needs an
 * unknown key may be valid, so it is UNAVAILABLE.
 */
export class KeySet {
  private keys?: ReturnType<typeof createLocalJWKSet>;
  private fetching?: Promise<void>;
  private isUnavailable = false;
  private readonly triedAt: typeof PAUSE;

  constructor(
    private readonly url: string,
    private readonly now: () => number = performance.now.bind(performance),
  ) {
    this.triedAt = { first: Number.NEGATIVE_INFINITY, unknown: Number.NEGATIVE_INFINITY, age: now() };
  }

  /** Finds the key of a token only by its `kid`, its algorithm and its signature. */
  readonly resolve: JWTVerifyGetKey = async (header, token) => {
    const isFirst = !this.keys;
    if (isFirst) await this.refresh('first');
    else void this.refresh('age');
    try {
      return await this.find(header, token);
    } catch (error) {
      if (isFirst || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.refresh('unknown');
    return this.find(header, token).catch((error) => {
      throw this.isUnavailable ? Problem.by('identity_provider') : error;
    });
  };

  /** The known key of a token. Of several matches, or without a `kid`, it is the one that has signed it. */
  private async find(...[header, token]: Parameters<JWTVerifyGetKey>) {
    if (!this.keys) throw Problem.by('identity_provider');
    const found = await this.keys(header, token).catch((error: Error) => error);
    if (!(found instanceof Error) && header.kid !== undefined) return found;
    if (found instanceof Error && !(found instanceof errors.JWKSMultipleMatchingKeys)) throw found;
    let tried = 0;
    for await (const key of found instanceof Error ? found : [found]) {
      const hasSigned = flattenedVerify(token, key).then(() => true);
      if (await hasSigned.catch(() => false)) return key;
      if (++tried === MAX_TRIED) break;
    }
    throw new errors.JWKSNoMatchingKey();
  }

  /** Fetches the key set, unless it was fetched recently for the same reason. On failure, known keys stay. */
  private async refresh(reason: keyof typeof PAUSE): Promise<void> {
    if (this.now() - this.triedAt[reason] >= PAUSE[reason]) {
      this.triedAt[reason] = this.now();
      this.fetching ??= this.fetch().finally(() => delete this.fetching);
    }
    await this.fetching;
  }

  private async fetch(): Promise<void> {
    try {
      const headers = { connection: 'close' }; // a reused connection may close at that moment
      const signal = AbortSignal.timeout(TIMEOUT);
      const { body, status } = await fetch(this.url, { headers, redirect: 'manual', signal });
      const text = String(await readBody(body!, MAX_BYTES, () => new Error('The key set is too large.')));
      this.isUnavailable = status !== 200;
      if (!this.isUnavailable) this.keys = createLocalJWKSet(JSON.parse(text));
    } catch {
      this.isUnavailable = true;
    }
  }
}
