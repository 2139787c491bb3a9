import fc from 'fast-check';
import { anyZone } from '../../../../test/support/zones.js';
import { UnusableAnswer } from '../../../llm/language-model.js';
import { OF_ALL_SHOWN, ORDERS } from '../interpreter.js';
import { topicOfWords } from '../offline/read-topics.js';
import { Zone } from '../zone.js';
import { CATEGORY_NAMES } from './assistant.prompt.js';
import { readIntent } from './read-intent.js';

/** Wednesday, 10:00 in New York. */
const NOW = Date.parse('2026-11-18T15:00:00Z');
const LOCAL = { now: NOW, zone: new Zone('America/New_York') };
const EMPTY = {
  ...{
    type: null,
    topics: [],
    match: 'ALL',
    unwanted: [],
    place: null,
    free: false,
    priced: false,
    pay: null,
  },
  ...{ order: null, when: null },
};
const SEARCH = {
  kind: 'SEARCH',
  help: null,
  which: null,
  asked: null,
  carriesOn: false,
  more: false,
  filters: EMPTY,
};
const PAY = { least: 15, most: null, strictly: true, currency: 'USD', per: 'HOURLY' };
const intentOf = (changes: object, isFirst = true) => readIntent({ ...SEARCH, ...changes }, LOCAL, isFirst);
const read = (changes: object) => {
  const intent = intentOf({ filters: { ...EMPTY, ...changes } });
  return intent.kind === 'SEARCH' ? intent.filters : null;
};

