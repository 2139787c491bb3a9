import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { errors, type JWTVerifyResult, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../common/access.js';
import { Config } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { codePoints, cut, hasControls, isStorable, isVisible, withoutControls } from '../common/text.js';
import { KeySet } from './key-set.js';

/** Seconds: accepted clock skew, maximum `iat` ahead of now, and lifetime of a development token. */
const SKEW = 30;
const MAX_AHEAD = 300;
export const TOKEN_LIFETIME = 43_200;
/** The cache of verified tokens. A withdrawn key works for up to `ttl`. It fits about 10 000 usual tokens. */
const CACHE = {
  ttl: 60_000,
  maxSize: 16 * 2 ** 20,
  // The claims come from the token and take at most twice its length.
  sizeCalculation: (_caller: Caller, token: string) => 500 + 3 * token.length,
};
/** The `typ` of an access token. Case and `application/` do not matter (RFC 7515, 4.1.9). */
const ACCESS_TOKEN = /^(application\/)?(at\+)?jwt$/i;
/** The signature algorithms with public keys. */
const KEY_SET_ALGORITHMS = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA'.split(' ');

/** Verifies bearer tokens and signs development tokens (rules.md, "Signing in"). */
@Injectable()
export class Tokens {
  private readonly verified = new LRUCache<string, Caller>(CACHE);
  private readonly keySet?: KeySet;
  private secret?: KeyObject;

  constructor(private readonly config: Config) {
    if (config.AUTH_JWKS_URL) this.keySet = new KeySet(config.AUTH_JWKS_URL);
  }

  /**
   * Verifies a token, unless it was verified recently.
   * @throws Problem UNAUTHENTICATED, or UNAVAILABLE if the key cannot be fetched from the identity provider
   */
  async verify(token: string): Promise<Caller> {
    const known = this.verified.get(token);
    if (known && known.expiresAt + SKEW > Date.now() / 1000) return known;
    // An unreadable secret is not a fault of the token, so it is no 401.
    const key = this.keySet?.resolve ?? (await this.sharedSecret());
    try {
      // The configuration chooses algorithm and keys, never the token.
      const verified = await jwtVerify(token, key as Parameters<typeof jwtVerify>[1], {
        algorithms: this.keySet ? KEY_SET_ALGORITHMS : ['HS256'],
        issuer: this.config.AUTH_ISSUER,
        audience: this.config.AUTH_AUDIENCE,
        clockTolerance: SKEW,
        requiredClaims: ['exp', 'sub'],
      });
      const caller = toCaller(verified);
      this.verified.set(token, caller);
      return caller;
    } catch (error) {
      // A malformed key or header may fail in the crypto library. Any failure means an invalid token.
      if (error instanceof Problem) throw error;
      const reason = error instanceof errors.JWTExpired ? 'The token has expired.' : undefined;
      throw new Problem('UNAUTHENTICATED', reason);
    }
  }

  /** Signs a development token of `TOKEN_LIFETIME` seconds. */
  async sign(userId: string, name: string | undefined): Promise<string> {
    const token = new SignJWT({ ...(name && { name }) }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' });
    token.setSubject(userId).setIssuedAt().setExpirationTime(`${TOKEN_LIFETIME}s`);
    if (this.config.AUTH_ISSUER) token.setIssuer(this.config.AUTH_ISSUER);
    if (this.config.AUTH_AUDIENCE) token.setAudience(this.config.AUTH_AUDIENCE);
    return token.sign(await this.sharedSecret());
  }

  /** The shared secret. It is read once; the next call repeats a failed read. */
  private async sharedSecret(): Promise<KeyObject> {
    const { AUTH_SECRET, DATA_DIR } = this.config;
    this.secret ??= createSecretKey(AUTH_SECRET ? Buffer.from(AUTH_SECRET) : await storedSecret(DATA_DIR));
    return this.secret;
  }
}

/** The secret of this installation. It is stored in the data folder, so that tokens survive a restart. */
async function storedSecret(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'auth-secret');
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    // `link` is atomic and never replaces a file, so all processes read the secret of the first one.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(path);
}

/** @throws Problem UNAUTHENTICATED for a type or a claim that jose does not check */
function toCaller({ payload, protectedHeader: { typ = 'JWT' } }: JWTVerifyResult): Caller {
  const { sub, exp = 0, iat = 0 } = payload;
  if (!ACCESS_TOKEN.test(typ)) throw new Problem('UNAUTHENTICATED', 'The token is for another purpose.');
  const isId = typeof sub === 'string' && sub !== '' && codePoints(sub) <= 255;
  if (!isId || !isStorable(sub) || hasControls(sub) || iat > Date.now() / 1000 + MAX_AHEAD)
    throw new Problem('UNAUTHENTICATED');
  const text = (claim: unknown, max: number) => {
    if (typeof claim !== 'string' || !isStorable(claim)) return null;
    const clean = cut(withoutControls(claim), max);
    return isVisible(clean) ? clean : null;
  };
  return {
    id: sub,
    name: text(payload.name, 200),
    picture: text(payload.picture, Number.POSITIVE_INFINITY), // a truncated URL is a different one
    email: text(payload.email, 320),
    expiresAt: exp,
  };
}
