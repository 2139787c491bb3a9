import fc from 'fast-check';
import { redaction } from './redaction.js';

describe('the redaction', () => {
  it.each<[string, string]>([
    ['s3cret', 'Invalid key s3cret for s3cret.'],
    ['s3cret', '/events.json?apikey=%73%33cret&page=0'],
    ['a b+c/ü&="', 'a b+c/ü&="'],
    ['a b+c/ü&="', '?apikey=a%20b%2Bc%2F%C3%BC%26%3D%22'],
    ['a b+c/ü&="', '?apikey=a+b%2bc/%c3%bc%26%3d%22'],
    ['a b+c/ü&="', '?next=%3Fapikey%3Da%2520b%252Bc%252F%25C3%25BC%2526%253D%2522'],
    ['.*', 'any .* thing'],
    ['100%', '100% or 100%25'],
  ])('removes %j from %j', (secret, text) => {
    const redacted = redaction(secret)(text);
    expect(redacted).toContain('[redacted]');
    expect(
      decodeURIComponent(
        redacted
          .replace(/\+/g, ' ')
          .replace(/%25/g, '%')
          .replace(/%(?![\da-f]{2})/gi, ''),
      ),
    ).not.toContain(secret);
  });

  it('changes nothing else', () => {
    expect(redaction('.*')('any thing')).toBe('any thing');
    expect(redaction(undefined)('any thing')).toBe('any thing');
  });

  it('leaves no part of a secret, plain or encoded', () => {
    // A line break separates the secret from the text. Without it, the two could form the secret elsewhere.
    const secret = fc.string({ minLength: 4, unit: 'grapheme' }).filter((secret) => !secret.includes('\n'));
    const text = fc.string();
    fc.assert(
      fc.property(secret, text, (secret, text) => {
        const redact = redaction(secret);
        for (const form of [
          secret,
          encodeURIComponent(secret),
          `${new URLSearchParams({ '': secret })}`.slice(1),
        ])
          expect(redact(`${text}\n${form}\n${text}`)).toBe(`${redact(text)}\n[redacted]\n${redact(text)}`);
      }),
    );
  });
});
