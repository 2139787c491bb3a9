import fc from 'fast-check';
import { toWebSearch } from './search-query.js';

describe('toWebSearch', () => {
  it.each([
    ['jazz festival', 'jazz festival'],
    ['RPAC/North Rec', 'RPAC North Rec'],
    ['"North Rec"', '"North Rec"'],
    ['"Wi-Fi" -hip-hop', '"Wi Fi" -"hip hop"'],
    ['-chess or jazz', '-chess or jazz'],
    ['- -- ?!', ''],
    ['"open', '"open"'],
    ['-"a b"', '-"a b"'],
    ['９−１０pm', '9 10pm'],
    ['Node.js … ½', 'Node js 1 2'],
  ])('of %j is %j', (typed, expected) => expect(toWebSearch(typed)).toBe(expected));

  it('excludes at most twenty parts, and drops the rest', () => {
    const typed = Array.from({ length: 40 }, (_, n) => `-word${n}`);
    expect(toWebSearch(`jazz ${typed.join(' ')} blues`)).toBe(`jazz ${typed.slice(0, 20).join(' ')} blues`);
  });

  it('returns only words, quotation marks around them and dashes before them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        const rest = toWebSearch(typed).replace(/-?(?:"[\p{L}\p{M}\p{N} ]+"|[\p{L}\p{M}\p{N}]+)/gu, '');
        expect(rest.trim()).toBe('');
      }),
    );
  });
});
