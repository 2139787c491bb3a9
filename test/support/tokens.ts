import { createHmac } from 'node:crypto';

export const TEST_SECRET = 'a shared secret of the tests, and of nothing else';

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * An HS256 token with these claims, by default for an hour. It is made by hand: tests need invalid ones, too.
 */
export function signToken(
  claims: Record<string, unknown>,
  { header = {}, secret = TEST_SECRET }: { header?: Record<string, unknown>; secret?: string } = {},
): string {
  const now = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg: 'HS256', typ: 'JWT', ...header })}.${encode({ iat: now, exp: now + 3600, ...claims })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
