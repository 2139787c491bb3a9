import fc from 'fast-check';
import {
  BEGINNERS,
  CLASSICAL,
  COLUMBUS,
  COMEDY,
  DATE,
  DECEMBER,
  FOR_OVER_21,
  FRIDAY,
  GAMES,
  LOCAL,
  MAY,
  MIXERS,
  NEXT_WEEK,
  NOW_ONLY,
  OUTDOORS,
  read,
  SATURDAY,
  STRANGERS,
  STUDY,
  THANKSGIVING,
  TODAY,
  TOMORROW,
  TONIGHT,
  understandLastIn,
  VISIT,
  WEEKEND,
} from '../../../../test/support/understood.js';
import { anyZone } from '../../../../test/support/zones.js';
import type { Filters } from '../interpreter.js';
import { filtersOf } from './understand.js';

describe('a question', () => {
  it.each<[string, object | null]>([
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
        when: '2026-11-21T17:00/2026-11-22T04:00',
      },
    ],
    [
      'which shifts pay more than 18 dollars an hour next week?',
      { type: 'GIG', pay: '>18 USD HOURLY', when: '2026-11-23T00:00/2026-11-30T00:00' },
    ],

    // Days that do not suit.
    ['jazz but not on a wednesday', { topics: ['jazz'], hours: 'not on Wednesdays' }],
    ['any day except friday, board games', { type: 'EVENT', topics: [GAMES], hours: 'not on Fridays' }],
    ["i can't do friday, any pottery?", { topics: ['pottery'], hours: 'not on Fridays' }],
    ["friday doesn't work for me, what about pottery", { topics: ['pottery'], hours: 'not on Fridays' }],
    ['concerts, but friday is bad', { type: 'EVENT', topics: ['MUSIC'], hours: 'not on Fridays' }],
    ["i can't do friday, anything on the weekend?", { when: WEEKEND, hours: 'not on Fridays' }],

    // An evening of a holiday is a time, whatever is held on it; a holiday is not.
    [
      'new years eve parties??',
      {
        ...{ type: 'EVENT', topics: ['party|dance party'], themes: 'new year' },
        when: '2026-12-31T00:00/2027-01-01T00:00',
      },
    ],

    [
      'thanksgiving weekend things to do with my parents',
      {
        type: 'EVENT',
        when: '2026-11-26T00:00/2026-11-30T00:00',
        themes: 'thanksgiving',
      },
    ],

    // Hours of each day, before the days.
    [
      'jazz after work next week',
      { topics: ['jazz'], hours: 'after 5:00 PM', when: '2026-11-23T00:00/2026-11-30T00:00' },
    ],

    // A part of a day before the day that it is of.
    [
      'date night ideas for friday',
      { type: 'EVENT', topics: [DATE], when: '2026-11-20T17:00/2026-11-21T04:00' },
    ],
    [
      'movie night next friday',
      {
        ...{ type: 'EVENT', topics: ['movie night|movie|film|cinema|film screening'] },
        when: '2026-11-27T17:00/2026-11-28T04:00',
      },
    ],
    [
      'game night saturday',
      {
        ...{ type: 'EVENT', topics: ['game night|board games|tabletop'] },
        when: '2026-11-21T17:00/2026-11-22T04:00',
      },
    ],
    [
      'stand up comedy or improv',
      { type: 'EVENT', topics: ['stand up comedy|comedy|standup|comedian', 'improv'], match: 'ANY' },
    ],
    [
      'I commute so only stuff between 12 and 2 on weekdays',
      { hours: 'between 12:00 PM and 2:00 PM on a weekday' },
    ],
    [
      'something chill, im broke, sunday afternoon',
      { priced: true, when: '2026-11-22T12:00/2026-11-22T18:00' },
    ],
    [
      'is board games night every friday?',
      { type: 'EVENT', topics: [`board games night|${GAMES}`], order: 'SOONEST' },
    ],
    ['yoga after work', { topics: ['yoga'], hours: 'after 5:00 PM on a weekday' }],
    ['yoga after work tomorrow', { topics: ['yoga'], when: '2026-11-19T17:00/2026-11-20T00:00' }],
    ['where can i sing', { type: 'EVENT', topics: ['sing|singing|karaoke|open mic|choir'] }],
    ['where is Midnight Jazz Supper', { topics: ['midnight', 'jazz', 'supper'] }],
    ['jazz until midnight', { topics: ['jazz'], when: '2026-11-18T00:00/2026-11-18T23:59' }],
    ['jazz on a weekend in december', { topics: ['jazz'], hours: 'on a weekend', when: DECEMBER }],
    [
      'i want to learn something crafty with my hands',
      { type: 'EVENT', topics: [expect.stringMatching('^craft')] },
    ],
    [
      'somewhere my kid can do crafts',
      { type: 'EVENT', topics: ['kids|family|families|children', expect.stringMatching('^craft')] },
    ],
    [
      'something outdoors, not sports',
      { type: 'EVENT', topics: [expect.stringMatching('^outdoor')], unwanted: ['SPORTS_RECREATION'] },
    ],
    ['when does the writing center run?', { topics: ['writing center'] }],
    ['gigs that dont need lifting', { type: 'GIG', unwanted: [expect.stringMatching('^lifting')] }],
    [
      'things to do w my little sister (shes 8)',
      { type: 'EVENT', topics: ['kids|family|families|children'] },
    ],
    ['a job where i can help people study', { type: 'GIG', topics: ['TUTORING'] }],
    ['jazz before i go home dec 12', { topics: ['jazz'], when: '2026-11-18T10:00/2026-12-12T00:00' }],
    ['jazz later than 9pm on saturday', { topics: ['jazz'], when: '2026-11-21T21:00/2026-11-22T00:00' }],
    [
      'anything for christmas?',
      {
        type: 'EVENT',
        topics: ['christmas|holiday|tree lighting'],
        when: '2026-11-18T10:00/2027-01-07T00:00',
      },
    ],
    [
      'christmas events on dec 12',
      {
        topics: [expect.stringMatching('^christmas')],
        type: 'EVENT',
        when: '2026-12-12T00:00/2026-12-13T00:00',
      },
    ],
    ['what movies are showing', { type: 'EVENT', topics: ['movie|film|cinema|film screening'] }],
    ['one time gigs, need quick cash', { type: 'GIG', lasts: 'of at most 24 hours' }],
    [
      'who is playing on dec 6',
      {
        type: 'EVENT',
        topics: ['MUSIC', expect.stringMatching('^vs')],
        match: 'ANY',
        when: '2026-12-06T00:00/2026-12-07T00:00',
      },
    ],
    ['cheap date ideas', { type: 'EVENT', topics: [DATE], priced: true }],
    ['jazz this weekend, weather looks nice', { topics: ['jazz'], when: WEEKEND }],
    ['the weather is great, any jazz tonight?', { topics: ['jazz'], when: TONIGHT }],
    ['something relaxing after exams', { topics: [expect.stringMatching('^relax')] }],
    [
      'museums or art exhibits',
      {
        type: 'EVENT',
        topics: [expect.stringContaining('museum'), expect.stringContaining('museum')],
        match: 'ANY',
      },
    ],
    ['what can i do in short north', { type: 'EVENT', topics: ['short north'] }],
    ['can i bring my dog to anything', { type: 'EVENT', topics: [expect.stringContaining('dog')] }],
    ['any jazz around on monday', { topics: ['jazz'], when: '2026-11-23T00:00/2026-11-24T00:00' }],
    ['something to do for the holiday', { type: 'EVENT', when: '2026-11-26T00:00/2026-11-30T00:00' }],
    [
      'jazz between 12 and 2 on monday, i have a gap in classes',
      { topics: ['jazz'], when: '2026-11-23T12:00/2026-11-23T14:00' },
    ],
    ['any one day jobs?', { type: 'GIG', lasts: 'of at most 24 hours' }],
    [
      'i can move furniture, got anything',
      { type: 'GIG', topics: ['sofa|furniture|couch|boxes|moving|move'] },
    ],
    ['pottery for adults', { topics: ['pottery'] }],
    ['something for seniors', { topics: ['seniors|older adults|senior citizens|elderly'] }],
    ['pottery, total beginner', { topics: ['pottery'], wished: [expect.stringMatching('^beginner')] }],
    ["i'm feeling super stressed w finals", { type: 'EVENT', topics: [expect.stringContaining('|stress|')] }],
    ['money before christmas', { type: 'GIG', when: '2026-11-18T10:00/2026-12-25T00:00' }],

    // The noun.
    [
      'plays at the marlowe center',
      { type: 'EVENT', topics: ['theatre|theater|drama'], place: 'marlowe center' },
    ],

    [
      'christmas day events',
      { type: 'EVENT', themes: 'christmas', when: '2026-12-25T00:00/2026-12-26T00:00' },
    ],
    [
      'yoga on saturday afternoon or evening',
      { topics: ['yoga'], when: '2026-11-21T12:00/2026-11-21T23:59' },
    ],

    ['weekday mornings', { hours: 'on a weekday morning' }],
    ['yoga before work', { topics: ['yoga'], hours: 'before 9:00 AM' }],
    ['lunch break stuff on friday around noon', { when: '2026-11-20T11:30/2026-11-20T14:00' }],
    [
      'comedy in the next two weeks',
      {
        type: 'EVENT',
        topics: ['comedy|standup|stand up comedy|improv'],
        when: '2026-11-18T10:00/2026-12-03T00:00',
      },
    ],
    ['is there a play tonight', { type: 'EVENT', topics: ['theatre|theater|drama'], when: TONIGHT }],

    // Lunchtime.
    ['concerts at lunchtime', { type: 'EVENT', topics: ['MUSIC'], hours: 'at lunchtime' }],
    [
      'lunchtime concerts next week',
      { type: 'EVENT', topics: ['MUSIC'], when: NEXT_WEEK, hours: 'at lunchtime' },
    ],
    ['yoga at lunch time tomorrow', { topics: ['yoga'], when: '2026-11-19T11:30/2026-11-19T14:00' }],

    // What is parted by commas is a choice.
    [
      'I want to learn something crafty - pottery, sewing, woodwork, whatever',
      { topics: ['pottery', 'sewing', 'woodwork'], match: 'ANY' },
    ],

    // Dates and times.
    ['today', { when: TODAY }],
    ['anything tomorrow', { when: TOMORROW }],
    ['friday', { when: FRIDAY }],
    ['on fridays', { when: FRIDAY }],
    ['fridays and saturdays', { hours: 'on a Friday or Saturday' }],
    ["mondays and fridays don't work for me, jazz", { topics: ['jazz'], hours: 'not on Mondays or Fridays' }],
    ["can't do tuesdays or thursdays, jazz", { topics: ['jazz'], hours: 'not on Tuesdays or Thursdays' }],
    ['anything on december 5 or later', { when: '2026-12-05T00:00/2026-12-06T00:00' }],
    ['IM basketball', { topics: ['basketball'] }],
    ['only on fridays', { hours: 'on a Friday' }],
    ['jazz, sundays only', { topics: ['jazz'], hours: 'on a Sunday' }],
    ['anything at 9pm or later on friday', { when: '2026-11-20T21:00/2026-11-21T00:00' }],
    [
      'i sleep till like 2pm. anything on friday between 3 and 6?',
      { when: '2026-11-20T15:00/2026-11-20T18:00' },
    ],
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
    ['in the next 3 days', { when: '2026-11-18T10:00/2026-11-22T00:00' }],
    ['within two weeks', { when: '2026-11-18T10:00/2026-12-03T00:00' }],
    ['the day after tomorrow', { when: FRIDAY }],
    ['right now', { when: NOW_ONLY }],
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
    ['trivia night', { topics: ['trivia night|trivia'] }],
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
    ['concerts under $20', { type: 'EVENT', topics: ['MUSIC'], priced: true, price: '<20' }],
    ['cheap concerts', { type: 'EVENT', topics: ['MUSIC'], priced: true }],
    ['jobs for 20 people', { type: 'GIG', people: 20 }],

    // Free.
    ['events with no cover', { type: 'EVENT', free: true }],
    ["I'm free this weekend, what's on?", { type: 'EVENT', when: WEEKEND }],
    [
      'free food today',
      {
        type: 'EVENT',
        topics: [
          'free food|free pizza|free snack|free lunch|free dinner|free coffee|refreshment|snack|soup|potluck|bagels|donuts',
        ],
        when: TODAY,
      },
    ],

    // Type, topics and places.
    ['events and gigs tomorrow', { when: TOMORROW }],
    ['what jobs are going on today?', { type: 'GIG', when: TODAY }],
    ['job fairs', { type: 'EVENT', topics: ['job fair|career fair|career expo'] }],
    ['jazz or blues', { topics: ['jazz', 'blues'], match: 'ANY' }],
    ['jazz and blues', { topics: ['jazz', 'blues'] }],
    ['yoga class', { type: 'EVENT', topics: ['yoga'] }],
    ['classes', { type: 'EVENT', topics: ['WORKSHOP'] }],
    ['open mic night', { type: 'EVENT', topics: ['open mic night|open mic'] }],
    ['chemistry tutors', { topics: ['chemistry', 'TUTORING'] }],
    ['tutoring in calculus', { topics: ['TUTORING', 'calculus'] }],
    ['anything but sports', { unwanted: ['SPORTS_RECREATION'] }],
    ['gigs without experience', { type: 'GIG', wished: [BEGINNERS] }],
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
    const { when } = filtersOf('tomorrow', {
      now: Date.parse('2026-10-31T16:00:00Z'),
      zone: COLUMBUS,
    }) as Filters;
    expect(when!.to! - when!.from).toBe(25 * 3_600_000);
  });

  it('is the weekend that it is on a Sunday', () => {
    const sunday = Date.parse('2026-11-22T18:00:00Z');
    expect(read('this weekend', sunday)).toEqual({ when: WEEKEND });
    expect(read('next weekend', sunday)).toEqual({ when: '2026-11-27T17:00/2026-11-30T00:00' });
  });

  it.each<[string, object | null]>([
    // Short forms and holidays.
    [
      'parties sat nite',
      { type: 'EVENT', topics: ['party|dance party'], when: '2026-11-21T17:00/2026-11-22T04:00' },
    ],
    ['concerts nxt wknd', { type: 'EVENT', topics: ['MUSIC'], when: '2026-11-27T17:00/2026-11-30T00:00' }],
    ['yoga tmrw', { topics: ['yoga'], when: TOMORROW }],
    ['anything sat', { when: SATURDAY }],
    ['friday the 27th', { when: '2026-11-27T00:00/2026-11-28T00:00' }],
    ['anything on the 3rd', { when: '2026-12-03T00:00/2026-12-04T00:00' }],
    ['the week of dec 7', { when: '2026-12-07T00:00/2026-12-14T00:00' }],
    ['lookin 4 a job', { type: 'GIG' }],
    ['soak up the sun', { topics: ['soak', 'sun'] }],
    ['on Thanksgiving', { when: THANKSGIVING, themes: 'thanksgiving' }],
    [
      'anything on thanksgiving evening?',
      { when: '2026-11-26T17:00/2026-11-27T00:00', themes: 'thanksgiving' },
    ],
    ['Thanksgiving weekend', { when: '2026-11-26T00:00/2026-11-30T00:00', themes: 'thanksgiving' }],
    ['thanksgiving dinners', { topics: ['thanksgiving', 'dinner'] }],
    ['black friday', { when: '2026-11-27T00:00/2026-11-28T00:00', themes: 'black friday' }],
    ["new year's eve", { when: '2026-12-31T00:00/2027-01-01T00:00', themes: 'new year' }],
    ['what is on on Easter?', { type: 'EVENT', when: '2027-03-28T00:00/2027-03-29T00:00', themes: 'easter' }],
    ['memorial day', { when: '2027-05-31T00:00/2027-06-01T00:00', themes: 'memorial day' }],
    ['Halloween', { when: '2027-10-31T00:00/2027-11-01T00:00', themes: 'halloween' }],
    ["what's on now", { type: 'EVENT', when: NOW_ONLY }],
    ['what is on from now until friday', { type: 'EVENT', when: '2026-11-18T10:00/2026-11-21T00:00' }],
    ["what's on this weekend? no sports", { type: 'EVENT', unwanted: ['SPORTS_RECREATION'], when: WEEKEND }],

    // Who asks, and what they do not want.
    [
      'my roommates parents are in town sat, any classical music we could take them to that evening?',
      { type: 'EVENT', topics: [CLASSICAL], when: '2026-11-21T17:00/2026-11-22T00:00' },
    ],
    [
      'broke student here, is there any theatre i can see without paying',
      { topics: ['theatre|theater|drama'], free: true, priced: true },
    ],
    ['ive got two strong arms and no money, what gigs pay by the hour?', { type: 'GIG', pay: '>0 HOURLY' }],
    [
      'need to get out of the house tomorrow night but no jazz pls',
      { type: 'EVENT', unwanted: ['jazz'], when: '2026-11-19T17:00/2026-11-20T04:00' },
    ],
    [
      'any plays saturday during the day?',
      { type: 'EVENT', topics: ['theatre|theater|drama'], when: '2026-11-21T08:00/2026-11-21T17:00' },
    ],
    [
      'any career fairs where i dont need to be an engineer',
      { type: 'EVENT', topics: ['career fair|job fair|career expo'], unwanted: ['engineer'] },
    ],
    ['who can look over my art history paper before i hand it in', { topics: ['writing center'] }],
    ['im new and shy, what should i go to first', { type: 'EVENT', topics: [MIXERS], unwanted: ['expo'] }],
    ['when can i see the stars', { topics: ['astronomy|planetarium|stargazing|dark skies|telescope'] }],
    ['anything good for introverts', { type: 'EVENT', unwanted: [STRANGERS] }],
    ['saturday is free for me, anything that night', { when: '2026-11-21T17:00/2026-11-22T04:00' }],
    [
      'concerts saturday night after 7, no country music',
      { type: 'EVENT', topics: ['MUSIC'], unwanted: ['country'], when: '2026-11-21T19:00/2026-11-22T00:00' },
    ],
    [
      'i want to learn to make something with my hands, not coding',
      {
        type: 'EVENT',
        topics: [expect.stringMatching('^craft'), expect.stringMatching('^lesson')],
        unwanted: [expect.stringMatching('^coding')],
      },
    ],
    [
      'is there a pottery class i can take',
      { topics: ['pottery class|pottery', expect.stringMatching('^lesson')] },
    ],
    [
      'i wanna learn to dance',
      {
        type: 'EVENT',
        topics: ['dance|dancing|disco|dj night|dance party', expect.stringMatching('^lesson')],
      },
    ],
    ['yoga class', { type: 'EVENT', topics: ['yoga'] }],
    [
      'any plays i can see for under 10 bucks',
      { type: 'EVENT', topics: ['theatre|theater|drama'], priced: true, price: '<10' },
    ],
    [
      'coding events for someone who never programmed before',
      {
        type: 'EVENT',
        topics: [expect.stringMatching('^coding')],
        wished: [expect.stringMatching('^beginner')],
      },
    ],
    ['all the dates for the regatta pls', { topics: ['regatta'], order: 'SOONEST' }],

    // Things to do are events, gigs are jobs; a place or a time alone is both.
    ['things to do this weekend', { type: 'EVENT', when: WEEKEND }],
    ["what should I do tonight? i'm bored", { type: 'EVENT', when: TONIGHT }],
    ['anything at Thompson Library', { place: 'thompson library' }],
    ['i need some cash', { type: 'GIG' }],
    ['best paid gigs', { type: 'GIG', order: 'BEST_PAID' }],
    ['which job has the most spots', { type: 'GIG', order: 'MOST_POSITIONS' }],
    ['what gig needs the most people', { type: 'GIG', order: 'MOST_POSITIONS' }],
    ['show me what is at the union', { place: 'union' }],
    ['hockey games', { type: 'EVENT', topics: ['hockey'] }],

    // What is not wanted.
    ['concerts but nothing country', { type: 'EVENT', topics: ['MUSIC'], unwanted: ['country'] }],
    ['music but no jazz', { type: 'EVENT', topics: ['MUSIC'], unwanted: ['jazz'] }],
    ['saturday, no sports or food please', { unwanted: ['SPORTS_RECREATION', 'FOOD_DRINK'], when: SATURDAY }],
    ['tomorrow, but no gigs', { type: 'EVENT', when: TOMORROW }],
    ['no idea what to do', { type: 'EVENT' }],
    ["gigs where i don't have to talk to people", { type: 'GIG', unwanted: [STRANGERS] }],
    [
      'im not strong and i dont have a car, any job where i can sit',
      { type: 'GIG', topics: ['sit'], unwanted: ['strong'] },
    ],
    [
      'i want to play something tomorrow, not watch',
      { topics: ['pickup game|pickup'], campus: 'ON', when: TOMORROW },
    ],
    ['jazz next weekend or this one', { topics: ['jazz'], when: '2026-11-20T17:00/2026-11-30T00:00' }],
    ['jazz in the daytime or early evening', { topics: ['jazz'], hours: 'between 8:00 AM and 8:00 PM' }],
    ['anything about college admissions?', { topics: [VISIT] }],
    ["I'm visiting campus next week, any concerts?", { type: 'EVENT', topics: ['MUSIC'], when: NEXT_WEEK }],
    [
      'jazz on campus this week',
      { topics: ['jazz'], campus: 'ON', when: '2026-11-16T00:00/2026-11-23T00:00' },
    ],
    ['is there a gig where they need more than one person', { type: 'GIG', people: 2 }],
    ['jobs that need 3 or more people', { type: 'GIG', people: 3 }],
    ['gigs that my roommate and i can do', { type: 'GIG', people: 2 }],
    [
      'anything to help with calc before finals?',
      { type: 'EVENT', topics: [STUDY, 'calculus'], when: '2026-11-18T10:00/2026-12-07T00:00' },
    ],
    ['jazz, ive got no money', { topics: ['jazz'], priced: true }],
    ['gigs where i dont need experience', { type: 'GIG', wished: [BEGINNERS] }],
    ['is there something about the irs', { topics: ['irs|tax|taxes'] }],
    ['so whats on saturday morning', { type: 'EVENT', when: '2026-11-21T05:00/2026-11-21T12:00' }],
    ['yoga rn', { topics: ['yoga'], when: NOW_ONLY }],
    ['gigs this weekend but not sunday', { type: 'GIG', when: WEEKEND, hours: 'not on Sundays' }],
    ['not on saturday', null],
    ['gigs, no experience', { type: 'GIG', wished: [BEGINNERS] }],
    ["concerts that aren't jazz", { type: 'EVENT', topics: ['MUSIC'], unwanted: ['jazz'] }],
    ["events that don't cost money", { type: 'EVENT', free: true }],

    [
      'can i bring my 6 year old somewhere this weekend',
      { topics: ['kids|family|families|children'], when: WEEKEND },
    ],
    ['anything for under 21s, no booze', { unwanted: [FOR_OVER_21, 'booze'] }],
    ['free pizza anywhere?', { type: 'EVENT', topics: ['pizza'] }],
    ['free stuff for students', { type: 'EVENT', free: true }],

    // Who looks for help to learn is no tutor, and who has class is not free.
    ['i need a math tutor', { type: 'EVENT', topics: [STUDY, 'math|mathematics|calculus'] }],
    ['need help with calc homework, tutoring?', { type: 'EVENT', topics: [STUDY, 'calculus'] }],
    ['tutoring jobs', { type: 'GIG', topics: ['TUTORING'] }],
    ['need help moving', { type: 'GIG', topics: ['MOVING_DELIVERY'] }],
    ['weekend shifts only, i have class mon-fri', { type: 'GIG', hours: 'on a weekend' }],

    ["i'm failing orgo help", { type: 'EVENT', topics: [STUDY, 'chemistry'] }],
    ['resume review before the career fair', { type: 'EVENT', topics: ['resume|résumé|career coaching'] }],
    [
      'barista or waiter jobs',
      {
        type: 'GIG',
        topics: [expect.stringMatching('^barista'), expect.stringMatching('^waiter')],
        match: 'ANY',
      },
    ],
    ['any work i can do from my dorm', { type: 'GIG', topics: [expect.stringMatching('^online')] }],
    [
      'somewhere to talk to someone, i feel really lonely',
      { type: 'EVENT', topics: [expect.stringMatching('^counseling')] },
    ],
    [
      'talks about AI but not a sales pitch',
      {
        type: 'EVENT',
        topics: [expect.stringMatching('^lecture'), expect.stringMatching('^ai')],
        unwanted: ['sales', 'pitch'],
      },
    ],
    ['stuff that doesnt involve drinking on friday', { unwanted: ['drinking'], when: FRIDAY }],
    ['live jazz or blues', { type: 'EVENT', topics: ['jazz', 'blues'], match: 'ANY' }],

    [
      'study help for finals, calc or chem',
      { type: 'EVENT', topics: [STUDY, 'calculus', 'chemistry'], match: 'ANY' },
    ],
    [
      'career fairs? need an internship',
      { type: 'EVENT', topics: [expect.stringMatching('^career fair'), 'internship'], match: 'ANY' },
    ],

    // Words around what is asked for.
    ['who is the football team playing next', { type: 'EVENT', topics: ['football'] }],
    ['ugh im so bored lol', { type: 'EVENT' }],
    ['is anything at the stadium sold out', { type: 'EVENT', place: 'stadium', priced: true }],
    [
      'where do i sign up to help at a food pantry',
      { topics: ['food pantry|food bank|pantry|soup kitchen'] },
    ],
    ['chess club? yoga? jazz?', { type: 'EVENT', topics: ['chess', 'yoga', 'jazz'], match: 'ANY' }],

    // Hours, and parts of each day.
    ['anything after 6 tomorrow', { when: '2026-11-19T18:00/2026-11-20T00:00' }],
    ['after six on Friday', { when: '2026-11-20T18:00/2026-11-21T00:00' }],
    ['after 2 days', { when: '2026-11-21T00:00/..' }],
    ['tomorrow, but not in the morning', { when: TOMORROW, hours: 'not in the morning' }],
    ['nothing in the evening please, friday', { when: FRIDAY, hours: 'not in the evening' }],
    ['yoga next week in the evenings', { topics: ['yoga'], when: NEXT_WEEK, hours: 'in the evening' }],
    ['evenings next week', { when: NEXT_WEEK, hours: 'in the evening' }],
    ['Friday nights', { hours: 'on a Friday night' }],
    ['Wednesday at 7 am', { when: '2026-11-25T07:00/2026-11-25T09:00' }],

    ['yoga for beginners, mornings', { topics: ['yoga'], hours: 'in the morning' }],
    ['any yoga early mornings', { topics: ['yoga'], hours: 'in the morning' }],
    ['yoga before work in the mornings', { topics: ['yoga'], hours: 'in the morning' }],
    ['anything in the mornings?', { hours: 'in the morning' }],
    ['jobs on weekends', { type: 'GIG', hours: 'on a weekend' }],
    ['saturday, no early mornings', { when: SATURDAY, hours: 'not in the morning' }],
    ['over thanksgiving break', { when: '2026-11-25T00:00/2026-11-30T00:00', themes: 'thanksgiving' }],
    ['chess on a weeknight', { topics: ['chess'], hours: 'on a weeknight' }],
    ['yoga later in the day', { topics: ['yoga'], hours: 'between 12:00 PM and 11:59 PM' }],
    ['coffee before my 9am', { topics: ['coffee'], hours: 'before 9:00 AM' }],

    // Days and hours of any day.
    ['board games not on friday', { type: 'EVENT', topics: [GAMES], hours: 'not on Fridays' }],
    ['yoga, any day but monday or tuesday', { topics: ['yoga'], hours: 'not on Mondays or Tuesdays' }],
    ['yoga after 5pm on a weekday', { topics: ['yoga'], hours: 'after 5:00 PM on a weekday' }],
    ['a job for about 10 hours a week, mornings only', { type: 'GIG', hours: 'in the morning' }],
    ['jazz between 5 and 8pm', { topics: ['jazz'], hours: 'between 5:00 PM and 8:00 PM' }],
    ['wednesday nite before thanksgiving', { when: '2026-11-25T17:00/2026-11-26T04:00' }],
    ['the saturday after thanksgiving', { when: '2026-11-28T00:00/2026-11-29T00:00' }],
    ['jazz between christmas and new years', { topics: ['jazz'], when: '2026-12-25T00:00/2027-01-02T00:00' }],
    [
      'anything in december for christmas',
      {
        type: 'EVENT',
        topics: ['christmas|holiday|tree lighting'],
        when: '2026-12-01T00:00/2027-01-01T00:00',
      },
    ],
    ['next month jazz', { topics: ['jazz'], when: '2026-12-01T00:00/2027-01-01T00:00' }],
    ['next week jazz', { topics: ['jazz'], when: '2026-11-23T00:00/2026-11-30T00:00' }],
    ['weekday jazz', { topics: ['jazz'], hours: 'on a weekday' }],
    ['jazz this winter', { topics: ['jazz'], when: '2026-12-01T00:00/2027-03-01T00:00' }],
    ['jazz in the spring', { topics: ['jazz'], when: '2027-03-01T00:00/2027-06-01T00:00' }],
    ['jazz this fall', { topics: ['jazz'], when: '2026-09-01T00:00/2026-12-01T00:00' }],
    ['jazz next autumn', { topics: ['jazz'], when: '2027-09-01T00:00/2027-12-01T00:00' }],
    ['jazz over the summer', { topics: ['jazz'], when: '2027-06-01T00:00/2027-09-01T00:00' }],
    ['jazz where you dont have to be 21', { topics: ['jazz'], unwanted: [FOR_OVER_21] }],
    ['jazz over winter break', { topics: ['jazz'], when: '2026-12-15T00:00/2027-01-11T00:00' }],
    ['jazz around december 5', { topics: ['jazz'], when: '2026-12-02T00:00/2026-12-09T00:00' }],
    ['first two weeks of january', { when: '2027-01-01T00:00/2027-01-15T00:00' }],
    ['dec 10–14', { when: '2026-12-10T00:00/2026-12-15T00:00' }],
    ['yoga but not early in the morning', { topics: ['yoga'], hours: 'not in the morning' }],
    ['jazz the week after thanksgiving', { topics: ['jazz'], when: '2026-11-30T00:00/2026-12-07T00:00' }],
    ['jazz the day after thanksgiving', { topics: ['jazz'], when: '2026-11-27T00:00/2026-11-28T00:00' }],
    [
      'jazz the week of thanksgiving',
      { topics: ['jazz'], themes: 'thanksgiving', when: '2026-11-23T00:00/2026-11-30T00:00' },
    ],
    ['jazz the weekend before christmas', { topics: ['jazz'], when: '2026-12-18T00:00/2026-12-21T00:00' }],
    ['jazz before the break', { topics: ['jazz'], when: '2026-11-18T10:00/2026-11-25T00:00' }],
    // What comes first, and what a kind is about.
    [
      'the longest event this month',
      { type: 'EVENT', order: 'LONGEST', when: '2026-11-01T00:00/2026-12-01T00:00' },
    ],
    ['last thing happening tonight', { type: 'EVENT', order: 'LATEST', when: TONIGHT }],
    [
      'soonest workshop on pottery or knitting',
      { type: 'EVENT', topics: ['WORKSHOP', 'pottery|knitting'], order: 'SOONEST' },
    ],
    ['clay or drawing workshop', { type: 'EVENT', topics: ['WORKSHOP', 'clay|drawing'] }],
    ['a clay workshop or opera', { type: 'EVENT', topics: ['clay', 'opera'], match: 'ANY' }],
    ['jazz, blues or rock', { topics: ['jazz', 'blues', 'rock'], match: 'ANY' }],
    ['anything fun tonight', { type: 'EVENT', unwanted: ['ACADEMIC', 'CAREER_NETWORKING'], when: TONIGHT }],
    ['music, preferably downtown', { type: 'EVENT', topics: ['MUSIC'], wished: ['downtown'] }],
    [
      'preferably outdoors, something on saturday',
      {
        wished: [
          'outdoor|outside|trail|hike|park|oval|plaza|botanical garden|arboretum|picnic|tree planting|bonfire|roof|stargazing',
        ],
        when: SATURDAY,
      },
    ],
    [
      'a fun night out with friends, ideally free',
      { type: 'EVENT', unwanted: ['ACADEMIC', 'CAREER_NETWORKING'], free: true },
    ],
    [
      'a fun night out tonight',
      { type: 'EVENT', unwanted: ['ACADEMIC', 'CAREER_NETWORKING'], when: TONIGHT },
    ],
    ['nothing too late on friday', { when: '2026-11-20T00:00/2026-11-20T21:00' }],
    ["something tonight that isn't too late", { when: '2026-11-18T17:00/2026-11-18T21:00' }],
    ['tomorrow but not too early', { when: '2026-11-19T10:00/2026-11-20T00:00' }],
    [
      'music next week, nothing too late',
      { type: 'EVENT', topics: ['MUSIC'], when: NEXT_WEEK, hours: 'before 9:00 PM' },
    ],
    [
      'my roommate wants to see some stand up comedy',
      {
        type: 'EVENT',
        topics: ['stand up comedy|comedy|standup|comedian'],
        unwanted: ['improv|theater|shakespeare|musical|film'],
      },
    ],
    ['something free or cheap tonight', { type: 'EVENT', priced: true, when: TONIGHT }],
    [
      'whats a good date night friday, not too late',
      {
        type: 'EVENT',
        topics: [DATE],
        when: '2026-11-20T17:00/2026-11-20T21:00',
      },
    ],
    ['do they have food at the career fair', { type: 'EVENT', topics: ['career fair|job fair|career expo'] }],
    ['evening gigs', { type: 'GIG', hours: 'in the evening' }],
    ['evening gigs, no weekends', { type: 'GIG', hours: 'in the evening, not on Saturdays or Sundays' }],
    ['jobs but not on weekends', { type: 'GIG', hours: 'not on Saturdays or Sundays' }],
    ['any farmers markets left', { topics: ['farmers market'] }],
    ['events within walking distance of campus', { type: 'EVENT' }],
    ['weekday gigs', { type: 'GIG', hours: 'on a weekday' }],
    ['events that end before 9', { type: 'EVENT', lasts: 'over by 9:00 PM' }],
    ['things to do before my 6pm chem class', { type: 'EVENT', hours: 'before 6:00 PM' }],
    ['the weekend after next', { when: '2026-12-04T17:00/2026-12-07T00:00' }],
    ['a week from friday', { when: '2026-11-27T00:00/2026-11-28T00:00' }],
    ['jazz two weeks from today', { topics: ['jazz'], when: '2026-12-02T00:00/2026-12-03T00:00' }],
    ['this afternoon or evening', { when: '2026-11-18T12:00/2026-11-18T23:59' }],
    ['gigs longer than 3 hours', { type: 'GIG', lasts: 'of at least 3 hours' }],
    ['short gigs under 2 hours', { type: 'GIG', lasts: 'of at most 2 hours', order: 'SHORTEST' }],
    ['gigs that take less than an hour', { type: 'GIG', lasts: 'of at most an hour' }],
    ['a weekend gig, at least 4 hours', { type: 'GIG', hours: 'on a weekend', lasts: 'of at least 4 hours' }],
    ['gigs for an hour or two', { type: 'GIG', lasts: 'of an hour to 2 hours' }],
    ['a 2 hour gig', { type: 'GIG', lasts: 'of about 2 hours' }],
    ['gigs of 2-3 hours', { type: 'GIG', lasts: 'of 2 hours to 3 hours' }],
    ['yoga, half an hour or less', { topics: ['yoga'], lasts: 'of at most 30 minutes' }],
    [
      'anything quick tomorrow, like 30 minutes',
      { when: TOMORROW, lasts: 'of about 30 minutes', order: 'SHORTEST' },
    ],
    ['i have 2 hours to kill', { lasts: 'of at most 2 hours' }],
    ["i only have an hour, what's on", { type: 'EVENT', lasts: 'of at most an hour' }],
    ["is there a gig that's just a couple hours", { type: 'GIG', lasts: 'of at most 2 hours' }],
    ['i can only work 4 hours', { type: 'GIG', lasts: 'of at most 4 hours' }],
    [
      'home by midnight please, any jazz tonight?',
      { topics: ['jazz'], when: TONIGHT, lasts: 'over by midnight' },
    ],
    ['something active on Saturday', { type: 'EVENT', topics: ['SPORTS_RECREATION'], when: SATURDAY }],
    ['student discounts for jazz', { topics: ['jazz'], priced: true }],
    [
      'is there live music at the copper cellar every night',
      { type: 'EVENT', topics: ['MUSIC'], place: 'copper cellar' },
    ],
    ['jazz after midnight', { topics: ['jazz'], hours: 'late at night' }],
    ['can i get paid to tutor calculus', { type: 'GIG', topics: ['TUTORING', 'calculus'], pay: '>0' }],
    ['something shorter than 2 hours', { lasts: 'of at most 2 hours' }],
    ['anything longer than 3 hours', { lasts: 'of at least 3 hours' }],
    ['concerts over by 21:30', { type: 'EVENT', topics: ['MUSIC'], lasts: 'over by 9:30 PM' }],
    [
      'jazz tonight that is over by 10, I have class in the morning',
      { type: 'EVENT', topics: ['jazz'], when: TONIGHT, lasts: 'over by 10:00 PM' },
    ],
    ['what is closing soon', { order: 'ENDING' }],
    [
      'concerts less than 10 minutes walking',
      { type: 'EVENT', topics: ['MUSIC', 'less', 'minutes', 'walking'] },
    ],
    ['comedy but no improv', { type: 'EVENT', topics: [COMEDY], unwanted: ['improv'] }],
    ['where can i see people play music', { type: 'EVENT', topics: ['MUSIC'] }],
    ['yoga that lasts less than an hour', { topics: ['yoga'], lasts: 'of at most an hour' }],
    ['which gigs last longer than 5 hours', { type: 'GIG', lasts: 'of at least 5 hours' }],
    ["what's over by 9 tonight", { when: TONIGHT, lasts: 'over by 9:00 PM' }],
    ['gigs that end before noon', { type: 'GIG', lasts: 'over by 12:00 PM' }],
    ['concerts that end by midnight', { type: 'EVENT', topics: ['MUSIC'], lasts: 'over by midnight' }],
    ["jazz that doesn't go past 10:30", { topics: ['jazz'], lasts: 'over by 10:30 PM' }],
    ['jazz tonight that doesnt end too late', { topics: ['jazz'], when: TONIGHT, lasts: 'over by 10:00 PM' }],
    ['gigs that pay more than $20 an hour', { type: 'GIG', pay: '>20 USD HOURLY' }],
    ['gigs, 20 hours a week', { type: 'GIG' }],
    ['jazz that starts in under 2 hours', { topics: ['jazz'], when: '2026-11-18T10:00/2026-11-18T12:00' }],
    ['gigs except for Fridays and Saturdays', { type: 'GIG', hours: 'not on Fridays or Saturdays' }],
    [
      'I am not available Mondays and Tuesdays, any gigs?',
      { type: 'GIG', hours: 'not on Mondays or Tuesdays' },
    ],
    [
      'yoga on Mondays, Wednesdays and Fridays',
      { topics: ['yoga'], hours: 'on a Monday or Wednesday or Friday' },
    ],
    ['jazz this weekend or next Friday', { topics: ['jazz'], when: '2026-11-20T17:00/2026-11-28T00:00' }],
    [
      "I'm an introvert who likes board games",
      { type: 'EVENT', topics: [GAMES], unwanted: [STRANGERS.replace('board game|', '')] },
    ],
    ['concerts not on campus', { type: 'EVENT', topics: ['MUSIC'], campus: 'OFF' }],
    ['a job I can do with three friends', { type: 'GIG', people: 4 }],
    ['gigs for 18 students', { type: 'GIG' }],
    [
      'i got like an hour free at noon tomorrow between classes, anything short?',
      {
        order: 'SHORTEST',
        lasts: 'of at most an hour',
        when: '2026-11-19T12:00/2026-11-19T14:00',
      },
    ],
    [
      'hey just a first year looking for something free to do tonight?',
      { type: 'EVENT', free: true, when: TONIGHT },
    ],
    [
      "It's Thanksgiving on Thursday - is anything on that evening?",
      { when: '2026-11-26T17:00/2026-11-27T00:00', themes: 'thanksgiving' },
    ],
    ['events in the next days', { type: 'EVENT', when: '2026-11-18T10:00/2026-11-22T00:00' }],
    ['im totally lost in calc 1, where can i get help', { type: 'EVENT', topics: [STUDY, 'calculus'] }],
    [
      'does the Hartwell Museum give guided tours?',
      { type: 'EVENT', topics: ['guided tour|docent|tour'], place: 'hartwell museum' },
    ],
    ['what would you suggest?', { type: 'EVENT' }],
    [
      'is there a good show for our anniversary on December 5th?',
      { type: 'EVENT', topics: [DATE], when: '2026-12-05T00:00/2026-12-06T00:00' },
    ],
    ['events on my birthday dec 12', { type: 'EVENT', when: '2026-12-12T00:00/2026-12-13T00:00' }],
    ['music that is not too loud', { type: 'EVENT', topics: ['MUSIC'] }],
    ['any events that teach me how to crochet', { type: 'EVENT', topics: ['crochet'] }],
    ['comedy, ideally on saturday', { type: 'EVENT', topics: [COMEDY], when: SATURDAY }],
    ['yoga, bonus points if it is at the union', { topics: ['yoga'], wished: ['union'] }],
    [
      'concerts next week after 8pm',
      { type: 'EVENT', topics: ['MUSIC'], when: NEXT_WEEK, hours: 'after 8:00 PM' },
    ],
    [
      'concerts next weekend after 8pm',
      { type: 'EVENT', topics: ['MUSIC'], when: '2026-11-27T17:00/2026-11-30T00:00', hours: 'after 8:00 PM' },
    ],
    [
      'anything this week before 10am',
      { when: '2026-11-16T00:00/2026-11-23T00:00', hours: 'before 10:00 AM' },
    ],
    [
      'is the library open on thanksgiving',
      { topics: ['library'], when: THANKSGIVING, themes: 'thanksgiving' },
    ],
    ['im broke and hungry, anywhere giving out food', { topics: ['FOOD_DRINK'], priced: true }],
    ['jazz. i hurt my back', { topics: ['jazz'] }],
    [
      'im new here, transferred in august, jazz on a weeknight',
      { type: 'EVENT', topics: [MIXERS, 'jazz'], unwanted: ['expo'], hours: 'on a weeknight' },
    ],
    ['jazz sat or sun afternoon', { topics: ['jazz'], when: '2026-11-21T00:00/2026-11-22T18:00' }],
    ['the best paid gig right now', { type: 'GIG', order: 'BEST_PAID' }],
    ['something indoors with music', { type: 'EVENT', topics: ['MUSIC'], unwanted: [OUTDOORS] }],
    ['music because i am bored of netflix', { type: 'EVENT', topics: ['MUSIC'] }],

    // Parts of a month.
    ['the first week of December', { when: '2026-12-01T00:00/2026-12-08T00:00' }],
    ['last week of november', { when: '2026-11-24T00:00/2026-12-01T00:00' }],
    ['the first weekend in december', { when: '2026-12-04T17:00/2026-12-07T00:00' }],
    ['the weekend of December 12', { when: '2026-12-11T17:00/2026-12-14T00:00' }],
    ['early may', { when: '2027-05-01T00:00/2027-05-11T00:00' }],
    ['mid November', { when: '2026-11-11T00:00/2026-11-21T00:00' }],
    ['the end of the month', { when: '2026-11-21T00:00/2026-12-01T00:00' }],
    ['end of february 2028', { when: '2028-02-20T00:00/2028-03-01T00:00' }],
  ])('"%s" is what students say', (question, expected) => expect(read(question)).toEqual(expected));

  it('has topics that know what comes near them', () => {
    expect(filtersOf('polo matches', LOCAL)!.topics).toEqual([
      expect.objectContaining({ words: ['polo'], category: null, near: 'SPORTS_RECREATION' }),
    ]);
    expect(filtersOf('quidnunc', LOCAL)!.topics[0]!.near).toBeNull();
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
      fc.property(anyQuestion, anyTime, anyZone, (question, now, zone) => {
        const filters = filtersOf(question, { now, zone });
        expect(filtersOf(question, { now, zone })).toEqual(filters);
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

  it('is understood after any others, in the same way each time', () => {
    fc.assert(
      fc.property(fc.array(anyQuestion, { minLength: 1, maxLength: 7 }), anyZone, (messages, zone) => {
        const intent = understandLastIn(zone, messages);
        expect(understandLastIn(zone, messages)).toEqual(intent);
        if (intent.kind !== 'SEARCH') return;
        const { topics, unwanted, place } = intent.filters;
        for (const list of [topics, unwanted]) expect(list.length).toBeLessThanOrEqual(8);
        for (const word of [...[...topics, ...unwanted].flatMap(({ words }) => words), ...place])
          expect(word).toMatch(/^[\p{L}\p{M}\p{N} ]{1,40}$/u);
      }),
      { numRuns: 300 },
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
      const begin = process.cpuUsage();
      filtersOf(pattern.repeat(2000 / pattern.length), LOCAL);
      // Some ten milliseconds by rights; a pattern that blows up takes minutes.
      expect(process.cpuUsage(begin).user / 1_000).toBeLessThan(1_000);
    }
  });
});

/** What is understood of the last of these messages. */
