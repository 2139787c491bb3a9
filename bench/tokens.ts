import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/** The secret that service and floor verify by; one a run. */
export const SECRET = randomBytes(32).toString('base64url');

/** Bearer tokens of as many users, good for a day. */
export function signTokens(count: number): Promise<string[]> {
  const key = Buffer.from(SECRET);
  const sign = (_: unknown, index: number) =>
    new SignJWT({ name: `Bench User ${index}` })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(`bench-user-${index}`)
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(key);
  return Promise.all(Array.from({ length: count }, sign));
}
