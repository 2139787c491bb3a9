import fc from 'fast-check';
import { WHENS } from '../../events/list/time-range.js';
import { AnswerWriter } from './answer.js';
import { ANYTHING, EVENT_QUERY, type EventQuery, merged, relaxations, toListQuery } from './event-query.js';

const ZONE = 'America/New_York';
/** Wednesday, 10:00 in New York. */
const NOW = Date.parse('2026-11-18T15:00:00Z');

const query = (changes: Partial<EventQuery>): EventQuery => ({ ...ANYTHING, ...changes });
const days = (from: string, to: string) => ({ from, to });
const rangeOf = (changes: Partial<EventQuery>, zone = ZONE) => {
  const list = toListQuery(query(changes), zone, NOW);
  return list && [list.from, list.to];
};

describe('a query', () => {
  it.each<[string, Partial<EventQuery>]>([
    ['a time of two kinds', { when: 'tonight', ...days('2026-12-05', '2026-12-06') }],
    ['an end before its beginning', days('2026-12-06', '2026-12-05')],
    ['no length', days('2026-12-05', '2026-12-05')],
    ['a day that there is not', { from: '2027-02-29' }],
    ['an hour that there is not', { from: '2026-12-05T24:00' }],
    ['a time with a zone', { from: '2026-12-05T17:00Z' }],
    ['a year that is no instant', { to: '1970-01-01' }],
    ['a year without a day after', { to: '9998-12-31' }],
    ['a lone surrogate', { words: 'jazz \ud800' }],
    ['a NUL', { words: 'jazz\0' }],
    ['pay that nothing can have', { minPay: 1_000_001 }],
    ['over 200 characters', { words: 'x'.repeat(201) }],
  ])('with %s is refused', (_what, changes) => {
    expect(EVENT_QUERY.safeParse(query(changes)).success).toBe(false);
  });

  it('has its words on one line, or none', () => {
    expect(EVENT_QUERY.parse(query({ words: ' hip\n\thop ' })).words).toBe('hip hop');
    expect(EVENT_QUERY.parse(query({ words: ' \n ' })).words).toBeNull();
  });

  it('has no minimum pay if its text is empty', () => {
    const { minPay: _, ...stored } = query({ type: 'GIG' });
    expect(EVENT_QUERY.parse(stored)).toEqual(query({ type: 'GIG' }));
    expect(toListQuery(query({ minPay: 15 }), ZONE, NOW)?.minPay).toBe(15);
  });

  it('lists upcoming and running events, by days of the zone', () => {
    expect(toListQuery(query({ words: 'jazz', type: 'GIG', category: 'MUSIC' }), ZONE, NOW)).toEqual({
      ...{ q: 'jazz', type: ['GIG'], category: ['MUSIC'], status: ['OPEN', 'IN_PROGRESS'] },
      ...days('2026-11-18T15:00:00.000Z', undefined as never),
    });
    expect(toListQuery(query({ when: 'tonight' }), ZONE, NOW)).toMatchObject({ when: 'tonight', tz: ZONE });
    expect(rangeOf(days('2026-12-05', '2026-12-06'))).toEqual([
      '2026-12-05T05:00:00.000Z',
      '2026-12-06T05:00:00.000Z',
    ]);
  });

  it('has days of 23 and 25 hours when the clocks change', () => {
    expect(rangeOf(days('2027-03-14', '2027-03-15'))).toEqual([
      '2027-03-14T05:00:00.000Z',
      '2027-03-15T04:00:00.000Z',
    ]);
    expect(rangeOf(days('2027-11-07', '2027-11-08'))).toEqual([
      '2027-11-07T04:00:00.000Z',
      '2027-11-08T05:00:00.000Z',
    ]);
  });

  it('never begins before now, and is empty once its time is over', () => {
    expect(rangeOf(days('2026-11-18', '2026-11-19'))).toEqual([
      '2026-11-18T15:00:00.000Z',
      '2026-11-19T05:00:00.000Z',
    ]);
    expect(rangeOf(days('2026-10-28', '2026-10-29'))).toBeUndefined();
    expect(rangeOf({ to: '2026-11-18' })).toBeUndefined();
    // The clocks skip this hour.
    expect(rangeOf(days('2027-03-14T02:00', '2027-03-14T03:00'))).toBeUndefined();
  });

  it('takes over the whole time of another query', () => {
    const last = query({ words: 'jazz', ...days('2026-12-05', '2026-12-06') });
    expect(merged(last, query({ type: 'GIG' }))).toEqual({ ...last, type: 'GIG' });
    expect(merged(last, query({ when: 'tomorrow' }))).toEqual(query({ words: 'jazz', when: 'tomorrow' }));
    expect(merged(query({ when: 'tomorrow' }), query({ from: '2026-12-31' }))).toEqual(
      query({ from: '2026-12-31' }),
    );
  });

  it('is relaxed by its time, its category, both, its type, and last by any of its words', () => {
    const all = query({ words: 'a b', type: 'GIG', category: 'MUSIC', when: 'tonight' });
    expect(relaxations(all).map(({ query, isLastOfWords }) => [query, isLastOfWords])).toEqual([
      [all, false],
      [{ ...all, when: null }, false],
      [{ ...all, category: null }, false],
      [{ ...all, when: null, category: null }, false],
      [query({ words: 'a b' }), true],
      [query({ words: 'a or b' }), false],
    ]);
    expect(relaxations(query({ words: 'jazz' }))).toEqual([
      { query: query({ words: 'jazz' }), without: '', isLastOfWords: true },
    ]);
  });

  it.each(['jazz or blues', '"hip hop" night', 'ballet -night'])(
    'keeps the words “%s” as they are',
    (words) => {
      expect(relaxations(query({ words }))).toHaveLength(1);
    },
  );

  it('is described in words', () => {
    const say = (changes: Partial<EventQuery>, zone = ZONE, now = NOW) =>
      new AnswerWriter(zone).headline(query(changes), now);
    expect(say({})).toBe('Events and gigs');
    expect(say({ category: 'MUSIC', when: 'weekend' })).toBe('Music this weekend');
    expect(say({ type: 'GIG', category: 'MUSIC', words: 'jazz' })).toBe('Gigs in Music with “jazz”');
    expect(say(days('2026-12-05', '2026-12-06'))).toBe('Events and gigs on Sat, Dec 5');
    expect(say(days('2026-12-05', '2026-12-07'))).toBe('Events and gigs on Sat, Dec 5 – Sun, Dec 6');
    expect(say({ from: '2026-12-05' })).toBe('Events and gigs from Sat, Dec 5 on');
    expect(say({ to: '2026-12-05' })).toBe('Events and gigs before Sat, Dec 5');
    expect(say(days('2027-12-30', '2027-12-31'))).toBe('Events and gigs on Thu, Dec 30, 2027');
    // It is still this year in New York.
    const newYearsEve = Date.parse('2027-01-01T01:00:00Z');
    expect(say(days('2027-01-01', '2027-01-02'), ZONE, newYearsEve)).toBe(
      'Events and gigs on Fri, Jan 1, 2027',
    );
  });

  it('can be listed and described, whatever it has', () => {
    const local = fc.constantFrom(null, '1971-01-01', '2026-11-18T10:01', '2027-03-14T02:30', '9997-12-31');
    const queries = fc.record({
      words: fc.option(fc.string({ unit: 'binary', maxLength: 300 })),
      type: fc.constantFrom(null, 'EVENT', 'GIG'),
      category: fc.constantFrom(null, 'MUSIC'),
      when: fc.constantFrom(null, ...WHENS),
      from: local,
      to: local,
    });
    const zones = fc.constantFrom(ZONE, 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'UTC');
    fc.assert(
      fc.property(queries, zones, (input, zone) => {
        const { success, data } = EVENT_QUERY.safeParse(input);
        if (!success) return;
        const list = toListQuery(data, zone, NOW);
        if (list?.from && list.to) expect(Date.parse(list.from)).toBeLessThan(Date.parse(list.to));
        expect(new AnswerWriter(zone).headline(data, NOW)).not.toContain('\n');
      }),
    );
  });
});
