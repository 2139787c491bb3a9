import { readFileSync } from 'node:fs';
import { tagByKeywords } from '../../src/tagging/keyword.tagger.js';
import { CATEGORIES, type Category, type TaggableEvent } from '../../src/tagging/tagger.js';

type Labelled = TaggableEvent & { id: string; category: Category };

const read = (name: string): Labelled[] =>
  JSON.parse(readFileSync(new URL(`./data/${name}.json`, import.meta.url), 'utf8'));

const development = ['events-leisure', 'events-learning', 'gigs'].flatMap(read);
/** Neither trained nor tuned on: look only at its figure, never at single errors. */
const heldOut = read('held-out');

const accuracy = (texts: Labelled[]): number =>
  texts.filter((text) => tagByKeywords(text).category === text.category).length / texts.length;

describe('The labelled texts', () => {
  it('are at least 300, 60 of them held out, without duplicates', () => {
    const all = [...development, ...heldOut];
    expect(all.length).toBeGreaterThanOrEqual(300);
    expect(heldOut.length).toBeGreaterThanOrEqual(60);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ title, description }) => `${title}\n${description}`)).size).toBe(all.length);
  });

  it('cover every category in both parts', () => {
    for (const part of [development, heldOut]) {
      expect(new Set(part.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
    }
  });
});

describe("The keyword tagger's category", () => {
  // Reached on 2026-11-23: 100 % of 255.
  it('is right for 98 % of the texts that it was trained on', () => {
    expect(accuracy(development)).toBeGreaterThanOrEqual(0.98);
  });

  // Reached on 2026-11-23: 100 % of 68.
  it('is right for 90 % of the other texts', () => {
    expect(accuracy(heldOut)).toBeGreaterThanOrEqual(0.9);
  });
});

describe("The keyword tagger's time", () => {
  it('is below 10 ms per event on average', () => {
    const before = process.cpuUsage();
    for (const text of development) tagByKeywords(text);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000 / development.length).toBeLessThan(10);
  });
});