describe("a model's filters", () => {
  it('are what the offline rules would have made', () => {
    const topics = [
      { words: ['Jazz', 'big-band'], category: null, near: 'MUSIC' },
      { words: ['music'], category: 'MUSIC', near: null },
    ];
    const when = { from: '2026-11-20T17:00', to: '2026-11-23T00:00' };
    const unwanted = [{ words: ['Sports'], category: 'SPORTS_RECREATION', near: null }];
    const asked = {
      type: 'EVENT',
      topics,
      match: 'ANY',
      unwanted,
      place: 'the Ohio Union',
      free: true,
      when,
    };
    expect(read(asked)).toEqual({
      type: 'EVENT',
      topics: [
        { ...topicOfWords('jazz', 'big band'), near: 'MUSIC' },
        { ...topicOfWords('music'), category: 'MUSIC' },
      ],
      match: 'ANY',
      unwanted: [{ ...topicOfWords('sports'), category: 'SPORTS_RECREATION' }],
      place: ['ohio', 'union'],
      free: true,
      priced: false,
      price: null,
      pay: null,
      order: null,
      hours: null,
      themes: [],
      campus: null,
      lasts: null,
      people: null,
      wished: [],
      when: { from: Date.parse('2026-11-20T22:00:00Z'), to: Date.parse('2026-11-23T05:00:00Z') },
    });
    expect(read({ type: 'GIG', pay: PAY })).toMatchObject({ type: 'GIG', pay: PAY });
  });

  it('may be open to one side', () => {
    expect(read({ when: { from: null, to: '2026-11-19T00:00' } })!.when!.from).toBe(NOW);
    expect(read({ when: { from: '2026-11-19T00:00', to: null } })!.when!.to).toBeNull();
  });

  it.each<[string, object]>([
    ['nothing in them', EMPTY],
    ['a place that is none', { ...EMPTY, place: 'campus' }],
  ])('with %s ask for nothing', (_what, filters) =>
    expect(intentOf({ filters })).toEqual({ kind: 'SMALL_TALK', about: 'OTHER' }));

  it('may go on from a question before it, and only from one', () => {
    const more = { carriesOn: true, more: true, filters: { ...EMPTY, type: 'GIG' } };
    expect(intentOf(more, false)).toMatchObject({ carriesOn: true, more: true });
    expect(intentOf(more)).toMatchObject({ carriesOn: false, more: false });
    const recall = { kind: 'RECALL', which: 2, filters: null };
    expect(intentOf(recall, false)).toEqual({ ...OF_ALL_SHOWN, which: 2 });
    expect(intentOf(recall)).toEqual({ kind: 'SMALL_TALK', about: 'OTHER' });
  });

  it.each<[object, object]>([
    [
      { kind: 'HELP', help: 'APPLY', filters: null },
      { kind: 'HELP', topics: ['APPLY'] },
    ],
    [
      { kind: 'HELP', filters: null },
      { kind: 'SMALL_TALK', about: 'OTHER' },
    ],
    [
      { kind: 'THANKS', filters: null },
      { kind: 'SMALL_TALK', about: 'THANKS' },
    ],
    [{ kind: 'OTHER' }, { kind: 'SMALL_TALK', about: 'OTHER' }],
  ])('are not what %j is about', (answer, intent) => expect(intentOf(answer)).toEqual(intent));

  it.each<[string, object]>([
    ['an unknown type', { type: 'PARTY' }],
    ['an unknown category', { topics: [{ words: ['jazz'], category: 'JAZZ', near: null }] }],
    ['nine topics', { topics: Array(9).fill({ words: ['jazz'], category: null, near: null }) }],
    ['a topic without words', { topics: [{ words: [], category: 'MUSIC', near: null }] }],
    ['nine words in a topic', { topics: [{ words: Array(9).fill('jazz'), category: null, near: null }] }],
    ['a word of signs', { topics: [{ words: ["':* | ("], category: null, near: null }] }],
    ['a word of 41 letters', { topics: [{ words: ['x'.repeat(41)], category: null, near: null }] }],
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
    ['an unwanted topic of signs', { unwanted: [{ words: ['%'], category: null, near: null }] }],
    ['MOST, which is for the service alone', { match: 'MOST' }],
  ])('with %s are a failure', (_what, changes) => expect(() => read(changes)).toThrow(UnusableAnswer));

  it.each([
    undefined,
    null,
    [],
    'jazz',
    {},
    EMPTY,
    { ...SEARCH, filters: [] },
    { ...SEARCH, filters: null },
    { ...SEARCH, kind: 'FOREIGN' },
    { ...SEARCH, kind: 'HELP', help: 'FLY' },
    { ...SEARCH, which: 6 },
    { ...SEARCH, which: 1.5 },
  ])('in another shape are a failure: %j', (answer) =>
    expect(() => readIntent(answer, LOCAL, true)).toThrow(UnusableAnswer));

  const word = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom('jazz', 'café', "children's") },
    { weight: 1, arbitrary: fc.oneof(fc.constantFrom(':*', '\0', '\ud800', ''), fc.string()) },
  );
  const time = fc.oneof(
    fc
      .date({ min: new Date(0), max: new Date(8e12), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 16)),
    fc.constant(null),
    fc.string(),
  );
  const amount = fc.oneof(fc.double(), fc.nat(), fc.constant(null));
  const topics = fc.array(
    fc.record({
      words: fc.array(word, { minLength: 1, maxLength: 8 }),
      category: fc.constantFrom(...CATEGORY_NAMES, null),
      near: fc.constantFrom(...CATEGORY_NAMES, null),
    }),
    { maxLength: 9 },
  );
  const nearly = fc.record({
    type: fc.constantFrom('EVENT', 'GIG', null),
    topics,
    unwanted: topics,
    order: fc.constantFrom(...ORDERS, null),
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
      fc.property(
        fc.oneof(
          nearly.map((filters) => ({ ...SEARCH, filters })),
          fc.jsonValue(),
        ),
        anyZone,
        (answer, zone) => {
          try {
            const intent = readIntent(answer, { now: NOW, zone }, true);
            if (intent.kind !== 'SEARCH') return;
            const { filters } = intent;
            good += 1;
            const { topics, place, pay, when } = filters;
            expect(topics.length).toBeLessThanOrEqual(8);
            expect(place.length).toBeLessThanOrEqual(5);
            for (const each of [...topics.flatMap(({ words }) => words), ...place])
              expect(each).toMatch(/^[\p{L}\p{M}\p{N} ]{1,40}$/u);
            for (const each of [pay?.least ?? 0, pay?.most ?? 0]) expect(each).toBeGreaterThanOrEqual(0);
            expect(!when || when.to === null || when.from < when.to).toBe(true);
            if (when) expect(Math.abs(when.from - NOW)).toBeLessThan(201 * 366 * 86_400_000);
          } catch (error) {
            expect(error).toBeInstanceOf(UnusableAnswer);
          }
        },
      ),
      { numRuns: 2000 },
    );
    expect(good).toBeGreaterThan(0);
  });
});
