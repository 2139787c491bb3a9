import fc from 'fast-check';
import type { Filters, Pay, When } from '../interpreter.js';
import { instantOf, wallOf } from '../zone.js';
import { understand } from './question.js';

/** Wednesday, 10:00 in New York. */
const NOW = Date.parse('2026-11-18T15:00:00Z');

function sayPay({ least, most, strictly, currency, per }: Pay): string {
  const equal = strictly ? '' : '=';
  const limits = [least !== null && `>${equal}${least}`, most !== null && `<${equal}${most}`];
  return [...limits, currency, per].filter(Boolean).join(' ');
}

/** An ISO 8601 interval of New York's time. */
function sayWhen({ from, to }: When): string {
  const say = (time: number) => new Date(wallOf(time)).toISOString().slice(0, 16);
  return `${say(from)}/${to === null ? '..' : say(to)}`;
}

/** What was understood, in short: only what is set; a category for the words that stand for it. */
function read(question: string, now = NOW) {
  const filters = understand(question, now);
  if (!filters) return null;
  const { type, topics, match, place, free, pay, priced, when } = filters;
  return {
    ...(type && { type }),
    ...(topics.length > 0 && { topics: topics.map(({ words, category }) => category ?? words.join('|')) }),
    ...(match === 'ANY' && { match }),
    ...(place.length > 0 && { place: place.join(' ') }),
    ...(free && { free }),
    ...(pay && { pay: sayPay(pay) }),
    ...(priced && { priced }),
    ...(when && { when: sayWhen(when) }),
  };
}

const WEEKEND = '2026-11-20T17:00/2026-11-23T00:00';
const TODAY = '2026-11-18T00:00/2026-11-19T00:00';
const TONIGHT = '2026-11-18T17:00/2026-11-19T03:00';
const TOMORROW = '2026-11-19T00:00/2026-11-20T00:00';
const FRIDAY = '2026-11-20T00:00/2026-11-21T00:00';
const SATURDAY = '2026-11-21T00:00/2026-11-22T00:00';
const DECEMBER = '2026-12-01T00:00/2027-01-01T00:00';
const MAY = '2027-05-01T00:00/2027-05-06T00:00';

