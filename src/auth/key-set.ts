import { createRemoteJWKSet, customFetch, errors, flattenedVerify, type JWTVerifyGetKey } from 'jose';
import { readBody } from '../common/bounded-body.js';
import { Problem } from '../common/problem.js';

/**
 * Milliseconds between two fetches for the same reason: no key is known yet, a token names an unknown one (rules.md,
 * "Signing in"), or a key may have been withdrawn. Each reason has its own, so that no rotation is missed after another fetch.
 */
const PAUSE = { first: 1_000, unknown: 30_000, age: 600_000 };
/** Milliseconds to wait for the identity provider: a 503 is due within 3 s. */
const TIMEOUT = 2_500;
const MAX_BYTES = 1024 * 1024;
/** Keys that a token is tried with: anybody may send tokens without a `kid` (rules.md, "Signing in"). */
const MAX_TRIED = 20;
const AWAY = 'The identity provider cannot be reached.';

/** Reads no more than a key set has. */
async function fetchBounded(url: string, options: RequestInit): Promise<Response> {
  const { body, status } = await fetch(url, options);
  const tooLarge = () => new Error(`The key set at ${url} is too large.`);
  return new Response(body && (await readBody(body, MAX_BYTES, tooLarge)), { status });
}

/**
 * The public keys of an identity provider. While it is away, the known keys still work. A token that needs an unknown one
 * may be valid, so it is UNAVAILABLE.
 */
export class KeySet {
  private readonly keys: ReturnType<typeof createRemoteJWKSet>;
  private readonly triedAt: typeof PAUSE;
  private isAway = false;

  constructor(
    url: string,
    private readonly now: () => number = performance.now.bind(performance),
  ) {
    this.triedAt = { first: Number.NEGATIVE_INFINITY, unknown: Number.NEGATIVE_INFINITY, age: now() };
    this.keys = createRemoteJWKSet(new URL(url), {
      // Fetched again by `refresh` alone: jose would not use known keys that are old.
      cacheMaxAge: Number.POSITIVE_INFINITY,
      cooldownDuration: Number.POSITIVE_INFINITY,
      timeoutDuration: TIMEOUT,
      headers: { connection: 'close' }, // a kept one may be closed just as it is used again
      [customFetch]: fetchBounded,
    });
  }

  /** Finds the key of a token by its `kid`, its algorithm and its signature alone. */
  readonly resolve: JWTVerifyGetKey = async (header, token) => {
    const isFirst = !this.keys.jwks();
    if (isFirst) await this.refresh('first');
    else void this.refresh('age');
    if (!this.keys.jwks()) throw new Problem('UNAVAILABLE', AWAY);
    try {
      return await this.find(header, token);
    } catch (error) {
      if (isFirst || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await this.refresh('unknown');
    return this.find(header, token).catch((error) => {
      throw this.isAway ? new Problem('UNAVAILABLE', AWAY) : error;
    });
  };

  /** The known key that matches. Of several, and where only the algorithm tells, it is the one that has signed the token. */
  private async find(...[header, token]: Parameters<JWTVerifyGetKey>) {
    const found = await this.keys(header, token).catch((error) => {
      if (error instanceof errors.JWKSMultipleMatchingKeys) return error;
      throw error;
    });
    if (header.kid !== undefined && !(found instanceof Error)) return found;
    let tried = 0;
    for await (const key of found instanceof Error ? found : [found]) {
      if (++tried > MAX_TRIED) break;
      const hasSigned = flattenedVerify(token, key).then(() => true);
      if (await hasSigned.catch(() => false)) return key;
    }
    throw new errors.JWKSNoMatchingKey();
  }

  /** Fetches the key set, unless that was tried just now for the same reason. A failure leaves the known keys. */
  private async refresh(reason: keyof typeof PAUSE): Promise<void> {
    const isDue = this.now() - this.triedAt[reason] >= PAUSE[reason];
    if (isDue) this.triedAt[reason] = this.now();
    if (!isDue && !this.keys.reloading) return;
    this.isAway = await this.keys.reload().then(
      () => false,
      () => true,
    );
  }
}
