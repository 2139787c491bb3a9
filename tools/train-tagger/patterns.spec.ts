import { linesOf, readWordLists, varietyOf, written } from './patterns.js';
import { Random } from './random.js';

const lists = readWordLists('# Notes are left out.\nsport: Tennis, Golf\nclub: <sport> Club\n');

describe('A pattern', () => {
  it('is expanded with one of its choices and an entry of each list', () => {
    const texts = new Set(
      Array.from({ length: 50 }, (_, seed) => written('{Open|Late} <club>', lists, new Random(seed))),
    );
    expect([...texts].sort()).toEqual([
      'Late Golf Club',
      'Late Tennis Club',
      'Open Golf Club',
      'Open Tennis Club',
    ]);
  });

  it('is expanded alike for the same seed', () => {
    const once = (seed: number) => written('<club> {A|B|C}', lists, new Random(seed));
    expect(once(3)).toBe(once(3));
  });

  it('uses each of its choices before it repeats one', () => {
    const random = new Random(1);
    const texts = Array.from({ length: 6 }, () => written('{A|B|C}', lists, random));
    expect([...texts.slice(0, 3)].sort()).toEqual(['A', 'B', 'C']);
    expect([...texts.slice(3)].sort()).toEqual(['A', 'B', 'C']);
  });

  it('names only existing lists', () => {
    expect(() => written('<nothing>', lists, new Random(1))).toThrow('No list is called <nothing>');
  });

  it('is expanded by its variety', () => {
    expect(['Golf', '{a|b} {c|d|e}', '<club>'].map((pattern) => varietyOf(pattern, 4))).toEqual([1, 6, 4]);
  });

  it('is a line of a file that may have comments', () => {
    expect(linesOf('# note\n\nGolf\n#1 fan\n')).toEqual(['Golf', '#1 fan']);
  });
});
