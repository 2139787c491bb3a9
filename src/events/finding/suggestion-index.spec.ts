import fc from 'fast-check';
import { type Suggestable, SuggestionIndex } from './suggestion-index.js';

const upcoming = (events: Partial<Suggestable>[]) =>
  SuggestionIndex.of(
    (async function* () {
      yield events.map((event, at) => ({
        ...{ id: `id-${at}`, title: 'Untitled', tags: [], place: null, category: null },
        ...event,
      }));
    })(),
  );
const shown = (index: SuggestionIndex, typed: string, limit = 8) =>
  index.find(typed, limit).map(({ kind, text, count }) => `${kind} ${text} ${count}`);

describe('the index of suggestions', () => {
  it('suggests titles, tags, places and categories by the beginnings of their words', async () => {
    const index = await upcoming([
      { title: 'Jazz in the Park', tags: ['jazz', 'outdoors'], place: 'Goodale Park', category: 'MUSIC' },
      { title: 'Parking lot sale', tags: ['sale'], place: 'Goodale Park', category: 'FOOD_DRINK' },
      { title: 'Swing dance', tags: ['jazz', 'dance'], place: 'Café Güell', category: 'MUSIC' },
    ]);
    expect(shown(index, 'ja')).toEqual(['TAG jazz 2', 'EVENT Jazz in the Park 1']);
    expect(shown(index, 'park')).toEqual([
      'EVENT Parking lot sale 1',
      'PLACE Goodale Park 2',
      'EVENT Jazz in the Park 1',
    ]);
    expect(shown(index, 'PARK go')).toEqual(['PLACE Goodale Park 2']);
    expect(shown(index, 'guell')).toEqual(['PLACE Café Güell 1']);
    expect(shown(index, 'dri')).toEqual(['CATEGORY FOOD_DRINK 1']);
    expect(index.find('jazz in', 1)).toEqual([
      { kind: 'EVENT', text: 'Jazz in the Park', eventId: 'id-0', count: 1 },
    ]);
    expect(index.find('mus', 1)).toEqual([{ kind: 'CATEGORY', text: 'MUSIC', eventId: null, count: 2 }]);
  });

  it('has one suggestion for a title that comes again and again: the next to start', async () => {
    const index = await upcoming([
      { title: 'Sunrise Yoga' },
      { title: 'sunrise yoga' },
      { title: 'Moonrise' },
    ]);
    expect(index.find('sun', 8)).toEqual([
      { kind: 'EVENT', text: 'Sunrise Yoga', eventId: 'id-0', count: 2 },
    ]);
  });

  it('puts what is spelled alike after what begins so', async () => {
    const index = await upcoming([{ title: 'Market' }, { title: 'Maker fair' }, { title: 'Choir concert' }]);
    expect(shown(index, 'marke')).toEqual(['EVENT Market 1', 'EVENT Maker fair 1']);
    expect(shown(index, 'conzert')).toEqual(['EVENT Choir concert 1']);
    expect(shown(index, 'chior conc')).toEqual(['EVENT Choir concert 1']);
    expect(shown(index, 'marke', 1)).toEqual(['EVENT Market 1']);
    expect(shown(index, 'zzzzzz')).toEqual([]);
  });

  it('suggests the most frequent where nothing is typed, and nothing for signs alone', async () => {
    const index = await upcoming([
      { tags: ['a'], category: 'MUSIC' },
      { tags: ['a', 'b'], category: 'MUSIC' },
    ]);
    expect(shown(index, ' ', 3)).toEqual(['CATEGORY MUSIC 2', 'TAG a 2', 'EVENT Untitled 2']);
    expect(shown(index, '?!')).toEqual([]);
    expect(shown(await upcoming([]), '')).toEqual([]);
  });

  it('finds for every beginning of a word what has it, whatever was typed before', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', 'ß', '字', '1', ' '), maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { maxLength: 30 }),
        word,
        fc.integer({ min: 1, max: 20 }),
        async (titles, typed, limit) => {
          const index = await upcoming(titles.map((title) => ({ title })));
          const found = index.find(typed, limit);
          expect(found.length).toBeLessThanOrEqual(limit);
          expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
          for (const title of titles.filter((each) => each.trim())) {
            const whole = index.find(title, 20);
            if (titles.length <= 15) expect(whole.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