describe('a question', () => {
  it.each<[string, ReturnType<typeof read>]>([
    // As the assistant's help, the issue and people put it.
    ['any free jazz this weekend?', { type: 'EVENT', topics: ['jazz'], free: true, when: WEEKEND }],
    ['gigs that pay over $15', { type: 'GIG', pay: '>15 USD' }],
    ["what's on tonight", { type: 'EVENT', when: TONIGHT }],
    ['What’s happening tonight?', { type: 'EVENT', when: TONIGHT }],
    ['concerts next friday', { type: 'EVENT', topics: ['MUSIC'], when: '2026-11-27T00:00/2026-11-28T00:00' }],
    [
      'moving gigs tomorrow morning',
      { type: 'GIG', topics: ['MOVING_DELIVERY'], when: '2026-11-19T05:00/2026-11-19T12:00' },
    ],
    ['yoga', { topics: ['yoga'] }],
    ['HACKATHONS', { topics: ['hackathon'] }],
    [
      'tutoring jobs in December that pay at least 20 an hour',
      { type: 'GIG', topics: ['TUTORING'], pay: '>=20 HOURLY', when: DECEMBER },
    ],
    [
      'anything at the Ohio Union on 3 December?',
      { place: 'ohio union', when: '2026-12-03T00:00/2026-12-04T00:00' },
    ],
    [
      'live music at the Newport Music Hall on saturday night',
      {
        type: 'EVENT',
        topics: ['MUSIC'],
        place: 'newport music hall',
        when: '2026-11-21T17:00/2026-11-22T03:00',
      },
    ],
    [
      'which shifts pay more than 18 dollars an hour next week?',
      { type: 'GIG', pay: '>18 USD HOURLY', when: '2026-11-23T00:00/2026-11-30T00:00' },
    ],

    // Dates and times.
    ['today', { when: TODAY }],
    ['anything tomorrow', { when: TOMORROW }],
    ['friday', { when: FRIDAY }],
    ['on fridays', { when: FRIDAY }],
    ['wednesday', { when: TODAY }],
    ['saturday and sunday', { when: '2026-11-21T00:00/2026-11-23T00:00' }],
    ['friday to sunday', { when: '2026-11-20T00:00/2026-11-23T00:00' }],
    ['saturday evening this weekend', { when: '2026-11-21T17:00/2026-11-22T00:00' }],
    ['tonight or tomorrow', { when: '2026-11-18T17:00/2026-11-20T00:00' }],
    ['this week', { when: '2026-11-16T00:00/2026-11-23T00:00' }],
    ['next weekend', { when: '2026-11-27T17:00/2026-11-30T00:00' }],
    ['this month', { when: '2026-11-01T00:00/2026-12-01T00:00' }],
    ['next month', { when: DECEMBER }],
    ['between 1 and 5 May', { when: MAY }],
    ['from 1 to 5 May', { when: MAY }],
    ['May 1 to 5', { when: MAY }],
    ['on 12/5/2026', { when: '2026-12-05T00:00/2026-12-06T00:00' }],
    ['2026-12-03', { when: '2026-12-03T00:00/2026-12-04T00:00' }],
    ['3rd of March', { when: '2027-03-03T00:00/2027-03-04T00:00' }],
    ['in the next 3 days', { when: '2026-11-18T10:00/2026-11-21T10:00' }],
    ['within two weeks', { when: '2026-11-18T10:00/2026-12-02T10:00' }],
    ['the day after tomorrow', { when: FRIDAY }],
    ['right now', { when: '2026-11-18T10:00/2026-11-18T12:00' }],
    ['at 7pm', { when: '2026-11-18T19:00/2026-11-18T21:00' }],
    ['at 9am', { when: '2026-11-18T09:00/2026-11-18T11:00' }],
    ['tomorrow at 8', { when: '2026-11-19T20:00/2026-11-19T22:00' }],
    ['between 5pm and 8pm tomorrow', { when: '2026-11-19T17:00/2026-11-19T20:00' }],
    ['tomorrow from 7 to 9', { when: '2026-11-19T19:00/2026-11-19T21:00' }],
    ['friday 10pm to 2am', { when: '2026-11-20T22:00/2026-11-21T02:00' }],
    ['friday after 6pm', { when: '2026-11-20T18:00/2026-11-21T00:00' }],
    ['after 6pm on friday', { when: '2026-11-20T18:00/2026-11-21T00:00' }],
    ['tomorrow before noon', { when: '2026-11-19T00:00/2026-11-19T12:00' }],
    ['after work on friday', { when: '2026-11-20T17:00/2026-11-21T00:00' }],
    ['after Friday', { when: '2026-11-21T00:00/..' }],
    ['from monday on', { when: '2026-11-23T00:00/..' }],
    ['until friday', { when: '2026-11-18T10:00/2026-11-21T00:00' }],
    ['before December 5', { when: '2026-11-18T10:00/2026-12-05T00:00' }],
    ['last friday', { when: '2026-11-13T00:00/2026-11-14T00:00' }],

    // What looks like a date and is none.
    ['trivia night', { topics: ['trivia'] }],
    ['sun salutations', { topics: ['sun', 'salutations'] }],
    ['yoga on sun', { topics: ['yoga'], when: '2026-11-22T00:00/2026-11-23T00:00' }],

    // Pay and price.
    ['gigs between $15 and $20 an hour', { type: 'GIG', pay: '>=15 <=20 USD HOURLY' }],
    ['jobs paying $15-20/hr', { type: 'GIG', pay: '>=15 <=20 USD HOURLY' }],
    ['$1,500+ jobs', { type: 'GIG', pay: '>=1500 USD' }],
    ['15.50 euros per hour', { type: 'GIG', pay: '>=15.5 EUR HOURLY' }],
    ['jobs over 15', { type: 'GIG', pay: '>15' }],
    ['what pays 100 a day?', { type: 'GIG', pay: '>=100 DAILY' }],
    ['gigs under $20', { type: 'GIG', pay: '<20 USD' }],
    ['gigs with no more than £12', { type: 'GIG', pay: '<=12 GBP' }],
    ['paid gigs', { type: 'GIG', pay: '>0' }],
    ['unpaid gigs', { type: 'GIG', free: true }],
    ['volunteer gigs', { type: 'GIG', free: true }],
    ['volunteer opportunities on saturday', { topics: ['COMMUNITY_SERVICE'], when: SATURDAY }],
    ['concerts under $20', { type: 'EVENT', topics: ['MUSIC'], priced: true }],
    ['cheap concerts', { type: 'EVENT', topics: ['MUSIC'], priced: true }],
    ['jobs for 20 people', { type: 'GIG', topics: ['20'] }],

    // Free.
    ['events with no cover', { type: 'EVENT', free: true }],
    ["I'm free this weekend, what's on?", { type: 'EVENT', when: WEEKEND }],
    [
      'free food today',
      {
        topics: ['free food|free pizza|free snack|free lunch|free dinner|free coffee|refreshment'],
        when: TODAY,
      },
    ],

    // Type, topics and places.
    ['events and gigs tomorrow', { when: TOMORROW }],
    ['what jobs are going on today?', { type: 'GIG', when: TODAY }],
    ['job fairs', { type: 'EVENT', topics: ['job fair|career fair|career expo'] }],
    ['jazz or blues', { topics: ['jazz', 'blues'], match: 'ANY' }],
    ['jazz and blues', { topics: ['jazz', 'blues'] }],
    ['yoga class', { topics: ['yoga'] }],
    ['classes', { topics: ['WORKSHOP'] }],
    ['open mic night', { topics: ['open mic'] }],
    ['chemistry tutors', { topics: ['chemistry', 'TUTORING'] }],
    ['tutoring in calculus', { topics: ['TUTORING', 'calculus'] }],
    ['anything but sports', null],
    ['gigs without experience', { type: 'GIG' }],
    ['yoga in Columbus', { topics: ['yoga'] }],
    ['yoga in Clintonville', { topics: ['yoga'], place: 'clintonville' }],
    ['events in the lounge', { type: 'EVENT', place: 'lounge' }],
    ['コンサート', { topics: ['コンサート'] }],

    // No questions.
    ['hi', null],
    ['Thanks!', null],
    ['what can you do?', null],
    ['🎷', null],
    ['(((((', null],
    ['%', null],
    [':*', null],
    ["'; DROP TABLE events; --", { type: 'EVENT', topics: ['drop', 'table'] }],
  ])('"%s"', (question, expected) => expect(read(question)).toEqual(expected));

  it('is read by the clock of New York, over summer time too', () => {
    const beforeMidnight = Date.parse('2026-11-19T04:30:00Z');
    expect(read('today', beforeMidnight)).toEqual({ when: TODAY });
    const { when } = understand('tomorrow', Date.parse('2026-10-31T16:00:00Z')) as Filters;
    expect(when!.to! - when!.from).toBe(25 * 3_600_000);
    expect(wallOf(instantOf(Date.UTC(2026, 6, 1, 12)))).toBe(Date.UTC(2026, 6, 1, 12));
  });

  it('is the weekend that it is on a Sunday', () => {
    const sunday = Date.parse('2026-11-22T18:00:00Z');
    expect(read('this weekend', sunday)).toEqual({ when: WEEKEND });
    expect(read('next weekend', sunday)).toEqual({ when: '2026-11-27T17:00/2026-11-30T00:00' });
  });

  const fragments = fc.constantFrom(
    ...'any free jazz this next weekend tonight between and 1 5 may over $15 an hour at the in Ohio 99999 or not - / : 3pm from'.split(
      ' ',
    ),
    ...['in the next', 'within', "'", '(', '\u0000', '\ud800', 'é', '東京', 'ﷺ', '٣', '\n'],
  );
  const anyQuestion = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.array(fragments, { maxLength: 60 }).map((words) => words.join(' ')),
  );
  const anyTime = fc.integer({ min: 0, max: Date.UTC(9000, 0) });

  it('of any kind makes bounded filters that a query can take', () => {
    fc.assert(
      fc.property(anyQuestion, anyTime, (question, now) => {
        const filters = understand(question, now);
        expect(understand(question, now)).toEqual(filters);
        if (!filters) return;
        const { topics, place, pay, when } = filters;
        expect(topics.length).toBeLessThanOrEqual(8);
        expect(place.length).toBeLessThanOrEqual(5);
        for (const word of [...topics.flatMap(({ words }) => words), ...place])
          expect(word).toMatch(/^[\p{L}\p{M}\p{N} ]{1,40}$/u);
        for (const amount of [pay?.least ?? 0, pay?.most ?? 0]) expect(amount).toBeGreaterThanOrEqual(0);
        if (!when) return;
        expect(when.to === null || when.from < when.to).toBe(true);
        for (const time of [when.from, when.to ?? now])
          expect(Math.abs(time - now)).toBeLessThan(201 * 366 * 86_400_000);
      }),
      { numRuns: 500 },
    );
  });

  it('made to cost costs little', () => {
    for (const pattern of [
      '1 ',
      'a day ',
      'an hour ',
      'monday ',
      '3 days 2 hours ',
      '1/',
      '(',
      'in A ',
      '$1 to ',
    ]) {
      const begin = performance.now();
      understand(pattern.repeat(2000 / pattern.length), NOW);
      expect(performance.now() - begin).toBeLessThan(1_000);
    }
  });
});
