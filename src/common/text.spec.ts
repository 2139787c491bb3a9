import fc from 'fast-check';
import { codePoints, cut, hasControls, isStorable, isVisible, withoutControls } from './text.js';

const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => code)
  .filter((code) => code < 0x20 || code >= 0x7f)
  .map((code) => String.fromCharCode(code));
const BREAKS = ['\t', '\n', '\r'];

describe('control characters', () => {
  it('are C0, DEL and C1', () => {
    for (const control of CONTROLS) expect(hasControls(`a${control}b`)).toBe(true);
    for (const other of [' ', '~', '\u00a0', '\u00ad', '\u200f', '\u2028', '\u2067', '\ufeff'])
      expect(hasControls(`a${other}b`)).toBe(false);
  });

  it('do not include tabs and line breaks in multi-line texts', () => {
    const found = CONTROLS.filter((control) => hasControls(`a${control}b`, { lines: true }));
    expect(found).toEqual(CONTROLS.filter((control) => !BREAKS.includes(control)));
  });

  it('are the only characters that are removed', () => {
    const texts = fc.string({ unit: fc.oneof(fc.constantFrom(...CONTROLS), fc.string({ unit: 'binary' })) });
    fc.assert(
      fc.property(texts, fc.boolean(), (text, lines) => {
        const cleaned = withoutControls(text, { lines });
        expect(hasControls(cleaned, { lines })).toBe(false);
        const kept = [...text].filter((char) => !CONTROLS.includes(char) || (lines && BREAKS.includes(char)));
        expect(cleaned).toBe(kept.join(''));
      }),
    );
  });
});

describe('an invisible text', () => {
  const nothing = [
    ...['', ' ', '\t\n', '\u00a0', '\u3000', '\u2028', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160'],
    ...['\u17b4', '\u180b', '\u180e', '\u200b', '\u200d', '\u200e', '\u202e', '\u2060', '\u2067', '\u206f'],
    ...['\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\u{1d173}', '\u{e0020}', '\u{e0100}'],
  ];

  it('is one of these alone, or several of them', () => {
    for (const text of nothing) expect([text, isVisible(text)]).toEqual([text, false]);
    expect(isVisible(nothing.join(''))).toBe(false);
  });

  it.each(['a', '.', '0', '猫', 'א', '🎷', '👩🏽‍🚀', '🏳️‍🌈', '\u0301', '\u2067ש\u2069'])(
    'is not %s',
    (text) => {
      expect(isVisible(text)).toBe(true);
      expect(isVisible(nothing.join('') + text)).toBe(true);
    },
  );
});

describe('a text', () => {
  it('is cut between code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
        expect(cut(text, length)).toBe([...text].slice(0, length).join(''));
        expect(codePoints(cut(text, length))).toBe(Math.min(length, codePoints(text)));
      }),
    );
  });

  it('with a NUL or a lone surrogate cannot be stored', () => {
    expect(['a\0', '\ud800', '\udc00a', 'a\u0001', '🎷'].map(isStorable)).toEqual([
      ...[false, false, false, true, true],
    ]);
  });
});
