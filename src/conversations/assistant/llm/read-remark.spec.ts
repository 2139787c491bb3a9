import fc from 'fast-check';
import { UnusableAnswer } from '../../../llm/language-model.js';
import { quoted } from '../say-text.js';
import { readRemark } from './read-remark.js';
import { REMARK_WORDS } from './remark-vocabulary.js';

const LINK = 'Free. Visit https://example.org';
const NAMES = [LINK, 'Jazz on the Oval', 'Jazz', 'C++ & you (part 1)', 'Ohio Union', 'São João “live”…', ''];
const read = (remark: unknown) => readRemark({ remark }, NAMES);

describe('a remark', () => {
  it.each([
    'Here are some options that could suit you.',
    '“Jazz on the Oval” looks like a good match – enjoy!',
    'These are listed best first, I think?',
  ])('may say: %s', (remark) => expect(read(` ${remark}\n`)).toBe(remark));

  it.each([
    ['Jazz on the Oval looks good – enjoy!', '“Jazz on the Oval” looks good – enjoy!'],
    ['See "Jazz", or C++ & you (part 1); both fit.', 'See “Jazz”, or “C++ & you (part 1)”; both fit.'],
    [
      'São João “live”… comes first. It’s at the Ohio Union.',
      `“São João 'live'…” comes first. It’s at the “Ohio Union”.`,
    ],
  ])('stands with its names in quotation marks: %s', (remark, said) => expect(read(remark)).toBe(said));

  it.each<[string, unknown]>([
    ['an event that was not found', "Don't miss the Secret Rave!"],
    ['one in plain words', 'There is a barn dance as well.'],
    ['a name that goes on', 'Jazz on the Oval Deluxe fits best.'],
    ['a name within a word', 'Jazzercise fits best.'],
    ['a name in other letters', 'JAZZ ON THE OVAL fits best.'],
    ['another place', 'Jazz is at the Union.'],
    ['a day', 'Jazz is on Friday.'],
    ['a time', 'Jazz is at 7.'],
    ['a price', 'Jazz is free.'],
    ['an address', 'See https://example.org'],
    ['a title that is an address', `${LINK} comes first.`],
    ['an address of known words', 'Look at good.events and enjoy.'],
    ['markup', '<b>Jazz</b> fits best.'],
    ['emphasis', 'Jazz *fits* best.'],
    ['words in another script', 'Jazz, 東京 fits best.'],
    ['an emoji', 'Enjoy 🎷'],
    ['NUL', 'Enjoy\0'],
    ['a right-to-left override', 'Enjoy \u202ethis'],
    ['a lone surrogate', 'Enjoy \ud800'],
    ['nothing', ' '],
    ['281 characters', `${'so '.repeat(93)}on`],
    ['no text', 7],
  ])('with %s is thrown away', (_what, remark) => expect(() => read(remark)).toThrow(UnusableAnswer));

  it.each([
    undefined,
    null,
    'Enjoy',
    { text: 'Enjoy' },
    { remark: 'Enjoy', eventIds: ['x'] },
  ])('is thrown away in another shape: %j', (answer) =>
    expect(() => readRemark(answer, NAMES)).toThrow(UnusableAnswer));

  it('names nothing where nothing may be named', () => {
    expect(readRemark({ remark: 'Enjoy!' }, [])).toBe('Enjoy!');
    expect(() => readRemark({ remark: 'Jazz!' }, [])).toThrow(UnusableAnswer);
  });

  it('holds, but for names and known words, no letter or figure, whatever comes', () => {
    const known = new Set(REMARK_WORDS.split(/\s+/));
    const word = fc.constantFrom(...NAMES, ...[...known].slice(0, 40), '.', ',', '🎷', 'dance', '7', '<');
    const remark = fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
      fc.string({ unit: 'binary' }),
    );
    let good = 0;
    fc.assert(
      fc.property(fc.oneof(remark, fc.jsonValue()), (any) => {
        try {
          const rest = NAMES.filter(Boolean).reduce(
            (left, name) => left.replaceAll(quoted(name), ' '),
            read(any),
          );
          for (const [each] of rest.matchAll(/[\p{L}\p{N}]+(?:'\p{L}+)*/gu))
            expect(known).toContain(each.toLowerCase());
          good += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableAnswer);
        }
      }),
      { numRuns: 1000 },
    );
    expect(good).toBeGreaterThan(0);
  });
});
