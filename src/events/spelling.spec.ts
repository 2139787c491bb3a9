import fc from 'fast-check';
import { folded, Spelling, wordsIn } from './spelling.js';

const words = [
  'basketball',
  'concert',
  'tutoring',
  'yoga',
  'plants',
  'library',
  'hockey',
  'hiking',
  'seminar',
];
const spelling = new Spelling(new Map(words.map((word, at) => [word, at + 1])));

describe('the spelling', () => {
  it.each([
    ['basktball', 'basketball'],
    ['concrt', 'concert'],
    ['conecrt', 'concert'],
    ['tutering', 'tutoring'],
    ['libary', 'library'],
    ['hocky', 'hockey'],
    ['basketball', 'basketball'],
  ])('of "%s" is near "%s"', (written, meant) => expect(spelling.nearest(written)?.word).toBe(meant));

  it.each([
    'yo',
    'yok',
    'yoda',
    'zzzzzz',
    'asketball',
    'plan',
    '',
    'x'.repeat(40),
  ])('of "%s" is near none', (written) => expect(spelling.nearest(written)).toBeUndefined());

  it('prefers what is nearer, then what is more frequent', () => {
    const counts = new Map([
      ['marches', 1],
      ['matches', 5],
      ['matched', 2],
    ]);
    expect(new Spelling(counts).nearest('matchez')).toEqual({ word: 'matches', distance: 1 });
    expect(new Spelling(counts).nearest('machees')?.word).toBe('matches');
  });

  it('compares words without accents and case', () => {
    expect(folded('BEYONCÉ')).toBe('beyonce');
    expect(wordsIn('Café & Dvořák’s “New World”, 5K')).toEqual(['cafe', 'dvorak', 'new', 'world']);
  });

  it('never fails, and is at most two slips away', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '字') })),
        (word, known) => {
          const slip = new Spelling(new Map(known.map((each) => [each, 1]))).nearest(word);
          expect(slip?.distance ?? 0).toBeLessThanOrEqual(2);
        },
      ),
    );
  });

  it('is found in a time that is in proportion to the words', () => {
    const many = new Spelling(
      new Map(Array.from({ length: 20_000 }, (_, n) => [`concert${n.toString(36)}`, 1])),
    );
    const begin = performance.now();
    many.nearest('concertzz');
    expect(performance.now() - begin).toBeLessThan(1_000);
  });
});
