import fc from 'fast-check';
import { UnusableAnswer } from '../../../llm/language-model.js';
import { wallOf } from '../zone.js';
import { CATEGORY_NAMES } from './assistant.prompt.js';
import { readFilters } from './filters.answer.js';

/** Wednesday, 10:00 in New York. */
const NOW = Date.parse('2026-11-18T15:00:00Z');
const EMPTY = {
  ...{ type: null, topics: [], match: 'ALL', place: null, free: false, priced: false, pay: null, when: null },
};
const PAY = { least: 15, most: null, strictly: true, currency: 'USD', per: 'HOURLY' };
const read = (changes: object) => readFilters({ filters: { ...EMPTY, ...changes } }, NOW);

describe("a model's filters", () => {
  it('are what the offline rules would have made', () => {
    const topics = [
      { words: ['Jazz', 'big-band'], category: null },
      { words: ['music'], category: 'MUSIC' },
    ];
    const when = { from: '2026-11-20T17:00', to: '2026-11-23T00:00' };
    expect(read({ type: 'EVENT', topics, match: 'ANY', place: 'the Ohio Union', free: true, when })).toEqual({
      type: 'EVENT',
      topics: [{ words: ['jazz', 'big band'], category: null }, topics[1]],
      match: 'ANY',
      place: ['ohio', 'union'],
      free: true,
      priced: false,
      pay: null,
      when: { from: Date.parse('2026-11-20T22:00:00Z'), to: Date.parse('2026-11-23T05:00:00Z') },
    });
    expect(read({ type: 'GIG', pay: PAY })).toMatchObject({ type: 'GIG', pay: PAY });
  });

  it('may be open to one side', () => {
    expect(read({ when: { from: null, to: '2026-11-19T00:00' } })!.when!.from).toBe(NOW);
    expect(read({ when: { from: '2026-11-19T00:00', to: null } })!.when!.to).toBeNull();
  });

  it.each<[string, unknown]>([
    ['null', { filters: null }],
    ['nothing in them', { filters: EMPTY }],
    ['a place that is none', { filters: { ...EMPTY, place: 'campus' } }],
  ])('with %s ask for nothing', (_what, answer) => expect(readFilters(answer, NOW)).toBeNull());

  it.each<[string, object]>([
    ['an unknown type', { type: 'PARTY' }],
    ['an unknown category', { topics: [{ words: ['jazz'], category: 'JAZZ' }] }],
    ['nine topics', { topics: Array(9).fill({ words: ['jazz'], category: null }) }],
    ['a topic without words', { topics: [{ words: [], category: 'MUSIC' }] }],
    ['nine words in a topic', { topics: [{ words: Array(9).fill('jazz'), category: null }] }],
    ['a word of signs', { topics: [{ words: ["':* | ("], category: null }] }],
    ['a word of 41 letters', { topics: [{ words: ['x'.repeat(41)], category: null }] }],
    ['an unknown match', { match: 'NONE' }],
    ['a place of 201 letters', { place: 'x'.repeat(201) }],
    ['free as a text', { free: 'yes' }],
    ['pay without bounds', { pay: { ...PAY, least: null } }],
    ['pay that ends before it begins', { pay: { ...PAY, most: 10 } }],
    ['negative pay', { pay: { ...PAY, least: -1 } }],
    ['endless pay', { pay: { ...PAY, least: 1e300 } }],
    ['a currency in words', { pay: { ...PAY, currency: 'dollars' } }],
    ['time without bounds', { when: { from: null, to: null } }],
    ['time that ends before it begins', { when: { from: '2026-11-20T17:00', to: '2026-11-20T17:00' } }],
    ['30 February', { when: { from: '2027-02-30T00:00', to: null } }],
    ['24:00', { when: { from: '2026-11-20T24:00', to: null } }],
    ['a time in words', { when: { from: 'tonight', to: null } }],
    ['a time with a zone', { when: { from: '2026-11-20T17:00Z', to: null } }],
    ['the year 9999', { when: { from: '2026-11-20T17:00', to: '9999-01-01T00:00' } }],
    ['the year 1', { when: { from: '0001-01-01T00:00', to: null } }],
    ['a member more', { eventIds: ['x'] }],
    ['a member less', { free: undefined }],
  ])('with %s are a failure', (_what, changes) => expect(() => read(changes)).toThrow(UnusableAnswer));

  it.each([
    undefined,
    null,
    [],
    'jazz',
    {},
    EMPTY,
    { filters: [] },
  ])('in another shape are a failure: %j', (answer) =>
    expect(() => readFilters(answer, NOW)).toThrow(UnusableAnswer));

  const word = fc.oneof(fc.constantFrom('jazz', 'café', "children's", ':*', '\0', '\ud800', ''), fc.string());
  const time = fc.oneof(
    fc
      .date({ min: new Date(0), max: new Date(8e12), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16)),
    fc.constant(null),
    fc.string(),
  );
  const amount = fc.oneof(fc.double(), fc.nat(), fc.constant(null));
  const nearly = fc.record({
    type: fc.constantFrom('EVENT', 'GIG', null),
    topics: fc.array(
      fc.record({
        words: fc.array(word, { minLength: 1, maxLength: 8 }),
        category: fc.constantFrom(...CATEGORY_NAMES, null),
      }),
      { maxLength: 9 },
    ),
    match: fc.constantFrom('ALL', 'ANY'),
    place: fc.oneof(word, fc.constant(null)),
    free: fc.boolean(),
    priced: fc.boolean(),
    pay: fc.option(
      fc.record({
        least: amount,
        most: amount,
        strictly: fc.boolean(),
        currency: fc.constantFrom('USD', null),
        per: fc.constantFrom('HOURLY', null),
      }),
    ),
    when: fc.option(fc.record({ from: time, to: time })),
  });

  it('are such as a query can take, or a failure, whatever comes', () => {
    let good = 0;
    fc.assert(
      fc.property(fc.oneof(fc.record({ filters: nearly }), fc.jsonValue()), (answer) => {
        try {
          const filters = readFilters(answer, NOW);
          if (!filters) return;
          good += 1;
          const { topics, place, pay, when } = filters;
          expect(topics.length).toBeLessThanOrEqual(8);
          expect(place.length).toBeLessThanOrEqual(5);
          for (const each of [...topics.flatMap(({ words }) => words), ...place])
            expect(each).toMatch(/^[\p{L}\p{M}\p{N} ]{1,40}$/u);
          for (const each of [pay?.least ?? 0, pay?.most ?? 0]) expect(each).toBeGreaterThanOrEqual(0);
          expect(!when || when.to === null || when.from < when.to).toBe(true);
          if (when) expect(Math.abs(wallOf(when.from) - wallOf(NOW))).toBeLessThan(201 * 366 * 86_400_000);
        } catch (error) {
          expect(error).toBeInstanceOf(UnusableAnswer);
        }
      }),
      { numRuns: 2000 },
    );
    expect(good).toBeGreaterThan(0);
  });
});
