/** Removes a secret from texts, also if any of its characters are percent-encoded once or several times. */
export function redaction(secret: string | undefined): (text: string) => string {
  if (!secret) return (text) => text;
  const secrets = new RegExp([...secret].map(anyFormOf).join(''), 'giu');
  return (text) => text.replace(secrets, '[redacted]');
}

function anyFormOf(character: string): string {
  const plain = `\\u{${character.codePointAt(0)!.toString(16)}}`;
  const bytes = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  // The encoded form comes first: a % that is encoded as %25 begins with itself.
  return `(?:${bytes.map((byte) => `%(?:25)*${byte}`).join('')}|${plain}${character === ' ' ? '|\\+' : ''})`;
}
