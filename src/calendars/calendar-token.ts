import { hash, randomBytes } from 'node:crypto';

const BYTES = 32;
/** What the bytes look like in an address. */
const TOKEN = /^[\w-]{43}$/;

/** A new token, which opens a calendar to whoever knows it. */
export function newToken(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** Whether a text may be a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}

/** What is stored of a token. Without a salt, since nobody can guess 256 random bits. */
export function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}
