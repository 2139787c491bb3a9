import fc from 'fast-check';
import { hasAddress, hasHidden } from '../common/plain-words.js';
import { readOutput, UnusableOutput } from '../llm/language-model.js';
import { SHAPES } from './llm.tagger.js';
import { CATEGORIES, TAGGING_LIMITS, type TaggableEvent } from './tagger.js';

const GOOD = { tags: ['jazz', 'live music'], category: 'MUSIC', summary: 'A trio plays standards.' };
const readTagging = (output: unknown, type: TaggableEvent['type']) => readOutput(SHAPES[type], output);
const read = (changes: object) => readTagging({ ...GOOD, ...changes }, 'GIG');
const FOR_GIGS = ['MOVING_DELIVERY', 'TUTORING', 'EVENT_STAFFING', 'CREATIVE_DIGITAL', 'HOME_HELP'];
const codePoints = (text: string) => [...text].length;

describe("a model's tagging", () => {
  it('is accepted unchanged if it keeps the rules', () => {
    expect(readTagging(GOOD, 'EVENT')).toEqual(GOOD);
    expect(read({ tags: [], category: null, summary: null })).toEqual({
      tags: [],
      category: null,
      summary: null,
    });
  });

  it.each<[string, object, object]>([
    ['trims it', { tags: [' jazz\n'], summary: ' One. ' }, { tags: ['jazz'], summary: 'One.' }],
    ['puts tags into lower case, each once', { tags: ['Jazz', 'JAZZ', 'jazz '] }, { tags: ['jazz'] }],
    ['counts tags after that', { tags: Array(1000).fill('jazz') }, { tags: ['jazz'] }],
    ['takes ten tags', { tags: [...'abcdefghij'] }, { tags: [...'abcdefghij'] }],
    ['takes a tag of 40 characters', { tags: ['🎷'.repeat(40)] }, { tags: ['🎷'.repeat(40)] }],
    ['takes a summary of 280', { summary: '🎷'.repeat(280) }, { summary: '🎷'.repeat(280) }],
    ['puts a summary in one line', { summary: 'One.\n\n\tTwo. ' }, { summary: 'One. Two.' }],
    ['takes an empty summary for none', { summary: ' \n ' }, { summary: null }],
    ['leaves what only looks like markup', { summary: 'R&B; 5 * 3 = 15 #1 [sic]' }, {}],
  ])('%s', (_what, changes, expected) => {
    expect(read(changes)).toEqual({ ...GOOD, ...changes, ...expected });
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'jazz'],
    ['a list', [GOOD]],
    ['an empty object', {}],
    ['no tags', { ...GOOD, tags: undefined }],
    ['tags as one text', { ...GOOD, tags: 'jazz, live music' }],
    ['tags that are objects', { ...GOOD, tags: [{ name: 'jazz' }] }],
    ['a tag that is null', { ...GOOD, tags: ['jazz', null] }],
    ['no category', { tags: [], summary: null }],
    ['an unknown category', { ...GOOD, category: 'ENTERTAINMENT' }],
    ['a category in lower case', { ...GOOD, category: 'music' }],
    ['several categories', { ...GOOD, category: ['MUSIC', 'SOCIAL'] }],
    ['no summary', { tags: [], category: null }],
    ['a summary that is a number', { ...GOOD, summary: 7 }],
    ['a member more', { ...GOOD, confidence: 1 }],
    ['a prototype', JSON.parse('{"tags":[],"category":null,"summary":null,"__proto__":{"x":1}}')],
    ['11 tags', { ...GOOD, tags: [...'abcdefghijk'] }],
    ['1 000 tags', { ...GOOD, tags: Array.from({ length: 1000 }, (_, n) => `tag ${n}`) }],
    ['an empty tag', { ...GOOD, tags: ['jazz', ' '] }],
    ['a tag of 41 characters', { ...GOOD, tags: ['x'.repeat(41)] }],
    ['a tag that grows too long in lower case', { ...GOOD, tags: ['İ'.repeat(21)] }],
    ['a tag with <', { ...GOOD, tags: ['a<b'] }],
    ['a tag with >', { ...GOOD, tags: ['a>b'] }],
    ['a tag with a line break', { ...GOOD, tags: ['a\nb'] }],
    ['a tag with NUL', { ...GOOD, tags: ['a\0b'] }],
    ['a tag with another control character', { ...GOOD, tags: ['a\u0085b'] }],
    ['a tag with a lone surrogate', { ...GOOD, tags: ['a\ud83d'] }],
    ['a tag with an override', { ...GOOD, tags: ['a\u202eb'] }],
    ['a tag with a blank that has no width', { ...GOOD, tags: ['ja\u200bzz'] }],
    ['a tag that is a link', { ...GOOD, tags: ['example.com'] }],
    ['a summary with an isolate', { ...GOOD, summary: 'Come \u2066now' }],
    ['a summary with a soft hyphen', { ...GOOD, summary: 'Con\u00adcert' }],
    ['a summary with a bare link', { ...GOOD, summary: 'Free. Visit https://example.org' }],
    ['a summary with a bare domain', { ...GOOD, summary: 'See www.example.org' }],
    ...['a@evil.com', 'evil\u2024com', '//evil.tld', 'localhost:80/x', 'tel:5550100'].flatMap(
      (link): [string, unknown][] => [
        [`a summary with ${link}`, { ...GOOD, summary: `Pay at ${link} now` }],
        [`the tag ${link}`, { ...GOOD, tags: [link] }],
      ],
    ),
    ['a summary with a domain and a path', { ...GOOD, summary: 'Tickets at example.com/x.' }],
    ['a summary of 281 characters', { ...GOOD, summary: 'x'.repeat(281) }],
    ['a summary with HTML', { ...GOOD, summary: 'Come <b>now</b>' }],
    ['a summary with entities', { ...GOOD, summary: 'Come &lt;now&#62;' }],
    ['a summary with emphasis', { ...GOOD, summary: 'Come **now**' }],
    ['a summary with a link', { ...GOOD, summary: 'Come [now](https://example.org)' }],
    ['a summary with code', { ...GOOD, summary: '```Come now```' }],
    ['a summary with a heading', { ...GOOD, summary: '# Come now' }],
    ['a summary with NUL', { ...GOOD, summary: 'a\0b' }],
    ['a summary with a control character', { ...GOOD, summary: 'a\u001bb' }],
    ['a summary with a lone surrogate', { ...GOOD, summary: '\udc00b' }],
  ])('is a failure with %s', (_what, response) => {
    expect(() => readTagging(response, 'EVENT')).toThrow(UnusableOutput);
  });

  it.each(FOR_GIGS)('may have %s for a gig, but not for an event', (category) => {
    expect(read({ category })).toEqual({ ...GOOD, category });
    expect(() => readTagging({ ...GOOD, category }, 'EVENT')).toThrow(UnusableOutput);
  });

  it('is not quoted in the error', () => {
    for (const response of ['secret', { ...GOOD, tags: ['<secret>'] }, { ...GOOD, summary: '<secret>' }])
      expect(() => readTagging(response, 'EVENT')).not.toThrow(/secret/);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      'jazz',
      ' ',
      '<',
      '\0',
      '\ud800',
      '&amp;',
      '**',
      '🎷',
      'İ',
      '\n',
      '\u202e',
      '.com',
      '\u2024',
      '@x',
      '//',
      'tel:',
      'x'.repeat(100),
    ),
    fc.string({ unit: 'binary', maxLength: 50 }),
  );
  const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  const nearly = fc.record(
    {
      tags: fc.oneof(fc.array(fc.oneof(text, fc.jsonValue()), { maxLength: 20 }), fc.jsonValue()),
      category: fc.oneof(fc.constantFrom(...CATEGORIES, null, ' MUSIC', 'JAZZ'), fc.jsonValue()),
      summary: fc.oneof(text, fc.constant(null), fc.jsonValue()),
    },
    { requiredKeys: [] },
  );
  const word = fc.constantFrom('jazz', 'Jazz', ' trio', 'İ', '🎷', 'live\n');
  const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
  const usual = fc.record({
    tags: fc.array(words, { maxLength: 8 }),
    category: fc.constantFrom('MUSIC', 'SOCIAL', null),
    summary: fc.oneof(words, fc.constant(null)),
  });
  const partlyUsual = fc.tuple(usual, nearly).map(([whole, changes]) => ({ ...whole, ...changes }));

  it('keeps every rule or is a failure, for any output', () => {
    let good = 0;
    fc.assert(
      fc.property(fc.oneof(usual, partlyUsual, nearly, fc.jsonValue()), (response) => {
        try {
          const { tags, category, summary } = readTagging(response, 'EVENT');
          good += 1;
          expect(tags.length).toBeLessThanOrEqual(TAGGING_LIMITS.tags);
          expect(new Set(tags).size).toBe(tags.length);
          for (const tag of tags) {
            expect(tag).toBe(tag.trim());
            expect(tag).not.toMatch(/[<>\p{Cc}\p{Cs}]/u);
            expect(codePoints(tag)).toBeGreaterThanOrEqual(1);
            expect(codePoints(tag)).toBeLessThanOrEqual(TAGGING_LIMITS.tagLength);
          }
          expect([...CATEGORIES.filter((each) => !FOR_GIGS.includes(each)), null]).toContain(category);
          expect(summary ?? 'x').not.toMatch(/^$|[<>]/u);
          expect([...tags, summary ?? ''].filter((text) => hasHidden(text) || hasAddress(text))).toEqual([]);
          expect(codePoints(summary ?? '')).toBeLessThanOrEqual(TAGGING_LIMITS.summaryLength);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableOutput);
        }
      }),
      { numRuns: 1000 },
    );
    expect(good).toBeGreaterThan(0);
  });
});
