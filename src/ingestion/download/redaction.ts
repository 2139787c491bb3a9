/**
 * Removes a secret from texts that are stored or logged, as it is or with any of its characters
 * percent-encoded, once or more often, as in a URL.
 */
export function redaction(secret: string | undefined): (text: string) => string {
  if (!secret) return (text) => text;
  const secrets = new RegExp([...secret].map(anyFormOf).join(''), 'gu');
  return (text) => text.replace(secrets, '[redacted]');
}

function anyFormOf(character: string): string {
  const plain = `\\u{${character.codePointAt(0)!.toString(16)}}`;
  const encoded = [...Buffer.from(character)].map((byte) => `%(?:25)*${hexOf(byte)}`).join('');
  // Encoded first: a % that is encoded as %25 begins with itself.
  return `(?:${encoded}|${plain}${character === ' ' ? '|\\+' : ''})`;
}

/** A byte in hexadecimal digits of either case. */
function hexOf(byte: number): string {
  return byte
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
