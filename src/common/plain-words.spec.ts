import fc from 'fast-check';
import { leastProcessorTime } from '../../test/support/processor-time.js';
import { hasAddress, hasHidden, hasLink, withoutHidden, withoutLinks } from './plain-words.js';

describe('hidden characters', () => {
  it.each<[string, string]>([
    ['an override', 'a\u202eb'],
    ['an embedding', '\u202aa'],
    ['an isolate', '\u2066a\u2069'],
    ['a mark', 'a\u200eb'],
    ['a blank without width', 'fr\u200bee'],
    ['a soft hyphen', 'con\u00adcert'],
    ['a word joiner', 'a\u2060b'],
    ['a byte order mark', '\ufeffa'],
    ['a filler of Hangul', 'a\u3164b'],
    ['tags', 'a\u{e0061}\u{e0062}'],
    ['a joiner that joins nothing', 'fr\u200dee'],
    ['a form of no emoji', 'a\ufe0fb'],
    ['a control character', 'a\u0085b'],
    ['a separator of lines', 'a\u2028b'],
    ['half of a character', 'a\ud83db'],
  ])('include %s', (_what, text) => {
    expect(hasHidden(text)).toBe(true);
    expect(hasHidden(withoutHidden(text))).toBe(false);
  });

  it.each(['Café, naïve, Zoë', 'می‌خواهم', 'क्‍ष', 'शुभ', 'Ball ⚽️ 👩‍🔬 ❤️‍🔥 1️⃣ 👋🏽', '한국어 東京', 'שלום'])(
    'do not include %s',
    (text) => {
      expect(hasHidden(text)).toBe(false);
      expect(withoutHidden(text)).toBe(text);
    },
  );

  it('are removed, whatever surrounds them', () => {
    const piece = fc.constantFrom(
      ...'\u200c|\u200d|\ufe0f|\u034f|\u202e|\u3164|ب|क|a|1|⚽|👩|🏽|́|\u{e0061}'.split('|'),
    );
    const text = fc.oneof(
      fc.array(piece).map((all) => all.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (any) => hasHidden(withoutHidden(any)) === false),
      { numRuns: 1000 },
    );
  });
});

describe('a link', () => {
  it.each([
    'Visit https://example.org now',
    'http://x',
    'HTTPS://EXAMPLE.ORG',
    'See www.example.org',
    '(www.x)',
    'example.com',
    'EXAMPLE.COM',
    'Example.Com',
    'go to sub.example.co.uk/path?x=1.',
    'bit.ly/x',
    'Bit.Ly/x',
    'Evil.Io/pay today',
    'EVIL.CO.UK',
    'See 10.0.0.1/x',
    'xn--e1afmkfd.xn--p1ai',
    'пример.рф',
    'example。com',
    'evil.com.Then more',
    'mailto:a@b.c',
    'javascript:alert(1)',
    'ftp://x',
    'evil\u2024com',
    'ｅｖｉｌ．ｃｏｍ',
    'evil｡com',
    'wait…evil.com',
    '...evil.com/x',
    'https:evil',
    'HTTP：／／evil',
    '//evil.tld',
    'See //evil.tld/x now',
    '(//localhost:80)',
    '//[::1]/x',
    'localhost:80/x',
    'Localhost/x',
    'tel:+15550100',
    'TEL:555-0100',
    'sms:5550100',
    'data:text/html,x',
    'ⓣⓔⓛ:5550100',
  ])('is found in %s', (text) => {
    expect(hasLink(text)).toBe(true);
    expect(hasLink(withoutLinks(text))).toBe(false);
  });

  it.each([
    'Node.js and Vue.js for beginners',
    'Dr. Smith, 7 p.m., St. John Arena, Washington D.C.',
    'Bring snacks.It is fun.Today only.',
    'Version 2.0.13, $15.50 an hour, 3.5 miles, on 24.12.2026',
    'BRING SNACKS.IT IS FUN, at 7 P.M. in the U.S.A.',
    'Write to info@example.org',
    'What? Yes! Rock/pop, and/or: fine...',
    'Ph.D. students, e.g. of U.S. history',
    'At 7:30, 9/10 of them; 7:30/8:00 p.m., on 5//6, 24/7 and/or w/o a car',
    'Tel: 555-0100, Ratio 3:1, Pay:20/hour, Score:3/4, Room:12/B, Data:12 sets',
    'Run it on localhost, with C++ // comments and a path of home//files',
    'wait...It is fun… and 2.0.13-rc.1, ½ price, №5, Node.js™, 5 ℃, ㏂',
  ])('is not found in %s', (text) => {
    expect(hasLink(text)).toBe(false);
    expect(withoutLinks(text)).toBe(text);
  });

  it.each([
    'a@evil.com',
    'Write to info@example.org',
    'a＠evil.com',
    'a@evil\u2024com',
    'x@@evil.com',
    'a.b@x.co.uk.',
  ])('or an email address is found in %s', (text) => {
    expect(hasAddress(text)).toBe(true);
  });

  it('or an email address is not found in ordinary texts', () => {
    const word = fc.constantFrom(
      ...'7:30|9/10|and/or|p.m.|a.m.|Node.js|Vue.js|e.g.|i.e.|2.0.13|v1.2|$15.50|3.5|w/|@|@7|@jazz|CS@Purdue|U.S.|Dr.'.split(
        '|',
      ),
      ...'It is fun.|24/7|R&B|AC/DC|C++|#1|(21+)|Tel: 5|localhost|Sat. 5-7|…|10:00–11:00|http|www|mail to|tel|1:1|5%'.split(
        '|',
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => !hasAddress(words.join(' '))),
      { numRuns: 1000 },
    );
  });

  it('or an email address is found in any kind of letters and dots', () => {
    const written = (text: string) =>
      fc
        .tuple(...[...text].map((letter) => fc.constantFrom(letter, fullWidth(letter))))
        .map((all) => all.join(''));
    const fullWidth = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0);
    const any = fc
      .constantFrom('evil.com', 'a@evil.org', '//evil.net', 'tel:5', 'localhost:80/x')
      .chain(written);
    fc.assert(fc.property(any, (text) => hasAddress(text) && hasAddress(`See ${text}, please`)));
  });

  it('is removed without the signs around it', () => {
    expect(withoutLinks('Tickets (see example.com/x), or https://a.b. Enjoy')).toBe(
      'Tickets (see ), or . Enjoy',
    );
  });

  it('is removed completely', () => {
    const piece = fc.constantFrom(
      ...'example|.|com|www|://|:|http|/|//|(|)|"| |@|It|mailto|tel:|localhost|-|a|\u2024|．|…|½'.split('|'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (all) => !hasLink(withoutLinks(all.join('')))),
      { numRuns: 1000 },
    );
  });

  it.each([
    'a.',
    'a',
    '.',
    '://',
    'www.',
    '-',
    '(',
    ')',
    'com.',
    '@.',
    '//',
    '//a',
    '/',
    'tel',
    '\ufdfa',
    '…',
    'a…',
  ])('is searched for in linear time, also in %j', (piece) => {
    const time = (length: number, enough?: number) => {
      const text = piece.repeat(length / piece.length);
      return leastProcessorTime(() => {
        for (let n = 0; n < 3; n += 1) hasAddress(withoutHidden(withoutLinks(text)));
      }, enough);
    };
    time(1_000);
    const most = 100 * Math.max(time(8_000), 2);
    expect(time(80_000, most)).toBeLessThan(most);
  });
});
