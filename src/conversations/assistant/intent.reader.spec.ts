import fc from 'fast-check';
import { leastProcessorTime } from '../../../test/support/processor-time.js';
import { ANYTHING, EVENT_QUERY, type EventQuery } from './event-query.js';
import type { SearchContext } from './intent.js';
import { readIntent } from './intent.reader.js';

/** Wednesday, 10:00 in New York. */
const NOW = Date.parse('2026-11-18T15:00:00Z');
const LAST: SearchContext = {
  query: { ...ANYTHING, words: 'jazz' },
  at: NOW,
  offset: 0,
  eventIds: ['a', 'b', 'c'],
};

const read = (text: string, last: SearchContext | null = null, now = NOW) =>
  readIntent({ text, now, zone: 'America/New_York', last });
const day = (from: string, to: string) => ({ from, to });

/** The vocabulary of the patterns, and the phrase on which chrono-node took exponential time. */
const VOCABULARY = [
  ...'couple days the first one number 2 more else on this next weekend week friday fridays dec december 5th of 12/5'.split(
    ' ',
  ),
  ...'that pays paying at least over under $15 15.50 dollars an per hour'.split(' '),
  ...'2026-12-05 2026 , " \' ’s right now evening tomorrow how do i apply my application hi music gigs for a-b a.b'.split(
    ' ',
  ),
];

