import { randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';

/** The secret of all servers; each run has a new one. */
export const SECRET = randomBytes(32).toString('base64url');

/** The id of one of the users who call. */
export function userId(index: number): string {
  return `bench-user-${index}`;
}

/**
 * Bearer tokens of so many users, good for a day.
 * @param first the index of the first of them
 */
export function signTokens(count: number, first = 0): Promise<string[]> {
  const key = Buffer.from(SECRET);
  const sign = (index: number) =>
    new SignJWT({ name: `Bench User ${index}` })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(userId(index))
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(key);
  return Promise.all(Array.from({ length: count }, (_, at) => sign(first + at)));
}
