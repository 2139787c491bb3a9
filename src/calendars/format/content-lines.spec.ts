import fc from 'fast-check';
import { contentLines, text, utc } from './icalendar.js';

const LONGEST = 75;

describe('the lines of an iCalendar object', () => {
  const unfold = (folded: string) => folded.replaceAll('\r\n ', '');
  /** Any text that the database can store, often long and with multi-byte characters. */
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom('a', 'é', 'ש', '語', '🎷', '👩‍👩‍👧‍👦', '\u200f', '\t', ' '),
      maxLength: 400,
    }),
    fc.string({ unit: 'binary', maxLength: 200 }).map((any) => any.toWellFormed()),
  );

  it('are folded at 75 octets, never within a character', () => {
    fc.assert(
      fc.property(texts, (value) => {
        const line = `SUMMARY:${text(value)}`;
        const folded = contentLines([line]);
        expect(folded.endsWith('\r\n')).toBe(true);
        const parts = folded.slice(0, -2).split('\r\n');
        for (const part of parts) {
          expect(Buffer.byteLength(part)).toBeLessThanOrEqual(LONGEST);
          expect(part.isWellFormed()).toBe(true);
          expect(part).not.toMatch(/[\r\n]/);
        }
        expect(unfold(folded)).toBe(`${line}\r\n`);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are as long as allowed', () => {
    const [first, second, third] = contentLines(['x'.repeat(200)]).split('\r\n');
    expect([first, second, third].map((line) => line?.length)).toEqual([75, 75, 52]);
  });

  it.each([
    ['a, b; c\\d', 'a\\, b\\; c\\\\d'],
    ['one\ntwo\r\nthree\rfour', 'one\\ntwo\\nthree\\nfour'],
    ['a\u0000b\u0007c\u007fd\u0085e\tf', 'abcde\tf'],
    ['"quoted": yes', '"quoted": yes'],
    ['\\n is no break', '\\\\n is no break'],
  ])('escape the text %j as %j', (value, written) => {
    expect(text(value)).toBe(written);
  });

  it('have instants in UTC, to the second', () => {
    expect(utc('2030-05-17T23:00:01.999Z')).toBe('20300517T230001Z');
    expect(utc('1970-01-01T00:00:00.000Z')).toBe('19700101T000000Z');
  });
});