describe('a message', () => {
  it.each<[string, Partial<EventQuery>]>([
    ['Is there any music this weekend?', { category: 'MUSIC', when: 'weekend' }],
    ['free jazz tonight', { words: 'free jazz', when: 'tonight' }],
    ['gigs tomorrow', { type: 'GIG', when: 'tomorrow' }],
    ["What's on right now?", { when: 'now' }],
    ['What is on today?', { when: 'today' }],
    ['events this week', { type: 'EVENT', when: 'week' }],
    ['yoga next week', { words: 'yoga', ...day('2026-11-23', '2026-11-30') }],
    ['yoga next weekend', { words: 'yoga', ...day('2026-11-27T17:00', '2026-11-30') }],
    ['concerts on Friday', { category: 'MUSIC', ...day('2026-11-20', '2026-11-21') }],
    ['anything on Wednesday', { when: 'today' }],
    ['next Wednesday', day('2026-11-25', '2026-11-26')],
    ['chess on Tuesdays', { words: 'chess', ...day('2026-11-24', '2026-11-25') }],
    ['chess Dec 5', { words: 'chess', ...day('2026-12-05', '2026-12-06') }],
    ['chess on December 5th, 2027', { words: 'chess', ...day('2027-12-05', '2027-12-06') }],
    ['chess on the 5th of December', { words: 'chess', ...day('2026-12-05', '2026-12-06') }],
    ['chess 12/5', { words: 'chess', ...day('2026-12-05', '2026-12-06') }],
    ['chess on Friday, December 11', { words: 'chess', ...day('2026-12-11', '2026-12-12') }],
    ['chess Fri Dec 11', { words: 'chess', ...day('2026-12-11', '2026-12-12') }],
    ['chess Friday 12/11', { words: 'chess', ...day('2026-12-11', '2026-12-12') }],
    ['chess friday 2026-12-11', { words: 'chess', ...day('2026-12-11', '2026-12-12') }],
    ['chess on Friday the 11th of December', { words: 'chess', ...day('2026-12-11', '2026-12-12') }],
    ['sat down on Saturday', { words: 'sat down', ...day('2026-11-21', '2026-11-22') }],
    ['chess 1/5', { words: 'chess', ...day('2027-01-05', '2027-01-06') }],
    ['chess 12/5/26', { words: 'chess', ...day('2026-12-05', '2026-12-06') }],
    ['chess 2026-12-05', { words: 'chess', ...day('2026-12-05', '2026-12-06') }],
    ['chess Feb 29', { words: 'chess', ...day('2028-02-29', '2028-03-01') }],
    ['chess 11/18', { words: 'chess', when: 'today' }],
    ['open 24/7 on 2/30', { words: 'open 24/7 2/30' }],
    ['jazz or blues at the Ohio Union', { words: 'jazz or blues Ohio Union' }],
    ['"the who" tonight', { words: '"the who"', when: 'tonight' }],
    ['I need a job', { type: 'GIG' }],
    ['gigs for at least $15 an hour', { type: 'GIG', minPay: 15 }],
    ['jobs that pay at least $20 an hour tomorrow', { type: 'GIG', minPay: 20, when: 'tomorrow' }],
    ['moving, $17.50 or more', { type: 'GIG', category: 'MOVING_DELIVERY', minPay: 17.5 }],
    ['what pays 18 dollars per hour?', { type: 'GIG', minPay: 18 }],
    [
      'stage work at 22 an hour on 12/5',
      { type: 'GIG', words: 'stage work', minPay: 22, ...day('2026-12-05', '2026-12-06') },
    ],
    ['gigs that pay $1,500 or more', { type: 'GIG', minPay: 1_500 }],
    ['gigs that pay more than $20 an hour', { type: 'GIG', minPay: 20 }],
    ['gigs that pay $1000000', { type: 'GIG', minPay: 1_000_000 }],
    ['gigs for $0', { type: 'GIG' }],
    ['jazz and more', { words: 'jazz' }],
    ['concerts and more tonight', { category: 'MUSIC', when: 'tonight' }],
    ['yoga or something else?', { words: 'yoga' }],
    ['concerts under $20', { category: 'MUSIC', words: 'under 20' }],
    ['chess with at least 3 people', { words: 'chess least 3 people' }],
    ['hi, any jazz tonight?', { words: 'jazz', when: 'tonight' }],
    ['music and sports', { category: 'MUSIC', words: 'sports' }],
    ['concerts Saturday or Sunday', { category: 'MUSIC', ...day('2026-11-21', '2026-11-22') }],
    ['jazz tonight, not on Dec 5', { words: 'jazz not', when: 'tonight' }],
    ['How about gigs that pay well?', { type: 'GIG', words: 'How pay well' }],
    ['volunteering at a food bank', { category: 'COMMUNITY_SERVICE', words: 'food bank' }],
    ['hip-hop, R&B', { words: 'hip-hop R&B' }],
    ['¿Hay música?', { words: 'Hay música' }],
  ])('“%s” is one query', (text, query) => {
    expect(read(text)).toMatchObject({ kind: 'SEARCH', query: { ...ANYTHING, ...query } });
  });

  it.each(['under', 'below', 'at most', 'less than', 'no more than', 'up to'])(
    'has no minimum pay in %s',
    (bound) => expect(read(`gigs for ${bound} $20`).query?.minPay).toBeNull(),
  );

  it('uses the days of the zone', () => {
    const late = Date.parse('2026-11-19T04:00:00Z'); // still Wednesday in New York
    expect(read('chess on Thursday', null, late).query).toMatchObject(day('2026-11-19', '2026-11-20'));
  });

  it.each<[string, object]>([
    ['the second one', { kind: 'PICK', which: 2 }],
    ['Tell me more about the 3rd event', { kind: 'PICK', which: 3 }],
    ['where is number 1?', { kind: 'PICK', which: 1 }],
    ['the last', { kind: 'PICK', which: 3 }],
    ['more', { kind: 'MORE', query: ANYTHING }],
    ['What else is there?', { kind: 'MORE', query: ANYTHING }],
    ['give me some more of those', { kind: 'MORE', query: ANYTHING }],
    ['show me more events', { kind: 'MORE', query: ANYTHING }],
    ['#2', { kind: 'PICK', which: 2 }],
    ['what about the second?', { kind: 'PICK', which: 2 }],
    ['what is the first event tomorrow?', { kind: 'SEARCH' }],
    ['"one more time"', { kind: 'SEARCH', query: { ...ANYTHING, words: '"one more time"' } }],
    ['thank you so much', { kind: 'OTHER' }],
    ['more music tomorrow', { kind: 'MORE', query: { ...ANYTHING, category: 'MUSIC', when: 'tomorrow' } }],
    ['blues and more', { kind: 'SEARCH', query: { ...ANYTHING, words: 'blues' } }],
    ['first aid', { kind: 'SEARCH', query: { ...ANYTHING, words: 'first aid' } }],
  ])('“%s” may refer to the last answer', (text, reading) => {
    expect(read(text, LAST)).toMatchObject(reading);
  });

  it('refers to nothing without a last answer', () => {
    expect(read('more').kind).toBe('OTHER');
    expect(read('the second one').kind).toBe('SEARCH');
  });

  it.each([
    ['How do I apply?', 'APPLY'],
    ['how can I withdraw my application', 'APPLICATIONS'],
    ['Where are my applications?', 'APPLICATIONS'],
    ['How do I accept an applicant?', 'DECIDE'],
    ['Can I cancel my event?', 'POST'],
    ['how do i bookmark something', 'SAVE'],
    ['How can I subscribe?', 'CALENDAR'],
    ['How am I notified?', 'NOTIFICATIONS'],
    ['how do I get paid', 'PAY'],
    ['Where can I buy tickets?', 'TICKETS'],
  ])('“%s” asks for help about %s', (text, help) => expect(read(text)).toMatchObject({ kind: 'HELP', help }));

  it('is a valid query or something else, for any text', () => {
    const words = fc.array(fc.constantFrom(...VOCABULARY), { maxLength: 20 }).map((all) => all.join(' '));
    fc.assert(
      fc.property(fc.oneof(words, fc.string({ unit: 'binary' })), fc.boolean(), (text, refers) => {
        const { kind, query } = read(text, refers ? LAST : null);
        if (query) expect(EVENT_QUERY.parse(query)).toEqual(query);
        else expect(kind).not.toBe('SEARCH');
      }),
    );
  });

  it('takes linear time, even with repetitions', () => {
    const LENGTH = 50_000;
    const cost = (phrase: string, enough?: number) => {
      const text = phrase.repeat(Math.ceil(LENGTH / phrase.length));
      return leastProcessorTime(() => read(text, LAST), enough);
    };
    const usual = cost('The quick brown fox jumps over the lazy dog. ');
    // Quadratic time would be a thousand times as long; the rest allows for garbage collection.
    const most = 50 * usual + 500;
    const phrase = fc.array(fc.constantFrom(...VOCABULARY), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(phrase, fc.constantFrom(' ', ''), (words, blank) => {
        expect(cost(words.join(blank) + blank, most)).toBeLessThan(most);
      }),
      { numRuns: 15, examples: [[['couple', 'days'], ' ']] },
    );
  });
});
